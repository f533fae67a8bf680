import type Stripe from "stripe";
import type { CardProvider, EndedInvoice } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { collect, findItems, hasEnded, issueDraft, itemOf, removeItem } from "./invoicing.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

/** Names the ended subscription that an invoice of its customer's is for. */
const LAST_OF = "usher_last_invoice_of";

/** Stripe lists the newest first; the invoice that we begun is among the customer's newest ones. */
const MAX_LISTED = 500;

/** How many drafts that a person deletes, or issues half full, are made anew. */
const MAX_DRAFTS = 5;

/** The provider's subscription that an invoice is for, live or ended; null when it is for none. */
export function subscriptionOfInvoice({ metadata, parent }: Stripe.Invoice): string | null {
  const named = parent?.subscription_details?.subscription;
  const own = typeof named === "string" ? named : named?.id;
  return own ?? metadata?.[LAST_OF] ?? null;
}

/** What was invoiced for a subscription after it ended, newest first; none for one that is live. */
export async function listLastInvoices(stripe: Stripe, id: string): Promise<Stripe.Invoice[]> {
  const subscription = await stripe.subscriptions.retrieve(id);
  if (!hasEnded(subscription)) return [];
  const { customer } = subscription;
  const { data } = await stripe.invoices.list({
    customer: typeof customer === "string" ? customer : customer.id,
    limit: 100,
  });
  return data.filter(({ metadata }) => metadata?.[LAST_OF] === id);
}

/** Invoices what is owed for subscriptions that have ended. */
export function endedInvoices(stripe: Stripe): Pick<CardProvider, "invoiceEnded"> {
  return { invoiceEnded: (input) => callStripe(() => invoiceEnded(stripe, input)) };
}

/**
 * A draft of the customer's takes the amounts, because the subscription takes none, and is issued when it has them all. Each step is
 * searched for before it is made, so that the next call continues where one ended. What a person issued without all of them is followed
 * by another invoice for the rest.
 */
async function invoiceEnded(stripe: Stripe, input: EndedInvoice): Promise<void> {
  for (let nth = 1; nth <= MAX_DRAFTS; nth++) {
    const invoice = await ensureInvoice(stripe, input, nth === 1 ? input.key : `${input.key}:${nth}`);
    if (invoice?.status === "draft") {
      await fill(stripe, input, invoice.id ?? "");
      await issueDraft(stripe, invoice.id ?? "");
      return;
    }
    if (invoice?.status === "open") await collect(stripe, invoice.id ?? "", `last:${invoice.id}`);
    if (invoice && (await areBilled(stripe, input))) return;
  }
  throw new Error(`Invoice ${input.key} was removed ${MAX_DRAFTS} times.`);
}

/** The invoice by a key as it is now; null when it was deleted. */
async function ensureInvoice(
  stripe: Stripe,
  { customerId: customer, subscriptionId, currency }: EndedInvoice,
  key: string,
): Promise<Stripe.Invoice | null> {
  const find = async () => {
    const known = await stripe.invoices
      .list({ customer, limit: 100 })
      .autoPagingToArray({ limit: MAX_LISTED });
    return known.find(({ metadata }) => metadata?.usher_key === key);
  };
  const found = await find();
  if (found) return found;
  const params = {
    customer,
    currency: currency.toLowerCase(),
    auto_advance: false,
    pending_invoice_items_behavior: "exclude",
    metadata: { usher_key: key, [LAST_OF]: subscriptionId },
  } as const;
  const make = (options: Stripe.RequestOptions) => stripe.invoices.create(params, options);
  const made = await withIdempotencyKey(`invoice:${key}`, make, find);
  try {
    // Stripe repeats its first answer under a key, whatever became of the draft.
    return await stripe.invoices.retrieve(made.id ?? "");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Puts the amounts on a draft. What is on another invoice that was finalized is billed there. */
async function fill(
  stripe: Stripe,
  { customerId: customer, items }: EndedInvoice,
  invoice: string,
): Promise<void> {
  const known = await findItems(stripe, customer);
  for (const item of items) {
    const made = known.get(item.key);
    if (made && idOf(made.invoice) === invoice) continue;
    if (made && !(await removeItem(stripe, made.id))) continue;
    const params = { ...itemOf(customer, item), invoice };
    await withIdempotencyKey(
      `item:${item.key}:${invoice}`,
      (options) => stripe.invoiceItems.create(params, options),
      async () => (await findItems(stripe, customer)).get(item.key),
    );
  }
}

/** Whether every amount is on an invoice that was issued. */
async function areBilled(stripe: Stripe, { customerId, items }: EndedInvoice): Promise<boolean> {
  const known = await findItems(stripe, customerId);
  const on = items.map(({ key }) => idOf(known.get(key)?.invoice ?? null));
  for (const id of new Set(on))
    if (id === null || (await stripe.invoices.retrieve(id)).status === "draft") return false;
  return true;
}

function idOf(reference: string | { id?: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
