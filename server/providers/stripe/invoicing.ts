import Stripe from "stripe";
import type { CardProvider, InvoiceAmount, NewInvoiceItem } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { taxBehaviorOf } from "./tax-behavior.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Calls = Pick<CardProvider, "ensureInvoiceItem" | "removeInvoiceItem" | "hasInvoiceItem" | "invoiceNow">;

/** Stripe lists the newest first; our item is among the customer's newest ones. */
const MAX_LISTED = 500;

/** Whether a subscription is over: it takes neither items nor invoices. */
export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Whether we made an invoice, not Stripe. */
export function isOurs({ metadata }: Stripe.Invoice): boolean {
  return metadata?.usher_key !== undefined;
}

/** Adds our amounts to Stripe's invoices and collects them. */
export function invoicing(stripe: Stripe): Calls {
  return {
    ensureInvoiceItem: (input) => callStripe(() => ensureItem(stripe, input)),
    removeInvoiceItem: (id) => callStripe(() => removeItem(stripe, id)),
    hasInvoiceItem: (id) => callStripe(() => hasItem(stripe, id)),
    invoiceNow: (input) => callStripe(() => invoiceNow(stripe, input)),
  };
}

/** The customer's newest items that are ours, by key. */
export async function findItems(stripe: Stripe, customer: string): Promise<Map<string, Stripe.InvoiceItem>> {
  const known = await stripe.invoiceItems
    .list({ customer, limit: 100 })
    .autoPagingToArray({ limit: MAX_LISTED });
  return new Map(
    known.toReversed().flatMap((item) => (item.metadata?.usher_key ? [[item.metadata.usher_key, item]] : [])),
  );
}

/** An amount in the words of Stripe. */
export function itemOf(customer: string, { key, amount, currency, ...input }: InvoiceAmount) {
  return {
    customer,
    amount: Number(amount),
    currency: currency.toLowerCase(),
    description: input.description,
    period: { start: seconds(input.periodStart), end: seconds(input.periodEnd) },
    ...taxBehaviorOf(input.taxBehavior),
    metadata: { usher_key: key },
  };
}

/**
 * Searches first: Stripe removes an idempotency key after a day, and a worker may have been down for longer. A renewal's invoice stays
 * a draft for about an hour: https://docs.stripe.com/billing/invoices/subscription#update-finalized. A subscription that has ended takes
 * neither items nor invoices ("Customer … does not have a subscription with ID …",
 * https://github.com/stripe/stripe-dotnet/issues/1857). Items with "negative amounts" "cannot be added to automatic tax invoices"
 * (Invoice.AutomaticTax.enabled in the SDK).
 */
async function ensureItem(
  stripe: Stripe,
  input: NewInvoiceItem,
): Promise<{ id: string } | "ENDED" | "TAXED"> {
  const { key, customerId: customer, subscriptionId: subscription } = input;
  const find = async () => (await findItems(stripe, customer)).get(key);
  const made = await find();
  if (made) return { id: made.id };
  const sold = await stripe.subscriptions.retrieve(subscription);
  if (hasEnded(sold)) return "ENDED";
  if (input.amount < 0n && sold.automatic_tax.enabled) return "TAXED";
  const draft = (await stripe.invoices.list({ subscription, status: "draft", limit: 1 })).data[0];
  const params = itemOf(customer, input);
  const create = (name: string, on: { invoice: string } | { subscription: string }) =>
    withIdempotencyKey(name, (options) => stripe.invoiceItems.create({ ...params, ...on }, options), find);
  try {
    return { id: (await create(`item:${key}`, draft ? { invoice: draft.id ?? "" } : { subscription })).id };
  } catch (error) {
    const isGone = isDraftGone(error, draft);
    if (!isGone && !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // What was tried under the first key is over: it has made the item, or none.
    const item = await find();
    if (item) return { id: item.id };
    // It may have ended since it was read.
    if (hasEnded(await stripe.subscriptions.retrieve(subscription))) return "ENDED";
    if (!isGone) throw error;
    // The next invoice takes it then.
    return { id: (await create(`item:${key}:next`, { subscription })).id };
  }
}

/**
 * Whether the draft that an item was to go on was finalized meanwhile: by the refusal of this try, or because an earlier try under
 * the key named a draft that is none any more ("Keys for idempotent requests can only be used with the same parameters they were
 * first used with", https://docs.stripe.com/api/idempotent_requests). A key whose request is still running is a 409.
 */
function isDraftGone(error: unknown, draft: Stripe.Invoice | undefined): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return error.statusCode === 400;
  return draft !== undefined && error instanceof Stripe.errors.StripeInvalidRequestError;
}

/**
 * "Deletes an invoice item, removing it from an invoice. Deleting invoice items is only possible when they're not attached to
 * invoices, or if it's attached to a draft invoice": https://docs.stripe.com/api/invoiceitems/delete. No page says which error another
 * one is refused with (invoice_not_editable in https://docs.stripe.com/error-codes names no operation): a refused item is read again.
 */
export async function removeItem(stripe: Stripe, id: string): Promise<boolean> {
  try {
    if (await isOnIssued(stripe, id)) return false;
    await stripe.invoiceItems.del(id);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (isRefused && (await isOnIssued(stripe, id))) return false;
    throw error;
  }
}

/** Whether an item is on an invoice that is no draft any more. */
async function isOnIssued(stripe: Stripe, id: string): Promise<boolean> {
  const { invoice } = await stripe.invoiceItems.retrieve(id);
  const on = typeof invoice === "string" ? invoice : invoice?.id;
  return on !== undefined && (await stripe.invoices.retrieve(on)).status !== "draft";
}

async function hasItem(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.invoiceItems.retrieve(id);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Finalizes a draft and collects it; when the payment fails, it stays open. Another worker may have finalized it. */
export async function issueDraft(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.invoices.finalizeInvoice(id, { auto_advance: true });
  } catch (error) {
    if ((await stripe.invoices.retrieve(id)).status === "draft") throw error;
  }
  await collect(stripe, id, `last:${id}`);
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
  if (!(await hasPendingItems()) || hasEnded(await stripe.subscriptions.retrieve(subscriptionId))) return;
  const metadata = { usher_key: idempotencyKey };
  const params = { customer: customerId, subscription: subscriptionId, auto_advance: true, metadata };
  const invoice = await withIdempotencyKey(
    idempotencyKey,
    (options) => stripe.invoices.create(params, options),
    async () => {
      if (await hasPendingItems()) return undefined;
      return (await stripe.invoices.list({ subscription: subscriptionId, limit: 1 })).data[0];
    },
  );
  await collect(stripe, invoice.id ?? "", idempotencyKey);
}

/** Tries to pay an invoice. */
export async function collect(stripe: Stripe, invoice: string, idempotencyKey: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoice, {}, { idempotencyKey: `${idempotencyKey}:pay` });
  } catch (error) {
    // When the payment fails, the invoice stays open and Stripe retries it.
    if (isMissing(error)) throw error;
  }
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
