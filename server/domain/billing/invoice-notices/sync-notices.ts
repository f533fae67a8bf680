import type { InvoiceNotice, InvoiceNoticeKind } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { viewNotice } from "./view-notice.ts";

/** Something that a person has to act on now, as the card provider says it. */
export interface Due {
  kind: InvoiceNoticeKind;
  providerObjectId: string;
  code: string | null;
  message: string | null;
  dueAt: Date | null;
  /** null: it is not known since when. */
  openedAt: Date | null;
}

export type Known = Pick<
  InvoiceNotice,
  "kind" | "providerObjectId" | "code" | "message" | "dueAt" | "closedAt" | "isDismissed"
>;

/** Whether the notices that are known say what is due: each is there, or was dismissed, and no other is open. */
export function areSameNotices(known: readonly Known[], due: readonly Due[]): boolean {
  const isDue = (row: Known) => due.some((one) => isOf(row, one));
  return (
    due.every((one) => known.some((row) => saysSo(row, one))) &&
    known.every((row) => row.closedAt !== null || isDue(row))
  );
}

function isOf(row: Known, { kind, providerObjectId }: Due): boolean {
  return row.kind === kind && row.providerObjectId === providerObjectId;
}

/** A dismissed one opens again for another reason only. */
function saysSo(row: Known, due: Due): boolean {
  if (!isOf(row, due) || row.code !== due.code) return false;
  const isAsSaid = row.message === due.message && row.dueAt?.getTime() === due.dueAt?.getTime();
  return row.isDismissed || (row.closedAt === null && isAsSaid);
}

/**
 * Opens, within the caller's transaction and under its lock of the invoice, a notice for what is due of some kinds, and closes those that
 * are not any more. Returns whether anything changed.
 */
export async function syncNotices(
  tx: Tx,
  scope: Scope,
  invoice: { id: string; customerId: string },
  kinds: InvoiceNoticeKind[],
  due: readonly Due[],
): Promise<boolean> {
  const { tenantId, clock } = scope;
  const where = { tenantId, invoiceId: invoice.id, kind: { in: kinds } };
  const known = await tx.invoiceNotice.findMany({ where });
  if (areSameNotices(known, due)) return false;
  const now = clock.now();
  for (const one of due) {
    const before = known.find((row) => isOf(row, one));
    if (before && saysSo(before, one)) continue;
    const { openedAt, ...said } = one;
    const columns = { ...said, closedAt: null, isDismissed: false, updatedAt: now };
    const after = before
      ? await tx.invoiceNotice.update({ where: keyOf(before), data: columns })
      : await tx.invoiceNotice.create({
          data: {
            tenantId,
            id: newId("invoiceNotice"),
            invoiceId: invoice.id,
            customerId: invoice.customerId,
            ...columns,
            openedAt: openedAt ?? now,
            createdAt: now,
          },
        });
    await record(tx, scope, "invoice_notice.opened", before ?? null, after);
  }
  for (const before of known) {
    if (before.closedAt !== null || due.some((one) => isOf(before, one))) continue;
    const after = await tx.invoiceNotice.update({
      where: keyOf(before),
      data: { closedAt: now, updatedAt: now },
    });
    await record(tx, scope, "invoice_notice.closed", before, after);
  }
  return true;
}

function keyOf({ tenantId, id }: InvoiceNotice) {
  return { tenantId_id: { tenantId, id } };
}

function record(
  tx: Tx,
  scope: Scope,
  type: "invoice_notice.opened" | "invoice_notice.closed",
  before: InvoiceNotice | null,
  after: InvoiceNotice,
): Promise<void> {
  return recordChange(tx, scope, {
    type,
    objectType: "invoice_notice",
    objectId: after.id,
    after: viewNotice(after),
    ...(before && { before: viewNotice(before) }),
  });
}
