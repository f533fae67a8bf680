import type Stripe from "stripe";
import type { CardProvider, NewInvoiceItem } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Calls = Pick<CardProvider, "ensureInvoiceItem" | "invoiceNow">;

/** Stripe lists the newest first; our item is among the customer's newest ones. */
const MAX_LISTED = 500;

/** Adds our amounts to Stripe's invoices and collects them. */
export function invoicing(stripe: Stripe): Calls {
  return {
    ensureInvoiceItem: (input) => callStripe(() => ensureItem(stripe, input)),
    invoiceNow: (input) => callStripe(() => invoiceNow(stripe, input)),
  };
}

/** Searches first: Stripe removes an idempotency key after a day, and a worker may have been down for longer. */
async function ensureItem(stripe: Stripe, input: NewInvoiceItem): Promise<{ id: string }> {
  const { key, customerId: customer, subscriptionId: subscription } = input;
  const find = async () => {
    const known = await stripe.invoiceItems
      .list({ customer, limit: 100 })
      .autoPagingToArray({ limit: MAX_LISTED });
    return known.find(({ metadata }) => metadata?.usher_key === key);
  };
  const made = await find();
  if (made) return { id: made.id };
  // A renewal's invoice stays a draft for about an hour: https://docs.stripe.com/billing/invoices/subscription#update-finalized.
  const drafts = await stripe.invoices.list({ subscription, status: "draft", limit: 1 });
  const [draft] = drafts.data;
  const params = {
    customer,
    ...(draft ? { invoice: draft.id } : { subscription }),
    amount: Number(input.amount),
    currency: input.currency.toLowerCase(),
    description: input.description,
    period: { start: seconds(input.periodStart), end: seconds(input.periodEnd) },
    metadata: { usher_key: key },
  };
  const item = await withIdempotencyKey(
    `item:${key}`,
    (options) => stripe.invoiceItems.create(params, options),
    find,
  );
  return { id: item.id };
}

async function invoiceNow(
  stripe: Stripe,
  {
    customerId,
    subscriptionId,
    idempotencyKey,
  }: { customerId: string; subscriptionId: string; idempotencyKey: string },
): Promise<void> {
  const hasPendingItems = async () => {
    const pending = await stripe.invoiceItems.list({ customer: customerId, pending: true, limit: 100 });
    return pending.data.some(({ parent }) => parent?.subscription_details?.subscription === subscriptionId);
  };
  if (!(await hasPendingItems())) return;
  const params = { customer: customerId, subscription: subscriptionId, auto_advance: true };
  const invoice = await withIdempotencyKey(
    idempotencyKey,
    (options) => stripe.invoices.create(params, options),
    async () => {
      if (await hasPendingItems()) return undefined;
      return (await stripe.invoices.list({ subscription: subscriptionId, limit: 1 })).data[0];
    },
  );
  try {
    await stripe.invoices.pay(invoice.id ?? "", {}, { idempotencyKey: `${idempotencyKey}:pay` });
  } catch (error) {
    // When the payment fails, the invoice stays open and Stripe retries it.
    if (isMissing(error)) throw error;
  }
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
