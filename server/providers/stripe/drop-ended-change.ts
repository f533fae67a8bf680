import type Stripe from "stripe";
import type { PriceItem, ProviderChange } from "../port.ts";
import { isOfItems } from "./item-changes.ts";
import { refundInvoice } from "./refund-payment.ts";
import { itemsOf } from "./subscription-view.ts";

const PAGE_SIZE = 100;

/**
 * Voids the invoice of a change that waited for its cardholder when its subscription ended. "Open invoices are not collected any more"
 * then (https://docs.stripe.com/api/subscriptions/cancel), and can still be paid, for a change that is never made. What was paid for one
 * after the end is refunded.
 */
export async function dropEndedChange(
  stripe: Stripe,
  { id, items, idempotencyKey }: Pick<ProviderChange, "id" | "items" | "idempotencyKey">,
): Promise<void> {
  const ended = await stripe.subscriptions.retrieve(id);
  if (ended.ended_at === null) return;
  const last = await itemsOf(stripe, ended);
  if (isOfItems(last, items)) return;
  const invoices = await stripe.invoices
    .list({ subscription: id, limit: PAGE_SIZE })
    .autoPagingToArray({ limit: PAGE_SIZE });
  const ofChange = invoices.filter(
    (invoice) => invoice.billing_reason === "subscription_update" && isFor(invoice, items, last),
  );
  for (const invoice of ofChange) {
    const invoiceId = invoice.id ?? "";
    if (invoice.status === "open") await voidUnlessPaid(stripe, invoiceId);
    const { status, status_transitions: at } = await stripe.invoices.retrieve(invoiceId);
    if (status === "paid" && (at.paid_at ?? 0) >= ended.ended_at)
      await refundInvoice(stripe, invoiceId, idempotencyKey);
  }
}

/** Whether an invoice charges something that the change would have brought and the subscription did not have when it ended. */
function isFor({ lines }: Stripe.Invoice, wanted: PriceItem[], last: Stripe.SubscriptionItem[]): boolean {
  return lines.data.some(({ amount, pricing, quantity }) => {
    const price = pricing?.price_details?.price;
    const priceId = typeof price === "string" ? price : price?.id;
    const isWanted = wanted.some((item) => item.priceId === priceId && item.quantity === (quantity ?? 1));
    return (
      isWanted && amount > 0 && !last.some((item) => item.price.id === priceId && item.quantity === quantity)
    );
  });
}

async function voidUnlessPaid(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(id);
  } catch (error) {
    const { status } = await stripe.invoices.retrieve(id);
    if (status === "open") throw error;
  }
}
