import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Customer } from "../../../platform/database/client/client.ts";
import { formatMoney, smaller, toWireAmount } from "../../../platform/money.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getCustomerOrThrow, lockCustomer } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { writeOffWaiting } from "../charges/release-charges.ts";
import { type ChargeOwner, findCreditLeft, lockWaiting, sumOfWaiting } from "../charges/waiting-charges.ts";
import { type InvoiceOrder, issueInvoice } from "../invoices/issue-invoice.ts";
import { INVOICE_PARTS, type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { recordInvoice } from "../invoices/open-invoice.ts";
import { payByCredit } from "../invoices/settle-invoice.ts";
import { showCharge } from "../ledger/load-charge.ts";
import type * as schema from "../ledger/settle-schema.ts";
import { mailRefund } from "../refunds/mail-refund.ts";
import { recordRefund, refundMoment } from "../refunds/record-refund.ts";
import { updateDunningStatus } from "../subscriptions/by-invoice/apply-dunning.ts";
import { lockSubscription } from "../subscriptions/update-subscription.ts";
import {
  getSubscriptionOrThrow,
  type LoadedSubscription,
  SUBSCRIPTION_PARTS,
} from "../terms/load-subscription.ts";
import type { Period } from "../terms/period.ts";

type Input = z.output<typeof schema.SettleCredit>;

/** Whose credit is settled: a subscription's that has ended, or a customer's for no subscription. */
interface Source {
  /** null: for none. */
  subscriptionId: string | null;
  owner: ChargeOwner;
  customer: Customer;
  currency: string;
  dueDays: number | null;
  period: Period;
}

/**
 * Settles the credit that is left of a subscription that has ended, which no invoice would use, or that a customer has for none: it is paid
 * back by hand, goes to another subscription of the customer or pays an open invoice, each by a final invoice that says what it is of, or
 * is written off. All of it, and exactly what the caller has seen: of two at once the second one finds nothing. What an open invoice does
 * not need stays.
 */
export async function settleCredit(
  caller: Scope,
  input: Input,
): Promise<z.output<typeof schema.CreditSettlement>> {
  const { db } = caller;
  const customer = await ownerOf(caller, input);
  const scope = await withCustomerClock(db, caller, customer);
  return db.$transaction(async (tx) => {
    const source = await lockSource(tx, scope, customer, input);
    const { currency } = source;
    const left = -(await sumOfWaiting(tx, scope, source.owner));
    if (left !== BigInt(input.amount))
      throw new ApiError("credit_amount_changed", {
        details: {
          left: formatMoney(left > 0n ? left : 0n, currency),
          amount: formatMoney(BigInt(input.amount), currency),
        },
      });
    const done = await settle(tx, scope, source, input);
    const { subscriptionId } = source;
    return { subscription_id: subscriptionId, currency, amount: input.amount, to: input.to, ...done };
  });
}

async function ownerOf(scope: Scope, input: Input): Promise<Customer> {
  if (input.subscription_id !== undefined)
    return (await getSubscriptionOrThrow(scope.db, scope, input.subscription_id)).customer;
  return getCustomerOrThrow(scope.db, scope, input.customer ?? "");
}

/** Subscriptions are locked before the customer, as everywhere. */
async function lockSource(tx: Tx, scope: Scope, customer: Customer, input: Input): Promise<Source> {
  if (input.subscription_id === undefined) {
    const others = await otherSubscriptions(tx, scope, input);
    for (const id of others) await lockSubscription(tx, scope, id);
    await lockCustomer(tx, scope, customer.id);
    const currency = input.currency ?? "";
    const now = scope.clock.now();
    const owner = { customerId: customer.id, currency };
    return {
      subscriptionId: null,
      owner,
      customer,
      currency,
      dueDays: null,
      period: { start: now, end: now },
    };
  }
  const subscription = await lockSubscription(tx, scope, input.subscription_id);
  const { id, status, planPrice, currentPeriodStart, endedAt } = subscription;
  if (status !== "CANCELED") throw new ApiError("credit_used_by_next_invoice", { details: { status } });
  const end = endedAt ?? scope.clock.now();
  return {
    subscriptionId: id,
    owner: id,
    customer,
    currency: planPrice.currency,
    dueDays: subscription.invoiceDueDays,
    period: { start: currentPeriodStart ?? end, end },
  };
}

/** The subscription that the credit goes to, or whose invoice it pays. */
async function otherSubscriptions(tx: Tx, { tenantId }: Scope, input: Input): Promise<string[]> {
  if (input.to_subscription_id !== undefined) return [input.to_subscription_id];
  if (input.to_invoice_id === undefined) return [];
  const invoice = await tx.invoice.findFirst({
    where: { tenantId, id: input.to_invoice_id },
    select: { subscriptionId: true },
  });
  return invoice?.subscriptionId == null ? [] : [invoice.subscriptionId];
}

interface Done {
  amount?: number;
  invoice_id: string | null;
  refund_id: string | null;
}

async function settle(tx: Tx, scope: Scope, source: Source, input: Input): Promise<Done> {
  if (input.to === "WRITE_OFF") {
    await writeOff(tx, scope, source.owner, input.reason);
    return { invoice_id: null, refund_id: null };
  }
  if (input.to_invoice_id !== undefined) return payInvoice(tx, scope, source, input, input.to_invoice_id);
  const taker = input.to_subscription_id;
  if (taker !== undefined) await requireTaker(tx, scope, source, taker);
  const invoice = await issueFinal(
    tx,
    scope,
    source,
    taker === undefined ? "MONEY" : { subscriptionId: taker },
  );
  if (input.to === "SUBSCRIPTION") return { invoice_id: invoice.id, refund_id: null };
  return { invoice_id: invoice.id, refund_id: await payOut(tx, scope, invoice, input) };
}

async function writeOff(tx: Tx, scope: Scope, owner: ChargeOwner, reason: string): Promise<void> {
  for (const charge of await lockWaiting(tx, scope, owner)) {
    const before = await showCharge(tx, scope, charge.id);
    await writeOffWaiting(tx, scope, [charge], { code: "DECIDED", reason });
    const after = await showCharge(tx, scope, charge.id);
    await recordChange(tx, scope, {
      type: "charge.decided",
      objectType: "charge",
      objectId: charge.id,
      before,
      after,
    });
  }
}

/** The credit pays an open invoice of the customer's, as far as something is left to pay of it. */
async function payInvoice(
  tx: Tx,
  scope: Scope,
  source: Source,
  input: Input,
  invoiceId: string,
): Promise<Done> {
  const { subscriptionId, displayNumber } = await findPayable(tx, scope, source, invoiceId);
  if (subscriptionId !== null && subscriptionId !== source.subscriptionId)
    await lockSubscription(tx, scope, subscriptionId);
  await lockInvoice(tx, scope, invoiceId);
  const open = await findPayable(tx, scope, source, invoiceId);
  const used = smaller(BigInt(input.amount), open.amountDue - open.amountPaid);
  const final = await issueFinal(tx, scope, source, { invoice: displayNumber ?? invoiceId, used });
  await payByCredit(tx, scope, open, used);
  if (subscriptionId !== null) await updateDunningStatus(tx, scope, subscriptionId);
  return { amount: toWireAmount(used), invoice_id: final.id, refund_id: null };
}

/** An invoice of the customer's that credit can pay. Throws credit_target_invoice_invalid. */
async function findPayable(
  tx: Tx,
  { tenantId }: Scope,
  { customer, currency }: Source,
  id: string,
): Promise<LoadedInvoice> {
  const invoice = await tx.invoice.findFirst({
    where: { tenantId, id, customerId: customer.id, currency, provider: BY_INVOICE, status: "OPEN" },
    include: INVOICE_PARTS,
  });
  if (!invoice) throw new ApiError("credit_target_invoice_invalid", { details: { currency } });
  return invoice;
}

/** An invoice of ours with what waits, and a total of 0: what it carries goes where it is settled to. */
async function issueFinal(
  tx: Tx,
  scope: Scope,
  { subscriptionId: id, customer, currency, dueDays, period }: Source,
  creditTo: NonNullable<InvoiceOrder["creditTo"]>,
): Promise<LoadedInvoice> {
  const invoice = await issueInvoice(tx, scope, {
    subscription: { id, currency, dueDays },
    customer,
    reason: id === null ? "one_off" : "final",
    charges: [],
    period,
    creditTo,
  });
  if (!invoice) throw new Error(`The credit of ${id ?? customer.id} is on no invoice`);
  return invoice;
}

async function payOut(tx: Tx, scope: Scope, invoice: LoadedInvoice, input: Input): Promise<string> {
  const { tenantId, clock } = scope;
  const { amount, reason, reference = null, refunded_at: at } = input;
  const refund = await recordRefund(tx, scope, invoice, {
    amount: BigInt(amount),
    creditNoteId: null,
    isOfCredit: true,
    reason,
    reference,
    refundedAt: refundMoment(at, clock.now()),
  });
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id: invoice.id } },
    data: { amountRefunded: refund.amount, updatedAt: clock.now() },
  });
  await recordInvoice(tx, scope, "credit", invoice);
  await mailRefund(tx, scope, invoice, refund);
  return refund.id;
}

