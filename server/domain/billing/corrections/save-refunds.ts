import type { CorrectionRequest, Refund } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderCorrections } from "../../../providers/port.ts";
import { recordChange } from "../../events/record-change.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { viewRefund } from "../refunds/view-refund.ts";
import { isSame } from "./is-same.ts";
import { ProviderRequest } from "./provider-request.ts";
import { inTheNameOf, requestOf } from "./request-of.ts";

/** A refund as it was read, in our columns. */
interface Read {
  columns: Pick<Refund, "status" | "amount" | "creditNoteId" | "reference">;
  providerRefundId: string | null;
  key: string | null;
  reason: string | null;
  createdAt: Date;
}

/**
 * Saves the refunds of a locked invoice of the card provider's, with their events: those of its payments, and what its credit notes
 * gave back outside of the provider. A refund of a payment that paid several invoices stays with the one that it was read with first.
 * Returns whether anything changed.
 */
export async function saveRefunds(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  remote: ProviderCorrections,
  isNameless: boolean,
): Promise<boolean> {
  const { tenantId, clock } = scope;
  const { id: invoiceId } = invoice;
  const read = await readingOf(tx, tenantId, invoiceId, remote, isNameless);
  const ids = read.flatMap(({ providerRefundId }) => providerRefundId ?? []);
  const known = await tx.refund.findMany({
    where: {
      tenantId,
      provider: BY_CARD,
      OR: [{ invoiceId }, { providerRefundId: { in: ids } }],
    },
  });
  let isChanged = false;
  for (const one of read) {
    const before = known.find(({ providerRefundId, creditNoteId }) =>
      one.providerRefundId === null
        ? providerRefundId === null && creditNoteId === one.columns.creditNoteId
        : providerRefundId === one.providerRefundId,
    );
    if (before && (before.invoiceId !== invoiceId || isSame(before, { ...before, ...one.columns }))) continue;
    const request = before ? null : await requestOf(tx, scope, one.key);
    const asking = inTheNameOf(request, scope);
    const after = before
      ? await tx.refund.update({
          where: { tenantId_id: { tenantId, id: before.id } },
          data: { ...one.columns, updatedAt: clock.now() },
        })
      : await create(tx, asking, invoice, { ...one, reason: isNameless ? null : reasonOf(request, one) });
    await recordChange(tx, asking, {
      type: before ? "refund.updated" : "refund.created",
      objectType: "refund",
      objectId: after.id,
      ...(before && { before: viewRefund(before) }),
      after: viewRefund(after),
    });
    isChanged = true;
  }
  return isChanged;
}

/** The words of who asked for it here, or the provider's. */
function reasonOf(request: CorrectionRequest | null, { reason }: Read): string | null {
  const plan = request && ProviderRequest.parse(request.plan);
  return plan?.kind === "REFUND" ? (plan.reason ?? reason) : reason;
}

async function readingOf(
  tx: Tx,
  tenantId: string,
  invoiceId: string,
  { creditNotes, refunds }: ProviderCorrections,
  isNameless: boolean,
): Promise<Read[]> {
  const rows = await tx.creditNote.findMany({
    where: { tenantId, invoiceId },
    select: { id: true, providerCreditNoteId: true },
  });
  const noteIdOf = new Map(rows.map((row) => [row.providerCreditNoteId, row.id]));
  const given = refunds.map(({ id, key, status, amount, reason, reference, createdAt }): Read => {
    const note = creditNotes.find((one) => one.refunds.some((refund) => refund.id === id));
    const creditNoteId = (note && noteIdOf.get(note.id)) ?? null;
    return {
      columns: { status, amount, creditNoteId, reference: isNameless ? null : reference },
      providerRefundId: id,
      key,
      reason,
      createdAt,
    };
  });
  const outside = creditNotes
    .filter(({ outOfBand }) => outOfBand > 0n)
    .map(({ id, status, outOfBand: amount, createdAt }): Read => {
      const isVoid = status === "VOID";
      const creditNoteId = noteIdOf.get(id) ?? null;
      return {
        columns: { status: isVoid ? "CANCELED" : "SUCCEEDED", amount, creditNoteId, reference: null },
        providerRefundId: null,
        key: null,
        reason: null,
        createdAt,
      };
    });
  return [...given, ...outside];
}

function create(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  { id: invoiceId, customerId, provider, currency }: LoadedInvoice,
  { columns, providerRefundId, reason, createdAt }: Read,
): Promise<Refund> {
  return tx.refund.create({
    data: {
      tenantId,
      id: newId("refund"),
      provider,
      providerRefundId,
      invoiceId,
      customerId,
      currency,
      ...columns,
      reason,
      refundedAt: createdAt,
      createdAt,
      updatedAt: clock.now(),
      actorType: actor.type,
      actorId: actor.id,
    },
  });
}
