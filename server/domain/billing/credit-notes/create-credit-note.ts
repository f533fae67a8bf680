import type { z } from "zod";
import type { Charge } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { placeCharges } from "../charges/place-charges.ts";
import { chargeKey, type NewCharge } from "../charges/rules.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { takerOf } from "../invoices/credit-taker.ts";
import { letterheadOf } from "../invoices/letterhead.ts";
import { statusAfter } from "../invoices/lifecycle.ts";
import { type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { recordInvoice } from "../invoices/open-invoice.ts";
import { recordRefund, refundMoment } from "../refunds/record-refund.ts";
import { changeInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import { type Draft, draftNote } from "./draft-note.ts";
import { getCreditNoteOrThrow } from "./list-credit-notes.ts";
import { mailCreditNote } from "./mail-credit-note.ts";
import { wantedOf } from "./preview-credit-note.ts";
import { splitLines } from "./rules.ts";
import type { CreateCreditNote, CreditNote } from "./schema.ts";
import { type LoadedCreditNote, viewCreditNote } from "./view-credit-note.ts";

type Input = z.output<typeof CreateCreditNote>;

/**
 * Issues a credit note for an invoice of ours. What was not paid yet lowers what is to be paid, and at 0 the invoice is PAID; what was paid
 * becomes credit of the subscription or is given back, as `to` says. Its number follows the last one without a gap. Of several at once each
 * finds what the others left. Throws invoice_not_found, payment_date_too_early or refund_date_in_future.
 */
export async function createCreditNote(caller: Scope, input: Input): Promise<z.output<typeof CreditNote>> {
  const note = await changeInvoice(caller, input.id, async (tx, scope) => {
    const invoice = await lockInvoice(tx, scope, input.id);
    const draft = await draftNote(tx, scope, invoice, {
      ...wantedOf(input),
      seen: input.left_to_credit,
    });
    const { reason, reference = null, refunded_at: at } = input;
    const written = await writeNote(tx, scope, invoice, draft, reason);
    await writeCorrections(tx, scope, invoice, draft, written);
    if (draft.toRefund > 0n) {
      const refundedAt = refundMoment(at, scope.clock.now());
      const given = { amount: draft.toRefund, creditNoteId: written.id, reason, reference, refundedAt };
      await recordRefund(tx, scope, invoice, given);
    }
    await creditInvoice(tx, scope, invoice, draft);
    await mailCreditNote(tx, scope, written);
    return written;
  });
  return viewCreditNote(note);
}

/** Writes the note and its lines under the tenant's next number, with its event. */
async function writeNote(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  draft: Draft,
  reason: string,
): Promise<LoadedCreditNote> {
  const { tenantId, actor, clock } = scope;
  const now = clock.now();
  const id = newId("creditNote");
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: invoice.customerId } },
  });
  const tenant = await tx.tenant.update({
    where: { id: tenantId },
    data: { nextCreditNoteNumber: { increment: 1 } },
  });
  const number = tenant.nextCreditNoteNumber - 1;
  const { provider, id: invoiceId, customerId, subscriptionId, currency } = invoice;
  const { amount, offDue, toBalance, toRefund } = draft;
  await tx.creditNote.create({
    data: {
      tenantId,
      id,
      provider,
      invoiceId,
      customerId,
      subscriptionId,
      currency,
      amount,
      offDue,
      toBalance,
      toRefund,
      reason,
      number,
      displayNumber: `${tenant.creditNoteNumberPrefix}${String(number).padStart(5, "0")}`,
      letterhead: letterheadOf(tenant, customer),
      actorType: actor.type,
      actorId: actor.id,
      issuedAt: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  await tx.creditNoteLine.createMany({
    data: draft.lines.map(({ charge: _, ...line }, position) => ({
      tenantId,
      id: newId("creditNoteLine"),
      creditNoteId: id,
      position,
      ...line,
    })),
  });
  const note = await getCreditNoteOrThrow(tx, scope, id);
  const after = viewCreditNote(note);
  await recordChange(tx, scope, {
    type: "credit_note.created",
    objectType: "credit_note",
    objectId: id,
    after,
  });
  return note;
}

/**
 * A charge for each line of the note, which takes back the charge of the invoice's line: what lowers the invoice, or is given back as
 * money, is on the invoice; credit waits for the next one, of a subscription or else of the customer.
 */
async function writeCorrections(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  draft: Draft,
  note: LoadedCreditNote,
): Promise<void> {
  const { customerId, subscriptionId, provider, currency, id: invoiceId } = invoice;
  const parts = splitLines(note.lines, note.offDue + note.toRefund).flatMap(({ line, first, rest }) => {
    const corrected = draft.lines.find(({ invoiceLineId }) => invoiceLineId === line.invoiceLineId)?.charge;
    if (!corrected) return [];
    const partOf = (key: string, amount: bigint) =>
      amount === 0n ? [] : [takenBack(note, corrected, { key, amount })];
    const onInvoice = partOf(chargeKey.creditNote(line.id), first);
    return [{ lineId: line.id, onInvoice, credit: partOf(chargeKey.creditOfNote(line.id), rest) }];
  });
  const owner = { customerId, subscriptionId, provider, currency };
  const onInvoice = parts.filter((part) => part.onInvoice.length > 0);
  const written = await writeCharges(
    tx,
    scope,
    owner,
    onInvoice.flatMap((part) => part.onInvoice),
  );
  const placed = written.map(({ id }, at) => ({ chargeId: id, lineId: onInvoice[at]?.lineId ?? "" }));
  await placeCharges(tx, scope, invoiceId, placed);
  const credit = parts.flatMap((part) => part.credit);
  if (credit.length === 0) return;
  await writeCharges(tx, scope, { ...owner, subscriptionId: await takerOf(tx, scope, invoice) }, credit);
}

/** The part of a charge that a note takes back. */
function takenBack(
  note: LoadedCreditNote,
  corrected: Charge,
  { key, amount }: { key: string; amount: bigint },
): NewCharge {
  return {
    key,
    cause: "CORRECTION",
    sourceId: note.id,
    amount: -amount,
    description: `Credit note ${note.displayNumber}: ${corrected.description}`,
    isProration: false,
    period: { start: corrected.periodStart, end: corrected.periodEnd },
    correctsKey: corrected.key,
  };
}

/** The invoice with what the note takes off, credits and gives back; one that nothing is left to pay of is PAID. */
async function creditInvoice(tx: Tx, scope: Scope, before: LoadedInvoice, draft: Draft): Promise<void> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const { id } = before;
  const amountDue = before.amountDue - draft.offDue;
  const isSettled = before.status === "OPEN" && amountDue === before.amountPaid;
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      amountDue,
      creditNotes: (before.creditNotes ?? 0n) + draft.offDue,
      amountCredited: before.amountCredited + draft.amount,
      amountRefunded: before.amountRefunded + draft.toRefund,
      updatedAt: now,
      ...(isSettled && { status: statusAfter(before.status, "pay"), paidAt: now }),
    },
  });
  await recordInvoice(tx, scope, isSettled ? "pay" : "credit", before);
}
