import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { formatMoney, smaller, toWireAmount } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { type Release, releaseInvoice, takeOffInvoice } from "../charges/release-charges.ts";
import { settleUncollectibleCredits } from "../charges/uncollectible-credits.ts";
import { writeDecision } from "./decisions.ts";
import { refundedAlone } from "./given-of-paid.ts";
import { issueAnew } from "./issue-invoice.ts";
import { settledStatus, statusAfter } from "./lifecycle.ts";
import type { LoadedInvoice } from "./load-invoice.ts";
import { requireLikelyDay } from "./money-day.ts";
import { lockOpen, recordInvoice } from "./open-invoice.ts";
import { keepOverpayment } from "./overpayment.ts";
import { amountsOf } from "./rules.ts";

interface Payment {
  /** Minor units; null: the whole balance. */
  amount: bigint | null;
  paidAt: Date;
  reference: string | null;
  /** Whether what is beyond the balance becomes the customer's credit. */
  keepsOverpayment: boolean;
}

/**
 * Adds a payment to an invoice of ours, also to one that was given up: what a change of plan gave back for its time is then owed again for
 * less. What it brings beyond what is owed is the customer's credit, where that is asked for.
 */
export async function addPayment(tx: Tx, scope: Scope, id: string, payment: Payment): Promise<LoadedInvoice> {
  const { tenantId, clock, actor } = scope;
  const now = clock.now();
  const row = await lockOpen(tx, scope, id, ["OPEN", "UNCOLLECTIBLE"]);
  requireLikelyDay(payment.paidAt, row);
  const remaining = row.amountDue - row.amountPaid;
  const came = payment.amount ?? remaining;
  const amount = smaller(came, remaining);
  const surplus = came - amount;
  if (surplus > 0n && !payment.keepsOverpayment) {
    const left = formatMoney(remaining, row.currency);
    const details = { remaining: toWireAmount(remaining), left_to_pay: left };
    throw new ApiError("payment_exceeds_balance", {
      details: { ...details, surplus: formatMoney(surplus, row.currency) },
    });
  }
  const { paidAt, reference } = payment;
  await requireNew(tx, scope, row, { came, paidAt, reference });
  const money = { tenantId, id: newId("invoicePayment"), invoiceId: id, amount, surplus, reference, paidAt };
  await tx.invoicePayment.create({
    data: { ...money, actorType: actor.type, actorId: actor.id, createdAt: now },
  });
  if (surplus > 0n) await keepOverpayment(tx, scope, row, { id: money.id, surplus });
  const isPaid = await settlePaid(tx, scope, row, paidAt);
  return recordInvoice(tx, scope, isPaid ? "pay" : "pay_part", row);
}

/** Refuses what was recorded already: of the same amount, day and reference. Throws payment_duplicate. */
async function requireNew(
  tx: Tx,
  { tenantId }: Scope,
  { id: invoiceId, currency }: LoadedInvoice,
  { came, paidAt, reference }: { came: bigint; paidAt: Date; reference: string | null },
): Promise<void> {
  if (reference === null) return;
  const alike = await tx.invoicePayment.findMany({
    where: { tenantId, invoiceId, reference, takenBackAt: null },
  });
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  if (alike.some((one) => one.amount + one.surplus === came && dayOf(one.paidAt) === dayOf(paidAt)))
    throw new ApiError("payment_duplicate", { details: { amount: formatMoney(came, currency), reference } });
}

/**
 * Pays a locked, open invoice of ours with the customer's credit, at most what is left to pay: that much less is due. The caller takes
 * it from where the credit is. Returns the invoice as it is then.
 */
export async function payByCredit(
  tx: Tx,
  scope: Scope,
  row: LoadedInvoice,
  amount: bigint,
): Promise<LoadedInvoice> {
  const { tenantId, clock } = scope;
  const amountDue = row.amountDue - amount;
  const isPaid = amountDue === row.amountPaid;
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id: row.id } },
    data: {
      amountDue,
      updatedAt: clock.now(),
      ...(isPaid && { status: statusAfter(row.status, "pay"), paidAt: clock.now() }),
    },
  });
  return recordInvoice(tx, scope, isPaid ? "pay" : "pay_part", row);
}

/**
 * Makes a locked invoice of ours say what is due, as the caller has it, and what was paid of it: the sum of its payments that were not
 * taken back. This is the one place that says so. With nothing left to pay it is PAID, at `paidAt`; one that was PAID is OPEN again. What
 * is owed again for the time of one that was given up follows. Returns whether it is PAID.
 */
