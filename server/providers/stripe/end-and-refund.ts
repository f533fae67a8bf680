import Stripe from "stripe";
import { dropUnpaidChange } from "./change-subscription.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

/** The statuses of refunds that have paid money back, or will. */
const REFUNDING_STATUSES = ["pending", "requires_action", "succeeded"];
const PAGE_SIZE = 100;

/**
 * Drops a change that waits for its cardholder, ends a subscription and refunds all payments for it: https://docs.stripe.com/refunds.
 * Earlier refunds, such as manual ones, count towards the amount.
 */
export async function endAndRefund(
  stripe: Stripe,
  { id, idempotencyKey }: { id: string; idempotencyKey: string },
): Promise<{ refundedAmount: bigint; currency: string }> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.ended_at === null) {
    await dropUnpaidChange(stripe, { id, items: [], prorationDate: null });
    await stripe.subscriptions.cancel(id);
  }
  const invoices = await stripe.invoices
    .list({ subscription: id, limit: PAGE_SIZE })
    .autoPagingToArray({ limit: PAGE_SIZE });
  let refunded = 0;
  for (const invoice of invoices) {
    if (invoice.status === "open") await stripe.invoices.voidInvoice(invoice.id ?? "");
    const payments = stripe.invoicePayments.list({
      invoice: invoice.id ?? "",
      status: "paid",
      limit: PAGE_SIZE,
    });
    for await (const { payment, amount_paid: paid } of payments) {
      const intent = idOf(payment.payment_intent);
      if (intent === null || !paid) continue;
      refunded += await refund(stripe, intent, paid, `${idempotencyKey}:refund:${intent}`);
    }
  }
  return { refundedAmount: BigInt(refunded), currency: subscription.currency.toUpperCase() };
}

/** Refunds the part of a payment that is not refunded yet; returns the total refunded amount. */
async function refund(stripe: Stripe, intent: string, paid: number, key: string): Promise<number> {
  const known = await refundsOf(stripe, intent);
  if (known >= paid) return known;
  const params = { payment_intent: intent, amount: paid - known, reason: "duplicate" } as const;
  try {
    await withIdempotencyKey(
      key,
      (options) => stripe.refunds.create(params, options),
      async () => (await stripe.refunds.list({ payment_intent: intent, limit: 1 })).data[0],
    );
  } catch (error) {
    // Another process, or the account's owner, refunded it first.
    if (!isRefunded(error)) throw error;
  }
  return refundsOf(stripe, intent);
}

async function refundsOf(stripe: Stripe, intent: string): Promise<number> {
  const refunds = await stripe.refunds
    .list({ payment_intent: intent, limit: PAGE_SIZE })
    .autoPagingToArray({ limit: PAGE_SIZE });
  return refunds
    .filter(({ status }) => REFUNDING_STATUSES.includes(status ?? ""))
    .reduce((sum, { amount }) => sum + amount, 0);
}

function isRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "charge_already_refunded";
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
