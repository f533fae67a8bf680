import { ApiError } from "../../../errors/api-error.ts";
import type { Charge, Customer, Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { placeCharges } from "../charges/place-charges.ts";
import { chargeKey, type NewCharge } from "../charges/rules.ts";
import { lockWaiting } from "../charges/waiting-charges.ts";
import { type Owner, writeCharges } from "../charges/write-charges.ts";
import type { Period } from "../terms/period.ts";
import { DAY_MS, dueAfter } from "./due-date.ts";
import { letterheadOf } from "./letterhead.ts";
import { eventOfInvoice, statusAfter } from "./lifecycle.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "./load-invoice.ts";
import { mailInvoice } from "./mail-invoice.ts";
import { viewInvoice } from "./view-invoice.ts";

export interface InvoiceOrder {
  /** id null: for none. It takes the credit that the customer has for no subscription. */
  subscription: { id: string | null; currency: string; dueDays: number | null };
  customer: Customer;
  reason:
    | "one_off"
    | "subscription_create"
    | "subscription_cycle"
    | "subscription_update"
    | "final"
    | "manual";
  /** What is charged now, with the invoice. */
  charges: readonly NewCharge[];
  period: Period;
  /** What the customer was quoted: the invoice comes to exactly that. Left out where there was no quote. */
  quoted?: bigint | undefined;
  /**
   * Where credit goes that the invoice leaves: to another subscription's next invoice, or, which the caller records, out as money, or
   * this much of it to an open invoice, by its number; the rest of that waits.
   */
  creditTo?: { subscriptionId: string } | { invoice: string; used: bigint } | "MONEY" | undefined;
}

/**
 * Issues an invoice of ours of these charges and those that wait for the subscription's next invoice, or, for none, for the customer's. Its
 * number follows the last one without a gap: it is given under the tenant's row lock, in the caller's transaction. When credit exceeds it,
 * its total is 0 and the rest of the credit waits for the next one. Returns null when there is nothing to bill, and uses no number. Throws
 * quote_price_changed.
 */
export async function issueInvoice(tx: Tx, scope: Scope, order: InvoiceOrder): Promise<LoadedInvoice | null> {
  const { subscription, customer, reason, period, quoted, creditTo } = order;
  const { currency, dueDays } = subscription;
  const id = newId("invoice");
  const owner: Owner = {
    customerId: customer.id,
    subscriptionId: subscription.id,
    provider: BY_INVOICE,
    currency,
  };
  const waiting = await lockWaiting(tx, scope, subscription.id ?? { customerId: customer.id, currency });
  const charges = [...(await writeCharges(tx, scope, owner, order.charges)), ...waiting];
  if (charges.length === 0) return null;
  const sum = sumOf(charges);
  if (quoted !== undefined && sum !== quoted) throw new ApiError("quote_price_changed");
  if (sum < 0n) charges.push(...(await writeCharges(tx, scope, owner, [carried(id, -sum, order)])));
  const invoice = { id, customer, subscriptionId: subscription.id, reason, currency, dueDays, period };
  const displayNumber = await writeInvoice(tx, scope, { ...invoice, replaced: null }, charges);
  const rest = creditTo === "MONEY" ? 0n : isOfInvoice(creditTo) ? sum + creditTo.used : sum;
  if (rest < 0n) {
    const other = creditTo === "MONEY" || isOfInvoice(creditTo) ? undefined : creditTo?.subscriptionId;
    const taker = { ...owner, subscriptionId: other ?? owner.subscriptionId };
    await writeCharges(tx, scope, taker, [creditFrom(id, displayNumber, rest, period)]);
  }
  return announce(tx, scope, id, customer);
}

/**
 * Issues a void invoice of ours anew under the id given: of the charges that were on it, with the credit among them, under the next
 * number, with today's date, the letterhead as it is now, and a due date as for a new one: not before the due date that it had, as
 * that may have been extended. Reminders that were stopped stay stopped.
 */
export async function issueAnew(
  tx: Tx,
  scope: Scope,
  id: string,
  replaced: LoadedInvoice,
  charges: readonly Charge[],
): Promise<LoadedInvoice> {
  const { tenantId, clock } = scope;
  const { customerId, subscriptionId, reason, currency } = replaced;
  const keyOf = (one: string) => ({ where: { tenantId_id: { tenantId, id: one } } });
  const customer = await tx.customer.findUniqueOrThrow(keyOf(customerId));
  const subscription =
    subscriptionId === null ? null : await tx.subscription.findUniqueOrThrow(keyOf(subscriptionId));
  const dueDays = subscription ? subscription.invoiceDueDays : daysToPay(replaced);
  const period = { start: replaced.periodStart ?? clock.now(), end: replaced.periodEnd ?? clock.now() };
  const invoice = { id, customer, subscriptionId, reason, currency, dueDays, period, replaced };
  await writeInvoice(tx, scope, invoice, charges);
  return announce(tx, scope, id, customer);
}

/** The days that an invoice gave to be paid; null: the tenant's. */
function daysToPay({ issuedAt, dueAt }: LoadedInvoice): number | null {
  return issuedAt && dueAt ? Math.round((dueAt.getTime() - issuedAt.getTime()) / DAY_MS) : null;
}

/** Tells of an invoice that was issued, by its event and to its customer. */
async function announce(tx: Tx, scope: Scope, id: string, customer: Customer): Promise<LoadedInvoice> {
  const invoice = await getInvoiceOrThrow(tx, scope, id);
  await recordChange(tx, scope, {
    type: eventOfInvoice("NEW", invoice.status === "PAID" ? "issue_settled" : "issue", invoice.status),
    objectType: "invoice",
    objectId: id,
    after: viewInvoice(invoice, scope.clock.now()),
  });
  await mailInvoice(tx, scope, { template: "invoice", invoice, customer, nth: 1 });
  return invoice;
}

function sumOf(charges: readonly Charge[]): bigint {
  return charges.reduce((total, { amount }) => total + amount, 0n);
}

const isOfInvoice = (to: InvoiceOrder["creditTo"]): to is { invoice: string; used: bigint } =>
  typeof to === "object" && "invoice" in to;

/** The line that makes the total of an invoice with more credit than charges 0. */
function carried(invoiceId: string, amount: bigint, { period, creditTo }: InvoiceOrder): NewCharge {
  return {
    key: chargeKey.carried(invoiceId),
    cause: "CARRIED",
    sourceId: invoiceId,
    description: wordsOf(creditTo),
    amount,
    isProration: false,
    period,
  };
}

function wordsOf(to: InvoiceOrder["creditTo"]): string {
  if (to === "MONEY") return "Credit paid back";
  return isOfInvoice(to) ? `Credit that pays invoice ${to.invoice}` : "Credit carried to the next invoice";
}

/** The rest of the credit, a negative amount, for the subscription's next invoice. */
function creditFrom(invoiceId: string, displayNumber: string, amount: bigint, period: Period): NewCharge {
  return {
    key: chargeKey.credit(invoiceId),
    cause: "CREDIT",
    sourceId: invoiceId,
    description: `Credit from invoice ${displayNumber}`,
    amount,
    isProration: false,
    period,
  };
}

/** The credit that an invoice of ours says was paid out, where that is taken back: it waits again. */
export function creditLeftBy(
  { id, displayNumber, periodStart, periodEnd }: LoadedInvoice,
  amount: bigint,
  now: Date,
): NewCharge {
  const period = { start: periodStart ?? now, end: periodEnd ?? now };
  return creditFrom(id, displayNumber ?? id, -amount, period);
}

interface NewInvoice {
  id: string;
  customer: Customer;
  subscriptionId: string | null;
  reason: string;
  currency: string;
  /** null: the tenant's. */
  dueDays: number | null;
  period: Period;
  /** The void invoice that it is issued for. */
  replaced: LoadedInvoice | null;
}

/**
 * Writes the invoice of these charges under the tenant's next number, which is returned as it is shown. One with a total of 0 is
 * paid.
 */
async function writeInvoice(
  tx: Tx,
  scope: Scope,
  { id, customer, subscriptionId, reason, currency, dueDays, period, replaced }: NewInvoice,
  charges: readonly Charge[],
): Promise<string> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const total = sumOf(charges);
  const { tenant, number, displayNumber } = await takeNumber(tx, scope);
  const dueAt = dueAfter(now, dueDays ?? tenant.invoiceDueDays);
  const letterhead = letterheadOf(tenant, customer, replaced?.displayNumber ?? null);
  await tx.invoice.create({
    data: {
      tenantId,
      id,
      provider: BY_INVOICE,
      number,
      displayNumber,
      customerId: customer.id,
      subscriptionId,
      reason,
      status: statusAfter("NEW", total === 0n ? "issue_settled" : "issue"),
      currency,
      subtotal: total,
      total,
      amountDue: total,
      periodStart: period.start,
      periodEnd: period.end,
      issuedAt: now,
      dueAt: replaced?.dueAt && replaced.dueAt > dueAt ? replaced.dueAt : dueAt,
      remindersStoppedAt: replaced?.remindersStoppedAt ?? null,
      paidAt: total === 0n ? now : null,
      letterhead: letterhead satisfies Prisma.InputJsonObject,
      replacesId: replaced?.id ?? null,
      createdAt: now,
      updatedAt: now,
    },
  });
  await writeLines(tx, scope, id, charges);
  return displayNumber;
}

/** A line for each charge, which is on the invoice from then on. */
async function writeLines(
  tx: Tx,
  scope: Scope,
  invoiceId: string,
  charges: readonly Charge[],
): Promise<void> {
  const lines = charges.map(({ id, description, amount, isProration, periodStart, periodEnd }, position) => ({
    chargeId: id,
    line: {
      tenantId: scope.tenantId,
      id: newId("invoiceLine"),
      invoiceId,
      position,
      description,
      amount,
      isProration,
      periodStart,
      periodEnd,
    },
  }));
  await tx.invoiceLine.createMany({ data: lines.map(({ line }) => line) });
  await placeCharges(
    tx,
    scope,
    invoiceId,
    lines.map(({ chargeId, line }) => ({ chargeId, lineId: line.id })),
  );
}

async function takeNumber(tx: Tx, { tenantId }: Scope) {
  const tenant = await tx.tenant.update({
    where: { id: tenantId },
    data: { nextInvoiceNumber: { increment: 1 } },
  });
  const number = tenant.nextInvoiceNumber - 1;
  const displayNumber = `${tenant.invoiceNumberPrefix}${String(number).padStart(5, "0")}`;
  return { tenant, number, displayNumber };
}
