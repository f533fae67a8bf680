import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { formatMoney, smaller, toWireAmount } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { writeOffWaiting } from "../charges/release-charges.ts";
import { creditOfEnded, lockWaiting, sumOfWaiting } from "../charges/waiting-charges.ts";
import { issueInvoice, type Order } from "../invoices/issue-invoice.ts";
import { INVOICE_PARTS, type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { recordInvoice } from "../invoices/open-invoice.ts";
import { payByCredit } from "../invoices/pay-or-void.ts";
import { showCharge } from "../ledger/load-charge.ts";
import type * as schema from "../ledger/settle-schema.ts";
import { mailRefund } from "../refunds/mail-refund.ts";
import { recordRefund, refundMoment } from "../refunds/record-refund.ts";
import { updateDunningStatus } from "../subscriptions/manual/dunning.ts";
import { lockSubscription } from "../subscriptions/update-subscription.ts";
import {
  getSubscriptionOrThrow,
  type LoadedSubscription,
  SUBSCRIPTION_PARTS,
} from "../terms/load-subscription.ts";

type Input = z.output<typeof schema.SettleCredit>;

/**
 * Settles the credit that is left of a subscription that has ended, which no invoice would use: it is paid back by hand, goes to another
 * subscription of the customer or pays an open invoice, each by a final invoice that says what it is of, or is written off. All of it,
 * and exactly what the caller has seen: of two at once the second one finds nothing. What an open invoice does not need stays. K6001,
 * K6034, K6045 the day of a refund, K6060 another amount is left, K6061 it has not ended, K6062 the other subscription takes no credit,
 * K6067 the invoice does not.
 */
export async function settleCredit(
  caller: Scope,
  input: Input,
): Promise<z.output<typeof schema.CreditSettlement>> {
  const { db } = caller;
  const { customer } = await getSubscriptionOrThrow(db, caller, input.subscription_id);
  const scope = await withCustomerClock(db, caller, customer);
  return db.$transaction(async (tx) => {
    const subscription = await lockSubscription(tx, scope, input.subscription_id);
    const { id, status, planPrice } = subscription;
    const { currency } = planPrice;
    if (status !== "CANCELED") throw new ApiError("K6061", { details: { status } });
    const left = -(await sumOfWaiting(tx, scope, id));
    if (left !== BigInt(input.amount))
      throw new ApiError("K6060", {
        details: {
          left: formatMoney(left > 0n ? left : 0n, currency),
          amount: formatMoney(BigInt(input.amount), currency),
        },
      });
    const done = await settle(tx, scope, subscription, input);
    return { subscription_id: id, currency, amount: input.amount, to: input.to, ...done };
  });
}

interface Done {
  amount?: number;
  invoice_id: string | null;
  refund_id: string | null;
}

async function settle(tx: Tx, scope: Scope, subscription: LoadedSubscription, input: Input): Promise<Done> {
  if (input.to === "WRITE_OFF") {
    await writeOff(tx, scope, subscription.id, input.reason);
    return { invoice_id: null, refund_id: null };
  }
  if (input.to_invoice_id !== undefined)
    return payInvoice(tx, scope, subscription, input, input.to_invoice_id);
  const taker = input.to_subscription_id;
  if (taker !== undefined) await requireTaker(tx, scope, subscription, taker);
  const invoice = await issueFinal(
    tx,
    scope,
    subscription,
    taker === undefined ? "MONEY" : { subscriptionId: taker },
  );
  if (input.to === "SUBSCRIPTION") return { invoice_id: invoice.id, refund_id: null };
  return { invoice_id: invoice.id, refund_id: await payOut(tx, scope, invoice, input) };
}

async function writeOff(tx: Tx, scope: Scope, subscriptionId: string, reason: string): Promise<void> {
  for (const charge of await lockWaiting(tx, scope, subscriptionId)) {
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
  subscription: LoadedSubscription,
  input: Input,
  invoiceId: string,
): Promise<Done> {
  const { subscriptionId, displayNumber } = await findPayable(tx, scope, subscription, invoiceId);
  if (subscriptionId !== null && subscriptionId !== subscription.id)
    await lockSubscription(tx, scope, subscriptionId);
  await lockInvoice(tx, scope, invoiceId);
  const open = await findPayable(tx, scope, subscription, invoiceId);
  const used = smaller(BigInt(input.amount), open.amountDue - open.amountPaid);
  const final = await issueFinal(tx, scope, subscription, { invoice: displayNumber ?? invoiceId, used });
  await payByCredit(tx, scope, open, used);
  if (subscriptionId !== null) await updateDunningStatus(tx, scope, subscriptionId);
  return { amount: toWireAmount(used), invoice_id: final.id, refund_id: null };
}

/** An invoice of the customer's that credit can pay. K6067. */
async function findPayable(
  tx: Tx,
  { tenantId }: Scope,
  { customerId, planPrice: { currency } }: LoadedSubscription,
  id: string,
): Promise<LoadedInvoice> {
  const invoice = await tx.invoice.findFirst({
    where: { tenantId, id, customerId, currency, provider: "PROVIDER_B", status: "OPEN" },
    include: INVOICE_PARTS,
  });
  if (!invoice) throw new ApiError("K6067", { details: { currency } });
  return invoice;
}

/** An invoice of ours with what waits, and a total of 0: what it carries goes where it is settled to. */
async function issueFinal(
  tx: Tx,
  scope: Scope,
  { id, customer, planPrice, invoiceDueDays, currentPeriodStart, endedAt }: LoadedSubscription,
  creditTo: NonNullable<Order["creditTo"]>,
): Promise<LoadedInvoice> {
  const end = endedAt ?? scope.clock.now();
  const invoice = await issueInvoice(tx, scope, {
    subscription: { id, currency: planPrice.currency, dueDays: invoiceDueDays },
    ...{ customer, reason: "final", charges: [] },
    period: { start: currentPeriodStart ?? end, end },
    creditTo,
  });
  if (!invoice) throw new Error(`The credit of ${id} is on no invoice`);
  return invoice;
}

async function payOut(tx: Tx, scope: Scope, invoice: LoadedInvoice, input: Input): Promise<string> {
  const { tenantId, clock } = scope;
  const { amount, reason, reference = null, refunded_at: at } = input;
  const refund = await recordRefund(tx, scope, invoice, {
    ...{ amount: BigInt(amount), creditNoteId: null, isOfCredit: true, reason, reference },
    refundedAt: refundMoment(at, clock.now()),
  });
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id: invoice.id } },
    data: { amountRefunded: refund.amount, updatedAt: clock.now() },
  });
  await recordInvoice(tx, scope, "invoice.updated", invoice);
  await mailRefund(tx, scope, invoice, refund);
  return refund.id;
}

