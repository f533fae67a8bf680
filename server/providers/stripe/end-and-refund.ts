import type Stripe from "stripe";
import { dropUnpaidChange } from "./change-subscription.ts";
import { voidInvoice } from "./drafts.ts";
import { refundInvoice } from "./refund-payment.ts";

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
    // A draft of a renewal that Stripe made meanwhile, too: it collects no draft of an ended subscription by itself.
    if (invoice.status === "open" || invoice.status === "draft") await voidInvoice(stripe, invoice.id ?? "");
    refunded += await refundInvoice(stripe, invoice.id ?? "", idempotencyKey);
  }
  return { refundedAmount: BigInt(refunded), currency: subscription.currency.toUpperCase() };
}
