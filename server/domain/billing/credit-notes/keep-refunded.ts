import type { Scope, Tx } from "../../../platform/scope.ts";
import { placeCharges } from "../charges/place-charges.ts";
import { chargeKey, type NewCharge } from "../charges/rules.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { takerOf } from "../invoices/credit-taker.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { getCreditNoteOrThrow } from "./list-credit-notes.ts";
import { splitLines, splitNote } from "./rules.ts";
import { changeNote } from "./take-back-notes.ts";
import type { LoadedCreditNote } from "./view-credit-note.ts";

/**
 * What becomes of the amount of a note of ours whose refund is taken back: it lowers what is to be paid of the locked invoice, and what
 * was paid is credit. Returns how much comes off what is to be paid; the invoice's row and event are the caller's.
 */
export async function keepRefunded(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  { id: refundId, creditNoteId, amount }: { id: string; creditNoteId: string; amount: bigint },
): Promise<bigint> {
  const note = await getCreditNoteOrThrow(tx, scope, creditNoteId);
  const { offDue, paid } = splitNote(amount, invoice.amountDue - invoice.amountPaid);
  if (paid > 0n) await writeCredit(tx, scope, invoice, note, { refundId, amount: paid });
  await changeNote(tx, scope, note, {
    offDue: note.offDue + offDue,
    toBalance: note.toBalance + paid,
    toRefund: note.toRefund - amount,
  });
  return offDue;
}

/** What stood on the invoice against the money that went back leaves it, and waits as credit. */
async function writeCredit(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  note: LoadedCreditNote,
  { refundId, amount }: { refundId: string; amount: bigint },
): Promise<void> {
  const { tenantId } = scope;
  const { customerId, subscriptionId, provider, currency } = invoice;
  const owner = { customerId, subscriptionId, provider, currency };
  const keys = note.lines.map(({ id }) => chargeKey.creditNote(id));
  const onInvoice = await tx.charge.findMany({
    where: { tenantId, key: { in: keys } },
    orderBy: { id: "asc" },
  });
  const lefts = [];
  for (const charge of onInvoice) {
    const of = { where: { tenantId, corrects: charge.id }, _sum: { amount: true } } as const;
    const left = -charge.amount - ((await tx.charge.aggregate(of))._sum.amount ?? 0n);
    lefts.push({ charge, amount: left });
  }
  const parts = splitLines(lefts, amount).filter(({ first }) => first > 0n);
  const kept = parts.map(({ line: { charge }, first }): NewCharge => {
    const { key, description, periodStart, periodEnd } = charge;
    return {
      key: chargeKey.refundKept(key, refundId),
      cause: "CORRECTION",
      sourceId: note.id,
      amount: first,
      description,
      isProration: false,
      period: { start: periodStart, end: periodEnd },
      correctsKey: key,
    };
  });
  const lineOf = (key: string) => note.lines.find(({ id }) => chargeKey.creditNote(id) === key)?.id ?? "";
  const written = await writeCharges(tx, scope, owner, kept);
  const placed = written.map(({ id }, at) => ({
    chargeId: id,
    lineId: lineOf(kept[at]?.correctsKey ?? ""),
  }));
  await placeCharges(tx, scope, invoice.id, placed);
  const credit = kept.map((one) => ({
    ...one,
    key: chargeKey.creditOfNote(lineOf(one.correctsKey ?? ""), refundId),
    amount: -one.amount,
    correctsKey: one.key,
  }));
  await writeCharges(tx, scope, { ...owner, subscriptionId: await takerOf(tx, scope, invoice) }, credit);
}
