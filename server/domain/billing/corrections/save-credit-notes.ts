import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderCreditNote } from "../../../providers/port.ts";
import { recordChange } from "../../events/record-change.ts";
import {
  CREDIT_NOTE_PARTS,
  type LoadedCreditNote,
  viewCreditNote,
} from "../credit-notes/view-credit-note.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { isSame } from "./is-same.ts";
import { inTheNameOf, requestOf } from "./request-of.ts";

/**
 * Saves the credit notes of a locked invoice of the card provider's, with their events. What takes them back in the journal is posted
 * with the invoice, the customer's balance and the refunds. Returns whether anything changed.
 */
export async function saveCreditNotes(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  remotes: readonly ProviderCreditNote[],
  isNameless: boolean,
): Promise<boolean> {
  const { tenantId, clock } = scope;
  const known = await tx.creditNote.findMany({
    where: { tenantId, invoiceId: invoice.id },
    include: CREDIT_NOTE_PARTS,
  });
  let isChanged = false;
  for (const remote of remotes) {
    const before = known.find(({ providerCreditNoteId }) => providerCreditNoteId === remote.id);
    const columns = columnsOf(remote, isNameless);
    if (before ? isSame(before, { ...before, ...columns }) : columns.amount <= 0n) continue;
    const asking = before ? scope : inTheNameOf(await requestOf(tx, scope, remote.key), scope);
    const id = before?.id ?? (await create(tx, asking, invoice, remote, columns));
    if (before)
      await tx.creditNote.update({
        where: { tenantId_id: { tenantId, id } },
        data: { ...columns, updatedAt: clock.now() },
      });
    await record(tx, asking, id, before);
    isChanged = true;
  }
  return isChanged;
}

type Columns = ReturnType<typeof columnsOf>;

/** The words on a note are a person's: none are kept of a person who was erased. */
function columnsOf(remote: ProviderCreditNote, isNameless: boolean) {
  const { number, status, amount, offDue, postPayment, outOfBand, tax, reason, refunds, voidedAt } = remote;
  const toRefund = refunds.reduce((sum, one) => sum + one.amount, outOfBand);
  return {
    displayNumber: number,
    status,
    amount,
    offDue,
    tax,
    voidedAt,
    toRefund,
    toBalance: postPayment - toRefund,
    reason: isNameless ? null : reason,
  };
}

async function create(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  invoice: LoadedInvoice,
  remote: ProviderCreditNote,
  columns: Columns,
): Promise<string> {
  const { id: invoiceId, customerId, subscriptionId, provider, lines } = invoice;
  const id = newId("creditNote");
  await tx.creditNote.create({
    data: {
      tenantId,
      id,
      provider,
      providerCreditNoteId: remote.id,
      invoiceId,
      customerId,
      subscriptionId,
      ...columns,
      currency: remote.currency,
      issuedAt: remote.issuedAt,
      createdAt: remote.createdAt,
      actorType: actor.type,
      actorId: actor.id,
      updatedAt: clock.now(),
    },
  });
  const lineOf = new Map(lines.map((line) => [line.providerLineId, line.id]));
  await tx.creditNoteLine.createMany({
    data: remote.lines
      .filter(({ amount }) => amount > 0n)
      .map(({ invoiceLineId, description, amount }, position) => ({
        tenantId,
        id: newId("creditNoteLine"),
        creditNoteId: id,
        position,
        description,
        amount,
        invoiceLineId: (invoiceLineId !== null && lineOf.get(invoiceLineId)) || null,
      })),
  });
  return id;
}

async function record(tx: Tx, scope: Scope, id: string, before: LoadedCreditNote | undefined): Promise<void> {
  const after = await tx.creditNote.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: CREDIT_NOTE_PARTS,
  });
  const isVoided = before?.status === "ISSUED" && after.status === "VOID";
  await recordChange(tx, scope, {
    type: !before ? "credit_note.created" : isVoided ? "credit_note.voided" : "credit_note.updated",
    objectType: "credit_note",
    objectId: id,
    ...(before && { before: viewCreditNote(before) }),
    after: viewCreditNote(after),
  });
}