/** Another subscription of the customer's whose next invoice of ours uses the credit. */
const takesCredit = (of: LoadedSubscription, other: LoadedSubscription) =>
  other.id !== of.id &&
  other.customerId === of.customerId &&
  other.status !== "CANCELED" &&
  other.provider === "PROVIDER_B" &&
  other.planPrice.currency === of.planPrice.currency;

async function requireTaker(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  id: string,
): Promise<void> {
  const other = await lockSubscription(tx, scope, id);
  if (!takesCredit(subscription, other))
    throw new ApiError("K6062", { details: { currency: subscription.planPrice.currency } });
}

/** The credit of ended subscriptions that no invoice would use, and who could take it. K3003. */
export async function findLeftCredit(
  scope: Scope,
  { customer, subscription_id: subscriptionId }: z.output<typeof schema.LeftCreditOf>,
): Promise<z.output<typeof schema.LeftCredit>> {
  const { db, tenantId } = scope;
  const customerId = customer === undefined ? undefined : (await getCustomerOrThrow(db, scope, customer)).id;
  const credits = await creditOfEnded(db, scope, { customerId, subscriptionId });
  const of = { tenantId, customerId: { in: credits.map((credit) => credit.customerId) } };
  const all = await db.subscription.findMany({
    where: of,
    include: SUBSCRIPTION_PARTS,
    orderBy: { id: "asc" },
  });
  const open = await db.invoice.findMany({
    where: { ...of, provider: "PROVIDER_B", status: "OPEN" },
    include: INVOICE_PARTS,
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
  });
  const nameOf = ({ product, plan }: LoadedSubscription) => `${product.name} ${plan.name}`;
  return {
    data: credits.flatMap(({ subscriptionId: id, credit }) => {
      const one = all.find((subscription) => subscription.id === id);
      if (!one) return [];
      return {
        subscription_id: one.id,
        customer: viewCustomerSummary(one.customer),
        name: nameOf(one),
        currency: one.planPrice.currency,
        amount: toWireAmount(credit),
        takers: all
          .filter((other) => takesCredit(one, other))
          .map((other) => ({ id: other.id, name: nameOf(other) })),
        invoices: open
          .filter(
            (invoice) => invoice.customerId === one.customerId && invoice.currency === one.planPrice.currency,
          )
          .map((invoice) => ({
            id: invoice.id,
            number: invoice.displayNumber ?? invoice.id,
            amount_remaining: toWireAmount(invoice.amountDue - invoice.amountPaid),
          })),
      };
    }),
  };
}