/** Another subscription of the customer's whose next invoice of ours uses the credit. */
const takesCredit = (
  of: { subscriptionId: string | null; customerId: string; currency: string },
  other: LoadedSubscription,
) =>
  other.id !== of.subscriptionId &&
  other.customerId === of.customerId &&
  other.status !== "CANCELED" &&
  other.provider === BY_INVOICE &&
  other.planPrice.currency === of.currency;

async function requireTaker(tx: Tx, scope: Scope, source: Source, id: string): Promise<void> {
  const other = await lockSubscription(tx, scope, id);
  const { currency, customer } = source;
  if (!takesCredit({ ...source, customerId: customer.id }, other))
    throw new ApiError("credit_target_subscription_invalid", { details: { currency } });
}

/**
 * The credit of ended subscriptions that no invoice would use, with that of no subscription, and who could take it. Throws
 * customer_not_found.
 */
export async function findLeftCredit(
  scope: Scope,
  { customer, subscription_id: subscriptionId }: z.output<typeof schema.LeftCreditOf>,
): Promise<z.output<typeof schema.LeftCredit>> {
  const { db, tenantId } = scope;
  const customerId = customer === undefined ? undefined : (await getCustomerOrThrow(db, scope, customer)).id;
  const credits = await findCreditLeft(db, scope, { customerId, subscriptionId });
  const owners = credits.map((credit) => credit.customerId);
  const customers = await db.customer.findMany({ where: { tenantId, id: { in: owners } } });
  const of = { tenantId, customerId: { in: owners } };
  const all = await db.subscription.findMany({
    where: of,
    include: SUBSCRIPTION_PARTS,
    orderBy: { id: "asc" },
  });
  const open = await db.invoice.findMany({
    where: { ...of, provider: BY_INVOICE, status: "OPEN" },
    include: INVOICE_PARTS,
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
  });
  const nameOf = ({ product, plan }: LoadedSubscription) => `${product.name} ${plan.name}`;
  return {
    total: credits[0]?.total ?? 0,
    data: credits.flatMap((one) => {
      const own = all.find(({ id }) => id === one.subscriptionId);
      const owner = customers.find(({ id }) => id === one.customerId);
      if (!owner) return [];
      return {
        subscription_id: one.subscriptionId,
        customer: viewCustomerSummary(owner),
        name: own ? nameOf(own) : null,
        currency: one.currency,
        amount: toWireAmount(one.credit),
        takers: all
          .filter((other) => takesCredit(one, other))
          .map((other) => ({ id: other.id, name: nameOf(other) })),
        invoices: open
          .filter((invoice) => invoice.customerId === one.customerId && invoice.currency === one.currency)
          .map((invoice) => ({
            id: invoice.id,
            number: invoice.displayNumber ?? invoice.id,
            amount_remaining: toWireAmount(invoice.amountDue - invoice.amountPaid),
          })),
      };
    }),
  };
}
