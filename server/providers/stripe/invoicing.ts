import Stripe from "stripe";
import type { CardProvider, NewInvoiceItem } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Calls = Pick<CardProvider, "ensureInvoiceItem" | "removeInvoiceItem" | "hasInvoiceItem" | "invoiceNow">;

/** Stripe lists the newest first; our item is among the customer's newest ones. */
const MAX_LISTED = 500;

const ENDED = ["canceled", "incomplete_expired"];
/** Names the ended subscription that an invoice of its customer's is for. */
const LAST_OF = "usher_last_invoice_of";

/** The provider's subscription that an invoice is for, live or ended; null when it is for none. */
export function subscriptionOfInvoice({ metadata, parent }: Stripe.Invoice): string | null {
  const named = parent?.subscription_details?.subscription;
  const own = typeof named === "string" ? named : named?.id;
  return own ?? metadata?.[LAST_OF] ?? null;
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

/** What was invoiced for a subscription after it ended, newest first; none for one that is live. */
export async function listLastInvoices(stripe: Stripe, id: string): Promise<Stripe.Invoice[]> {
  const { customer, status } = await stripe.subscriptions.retrieve(id);
  if (!ENDED.includes(status)) return [];
  const { data } = await stripe.invoices.list({
    customer: typeof customer === "string" ? customer : customer.id,
    limit: 100,
  });
  return data.filter(({ metadata }) => metadata?.[LAST_OF] === id);
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
  const draft = await draftFor(stripe, input);
  const params = {
    customer,
    amount: Number(input.amount),
    currency: input.currency.toLowerCase(),
    description: input.description,
    period: { start: seconds(input.periodStart), end: seconds(input.periodEnd) },
    metadata: { usher_key: key },
  };
  const create = (name: string, on: { invoice: string } | { subscription: string }) =>
    withIdempotencyKey(name, (options) => stripe.invoiceItems.create({ ...params, ...on }, options), find);
  try {
    return { id: (await create(`item:${key}`, draft ? { invoice: draft.id ?? "" } : { subscription })).id };
  } catch (error) {
    if (!isDraftGone(error, draft)) throw error;
    // What was tried under the first key is over: it has made the item, or none. The next invoice takes it then.
    const item = (await find()) ?? (await create(`item:${key}:next`, { subscription }));
    return { id: item.id };
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
 * invoices, or if it's attached to a draft invoice": https://docs.stripe.com/api/invoiceitems/delete.
 */
async function removeItem(stripe: Stripe, id: string): Promise<boolean> {
  try {
    const { invoice } = await stripe.invoiceItems.retrieve(id);
    const invoiceId = typeof invoice === "string" ? invoice : invoice?.id;
    if (invoiceId && (await stripe.invoices.retrieve(invoiceId)).status !== "draft") return false;
    await stripe.invoiceItems.del(id);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    // It was finalized since it was read.
    if (isNotEditable(error)) return false;
    throw error;
  }
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

function isNotEditable(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "invoice_not_editable";
}

/**
 * The draft that takes the amount; undefined when it waits for the subscription's next invoice. A renewal's invoice stays a draft
 * for about an hour: https://docs.stripe.com/billing/invoices/subscription#update-finalized. A subscription that has ended takes
 * neither items nor invoices ("Customer … does not have a subscription with ID …",
 * https://github.com/stripe/stripe-dotnet/issues/1857): the amount then has an invoice of the customer's.
 */
async function draftFor(
  stripe: Stripe,
  { key, customerId: customer, subscriptionId: subscription, currency }: NewInvoiceItem,
): Promise<Stripe.Invoice | undefined> {
  const { status } = await stripe.subscriptions.retrieve(subscription);
  if (!ENDED.includes(status))
    return (await stripe.invoices.list({ subscription, status: "draft", limit: 1 })).data[0];
  const find = async () =>
    (await lastDrafts(stripe, customer, subscription)).find(({ metadata }) => metadata?.usher_key === key);
  const params = {
    customer,
    currency: currency.toLowerCase(),
    auto_advance: false,
    pending_invoice_items_behavior: "exclude",
    metadata: { usher_key: key, [LAST_OF]: subscription },
  } as const;
  const make = (options: Stripe.RequestOptions) => stripe.invoices.create(params, options);
  return (await find()) ?? withIdempotencyKey(`invoice:${key}`, make, find);
}

/** Drafts for what is owed for a subscription that has ended. */
async function lastDrafts(stripe: Stripe, customer: string, subscription: string): Promise<Stripe.Invoice[]> {
  const drafts = await stripe.invoices
    .list({ customer, status: "draft", limit: 100 })
    .autoPagingToArray({ limit: MAX_LISTED });
  return drafts.filter(({ metadata }) => metadata?.[LAST_OF] === subscription);
}

async function invoiceNow(
  stripe: Stripe,
  input: { customerId: string; subscriptionId: string; idempotencyKey: string },
): Promise<void> {
  const { customerId, subscriptionId } = input;
  const drafts = await lastDrafts(stripe, customerId, subscriptionId);
  for (const { id = "" } of drafts.filter(({ lines }) => lines.data.length > 0)) await issueDraft(stripe, id);
  await invoicePending(stripe, input);
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

/** Invoices what waits for a subscription that is live. */
async function invoicePending(
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

async function collect(stripe: Stripe, invoice: string, idempotencyKey: string): Promise<void> {
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