export async function settlePaid(
  tx: Tx,
  scope: Scope,
  { id, status, amountDue, creditNotes, subscriptionId }: LoadedInvoice,
  paidAt: Date | null,
): Promise<boolean> {
  const { tenantId, clock } = scope;
  const { _sum } = await tx.invoicePayment.aggregate({
    where: { tenantId, invoiceId: id, takenBackAt: null },
    _sum: { amount: true, surplus: true },
  });
  const amountPaid = _sum.amount ?? 0n;
  const isPaid = amountPaid === amountDue;
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      amountDue,
      creditNotes,
      amountPaid,
      amountSurplus: _sum.surplus ?? 0n,
      updatedAt: clock.now(),
      status: settledStatus(status, isPaid),
      paidAt: isPaid ? (paidAt ?? clock.now()) : null,
    },
  });
  if (status === "UNCOLLECTIBLE" && subscriptionId !== null)
    await settleUncollectibleCredits(tx, scope, subscriptionId);
  return isPaid;
}

/**
 * Marks an invoice of ours void: nothing more is owed for it, and its number is not used again. `release` says what becomes of its charges;
 * REISSUED: they are on a new invoice, with the credit that it had used.
 */
export async function markVoid(
  tx: Tx,
  scope: Scope,
  id: string,
  release: Release | { to: "REISSUED"; reason: string | null },
): Promise<LoadedInvoice> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const row = await lockOpen(tx, scope, id);
  // Credit that was settled with it has paid it in part, too.
  if (row.amountPaid > 0n || amountsOf(row).fromCredit > 0n)
    throw new ApiError("invoice_status_conflict", { details: { status: "partially paid" } });
  // Money that went back of payments that were taken back is owed, and credit that paid it is credit again already.
  const givenBack = row.amountCredited - (row.creditNotes ?? 0n) + (await refundedAlone(tx, scope, id));
  if (givenBack > 0n)
    throw new ApiError("invoice_status_conflict", { details: { status: "given back in part" } });
  if (release.to === "WAITING" && row.subscriptionId === null)
    throw new ApiError("charge_without_subscription");
  const replacedById = release.to === "REISSUED" ? newId("invoice") : null;
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id } },
    data: { status: statusAfter(row.status, "void"), voidedAt: now, updatedAt: now, replacedById },
  });
  const isReissued = release.to === "REISSUED";
  const charges = isReissued ? await takeOffInvoice(tx, scope, id, "REISSUED") : [];
  if (!isReissued) await releaseInvoice(tx, scope, id, () => release);
  await writeDecision(tx, scope, id, { kind: isReissued ? "REISSUED" : "VOIDED", reason: release.reason });
  const voided = await recordInvoice(tx, scope, "void", row);
  if (replacedById !== null) await issueAnew(tx, scope, replacedById, voided, charges);
  return voided;
}

/**
 * Gives up what is left to pay of an invoice of ours: it is UNCOLLECTIBLE, and not overdue any more. What a change of plan gave back for its
 * time is owed again, at most as much as is not paid. Later payments take both back, as far as they go. Throws invoice_not_found,
 * invoice_status_conflict or invoice_collected_by_card.
 */
export async function writeOff(tx: Tx, scope: Scope, id: string, reason: string): Promise<LoadedInvoice> {
  const { tenantId, clock } = scope;
  const row = await lockOpen(tx, scope, id);
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id } },
    data: { status: statusAfter(row.status, "write_off"), updatedAt: clock.now() },
  });
  await writeDecision(tx, scope, id, { kind: "WRITTEN_OFF", reason });
  if (row.subscriptionId !== null) await settleUncollectibleCredits(tx, scope, row.subscriptionId);
  return recordInvoice(tx, scope, "write_off", row);
}

/**
 * Takes that back: what was given up is to be paid again, with the due date that the invoice has, and what a change of plan gave back for
 * its time is given again. Throws invoice_not_found, invoice_status_conflict or invoice_collected_by_card.
 */
export async function reopen(tx: Tx, scope: Scope, id: string, reason: string): Promise<LoadedInvoice> {
  const { tenantId, clock } = scope;
  const row = await lockOpen(tx, scope, id, ["UNCOLLECTIBLE"]);
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id } },
    data: { status: statusAfter(row.status, "reopen"), updatedAt: clock.now() },
  });
  await writeDecision(tx, scope, id, { kind: "REOPENED", reason });
  if (row.subscriptionId !== null) await settleUncollectibleCredits(tx, scope, row.subscriptionId);
  return recordInvoice(tx, scope, "reopen", row);
}
