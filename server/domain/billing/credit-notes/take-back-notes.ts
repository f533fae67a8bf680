import type { Charge } from "../../../platform/database/client/client.ts";
import { smaller } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { placeCharges } from "../charges/place-charges.ts";
import { chargeKey, type NewCharge } from "../charges/rules.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { refundedOf } from "../invoices/given-of-paid.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { paidByCredit } from "../invoices/paid-by-credit.ts";
import { askForUsed, takeBackCredit } from "../invoices/take-back-credit.ts";
import { creditNotPaidFor } from "./rules.ts";
import { CREDIT_NOTE_PARTS, type LoadedCreditNote, viewCreditNote } from "./view-credit-note.ts";

/**
 * How much of the credit that an invoice's notes gave nothing paid for any more, were so much of its money left: that comes off what is
 * to be paid instead.
 */
export async function findNotPaidFor(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  moneyLeft: bigint,
): Promise<bigint> {
  const notes = await findWithCredit(tx, scope, invoice.id);
  return creditNotPaidFor({
    credited: notes.reduce((sum, { toBalance }) => sum + toBalance, 0n),
    money: moneyLeft - (await refundedOf(tx, scope, invoice.id)),
    byCredit: await paidByCredit(tx, scope, invoice),
  });
}

/**
 * Takes back so much of the credit that the notes of a locked invoice of ours gave, the last note first, because the payment that it
 * came from is taken back: it comes off what is to be paid of the invoice instead. What was used of it meanwhile is owed. Returns the
 * invoice as it is to be, which the caller writes.
 */
export async function takeBackNotes(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  { amount, paymentId }: { amount: bigint; paymentId: string },
): Promise<LoadedInvoice> {
  if (amount === 0n) return invoice;
  let rest = amount;
  let isOfNone = false;
  for (const note of await findWithCredit(tx, scope, invoice.id)) {
    const part = smaller(rest, note.toBalance);
    if (part === 0n) break;
    rest -= part;
    for (const { charge, lineId, taken } of await partsOf(tx, scope, note, part)) {
      await takeBackCredit(tx, scope, charge, {
        amount: taken,
        sourceId: paymentId,
        key: chargeKey.noteTakenBack(charge.key, paymentId),
        neverUsedKey: chargeKey.noteNeverUsed(charge.key, paymentId),
      });
      await lowerInvoice(tx, scope, invoice, { charge, lineId, taken, paymentId });
      isOfNone ||= charge.subscriptionId === null;
    }
    await changeNote(tx, scope, note, { offDue: note.offDue + part, toBalance: note.toBalance - part });
  }
  if (rest > 0n) throw new Error(`The notes of ${invoice.id} gave ${rest} less as credit`);
  if (isOfNone) await askForUsed(tx, scope, invoice);
  return {
    ...invoice,
    amountDue: invoice.amountDue - amount,
    creditNotes: (invoice.creditNotes ?? 0n) + amount,
  };
}

/** Whether credit that an invoice's notes gave is for no subscription: what was used of it is asked for at once where it is taken back. */
export async function isCreditOfNotesForNone(tx: Tx, scope: Scope, invoiceId: string): Promise<boolean> {
  const notes = await findWithCredit(tx, scope, invoiceId);
  const keys = notes.flatMap(({ lines }) => lines.map(({ id }) => chargeKey.creditOfNote(id)));
  const where = { tenantId: scope.tenantId, key: { in: keys }, subscriptionId: null };
  return (await tx.charge.count({ where })) > 0;
}

/** The notes of an invoice that gave credit, the last one first. */
function findWithCredit(tx: Tx, { tenantId }: Scope, invoiceId: string): Promise<LoadedCreditNote[]> {
  return tx.creditNote.findMany({
    where: { tenantId, invoiceId, status: "ISSUED", toBalance: { gt: 0n } },
    orderBy: { number: "desc" },
    include: CREDIT_NOTE_PARTS,
  });
}

/** What is taken back of each credit that a note gave, with the line of the note. */
async function partsOf(tx: Tx, { tenantId }: Scope, note: LoadedCreditNote, amount: bigint) {
  const credits = await tx.charge.findMany({
    where: { tenantId, sourceId: note.id, key: { startsWith: "credit_note:" }, amount: { lt: 0n } },
    orderBy: { id: "asc" },
  });
  let rest = amount;
  const parts: { charge: Charge; lineId: string; taken: bigint }[] = [];
  for (const { id: lineId } of note.lines)
    for (const charge of credits.filter(({ key }) => key.startsWith(chargeKey.creditOfNote(lineId)))) {
      const of = { where: { tenantId, corrects: charge.id }, _sum: { amount: true } } as const;
      const left = -charge.amount - ((await tx.charge.aggregate(of))._sum.amount ?? 0n);
      const taken = smaller(rest, left);
      if (taken <= 0n) continue;
      rest -= taken;
      parts.push({ charge, lineId, taken });
    }
  if (rest > 0n) throw new Error(`The credit of ${note.id} is ${rest} less than it says`);
  return parts;
}

/** What the note gave is on its invoice then, as what it took off what was to be paid. */
async function lowerInvoice(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  { charge, lineId, taken, paymentId }: { charge: Charge; lineId: string; taken: bigint; paymentId: string },
): Promise<void> {
  const { customerId, subscriptionId, provider, currency } = invoice;
  const { description, periodStart, periodEnd, sourceId } = charge;
  const off: NewCharge = {
    key: chargeKey.offDueInstead(charge.id, paymentId),
    cause: "CORRECTION",
    amount: -taken,
    description,
    isProration: false,
    period: { start: periodStart, end: periodEnd },
    ...(sourceId !== null && { sourceId }),
  };
  const owner = { customerId, subscriptionId, provider, currency };
  const written = await writeCharges(tx, scope, owner, [off]);
  const placed = written.map(({ id }) => ({ chargeId: id, lineId }));
  await placeCharges(tx, scope, invoice.id, placed);
}

/** Changes what became of a note of ours, with its event. */
export async function changeNote(
  tx: Tx,
  scope: Scope,
  note: LoadedCreditNote,
  data: { offDue?: bigint; toBalance?: bigint; toRefund?: bigint },
): Promise<void> {
  const key = { tenantId_id: { tenantId: scope.tenantId, id: note.id } };
  const changed = await tx.creditNote.update({
    where: key,
    data: { ...data, updatedAt: scope.clock.now() },
    include: CREDIT_NOTE_PARTS,
  });
  await recordChange(tx, scope, {
    type: "credit_note.updated",
    objectType: "credit_note",
    objectId: note.id,
    before: viewCreditNote(note),
    after: viewCreditNote(changed),
  });
}
