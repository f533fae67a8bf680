import type { z } from "zod";
import type { InvoiceDecision } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { DecisionKind, type DecisionPage, type ListDecisions } from "./decisions-schema.ts";
import { getInvoiceOrThrow } from "./load-invoice.ts";

const ABOUT_WRITING_OFF = ["WRITTEN_OFF", "NOT_WRITTEN_OFF", "REOPENED"];

/** The decision to give up what is left to pay of an invoice; null where there is none, or it was not carried out, or is over. */
export async function findWriteOff(
  tx: Tx,
  { tenantId }: Scope,
  invoiceId: string,
): Promise<InvoiceDecision | null> {
  const last = await tx.invoiceDecision.findFirst({
    where: { tenantId, invoiceId, kind: { in: ABOUT_WRITING_OFF } },
    orderBy: { id: "desc" },
  });
  return last?.kind === "WRITTEN_OFF" ? last : null;
}

/** Writes down what a person decided about an invoice, and why. Its event and audit row are the operation's. */
export async function writeDecision(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  invoiceId: string,
  decision: { kind: z.output<typeof DecisionKind>; reason: string | null },
): Promise<void> {
  await tx.invoiceDecision.create({
    data: {
      tenantId,
      id: newId("invoiceDecision"),
      invoiceId,
      ...decision,
      actorType: actor.type,
      actorId: actor.id,
      createdAt: clock.now(),
    },
  });
}

/** What people decided about an invoice, newest first. Throws invoice_not_found. */
export async function listDecisions(
  scope: Scope,
  { id, ...page }: z.output<typeof ListDecisions>,
): Promise<z.output<typeof DecisionPage>> {
  const { db, tenantId } = scope;
  await getInvoiceOrThrow(db, scope, id);
  const rows = await db.invoiceDecision.findMany(newestFirst(tenantId, page, { invoiceId: id }));
  return toPage(rows, page.limit, (row) => ({
    id: row.id,
    invoice_id: row.invoiceId,
    kind: DecisionKind.parse(row.kind),
    reason: row.reason,
    actor_type: row.actorType,
    actor_id: row.actorId,
    created_at: row.createdAt.toISOString(),
  }));
}
