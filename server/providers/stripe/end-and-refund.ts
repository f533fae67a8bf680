import Stripe from "stripe";
import { keyed } from "./keyed.ts";

/** Stripe's refunds that give money back, or will. */
const COUNTING = ["pending", "requires_action", "succeeded"];
const MOST = 100;

/**
 * Ends a subscription and gives back what was paid for it: https://docs.stripe.com/refunds. What was given back before, by
 * hand say, counts.
 */
export async function endAndRefund(
  stripe: Stripe,
  { id, idempotencyKey }: { id: string; idempotencyKey: string },
): Promise<{ refundedAmount: bigint; currency: string }> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.ended_at === null) await stripe.subscriptions.cancel(id);
  const invoices = await stripe.invoices
    .list({ subscription: id, limit: MOST })
    .autoPagingToArray({ limit: MOST });
  let refunded = 0;
  for (const invoice of invoices) {
    if (invoice.status === "open") await stripe.invoices.voidInvoice(invoice.id ?? "");
    const payments = stripe.invoicePayments.list({ invoice: invoice.id ?? "", status: "paid", limit: MOST });
    for await (const { payment, amount_paid: paid } of payments) {
      const intent = idOf(payment.payment_intent);
      if (intent === null || !paid) continue;
      refunded += await refund(stripe, intent, paid, `${idempotencyKey}:refund:${intent}`);
    }
  }
  return { refundedAmount: BigInt(refunded), currency: subscription.currency.toUpperCase() };
}

/** Gives back what has not been given back of a payment; answers how much has been in all. */
async function refund(stripe: Stripe, intent: string, paid: number, key: string): Promise<number> {
  const known = await refundsOf(stripe, intent);
  if (known >= paid) return known;
  const params = { payment_intent: intent, amount: paid - known, reason: "duplicate" } as const;
  try {
    await keyed(
      key,
      (options) => stripe.refunds.create(params, options),
      async () => (await stripe.refunds.list({ payment_intent: intent, limit: 1 })).data[0],
    );
  } catch (error) {
    // Another process was first, or the account's owner was.
    if (!isRefunded(error)) throw error;
  }
  return refundsOf(stripe, intent);
}

async function refundsOf(stripe: Stripe, intent: string): Promise<number> {
  const refunds = await stripe.refunds
    .list({ payment_intent: intent, limit: MOST })
    .autoPagingToArray({ limit: MOST });
  return refunds
    .filter(({ status }) => COUNTING.includes(status ?? ""))
    .reduce((sum, { amount }) => sum + amount, 0);
}

function isRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "charge_already_refunded";
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
