import Stripe from "stripe";
import type { CardProvider, OneOffInvoice, OneOffTax } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { collect, findItems, issueDraft, itemOf, removeItem } from "./invoicing.ts";
import { linesOf } from "./preview-lines.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

/** Marks an invoice for no subscription, which an admin had issued. */
const ONE_OFF = "usher_one_off";

/** Stripe lists the newest first; the invoice that we begun is among the customer's newest ones. */
const MAX_LISTED = 500;

/** How many drafts that a person deletes, or issues half full, are made anew. */
const MAX_DRAFTS = 5;

/** An invoice of a customer's, of amounts that we name. */
interface OwnInvoice extends OneOffInvoice {
  metadata: Record<string, string>;
}

/** Whether an invoice is for no subscription, and an admin had it issued. */
export function isOneOff({ metadata }: Stripe.Invoice): boolean {
  return metadata?.[ONE_OFF] !== undefined;
}

/** Invoices to a customer, for no subscription. */
export function ownInvoices(
  stripe: Stripe,
): Pick<CardProvider, "invoiceOnce" | "previewOnce" | "findIssued" | "dropDraft"> {
  return {
    invoiceOnce: (input) =>
      callStripe(async () => {
        try {
          return await issueOwn(stripe, { ...input, metadata: { [ONE_OFF]: "true" } });
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) await dropDrafts(stripe, input);
          throw error;
        }
      }),
    previewOnce: (input) => callStripe(() => previewTaxes(stripe, input)),
    findIssued: ({ key, customerId }) =>
      callStripe(async () => {
        const known = await findByKey(stripe, customerId, key);
        return known.find(({ status }) => status !== "draft")?.id ?? null;
      }),
    dropDraft: (input) => callStripe(() => dropDrafts(stripe, input)),
  };
}

/**
 * "You must provide at least one of: `subscription`, …, `invoice_items`" (https://github.com/stripe/stripe-node/issues/2347): with these,
 * Stripe previews an invoice of the customer's. What else of theirs waits is on the preview, and not on the invoice (`exclude`): the
 * taxes of our own lines count.
 */
async function previewTaxes(
  stripe: Stripe,
  { customerId: customer, currency, items }: Parameters<CardProvider["previewOnce"]>[0],
): Promise<OneOffTax | null> {
  const preview = await stripe.invoices.createPreview({
    customer,
    currency: currency.toLowerCase(),
    automatic_tax: { enabled: true },
    invoice_items: items.map((item) => {
      const { customer: _, ...params } = itemOf(customer, item);
      return params;
    }),
  });
  if (preview.automatic_tax.status !== "complete") return null;
  const keys = new Set(items.map(({ key }) => key));
  const own = (await linesOf(stripe, preview)).filter(({ metadata }) => keys.has(metadata?.usher_key ?? ""));
  const taxes = own.flatMap((line) => line.taxes ?? []);
  const sum = (parts: { amount: number }[]) => parts.reduce((so, { amount }) => so + BigInt(amount), 0n);
  return {
    tax: sum(taxes),
    added: sum(taxes.filter(({ tax_behavior: behavior }) => behavior === "exclusive")),
  };
}

/** Issues an invoice of these amounts, collects it, and returns its id. See CardProvider.invoiceEnded and invoiceOnce. */
export async function issueOwn(stripe: Stripe, input: OwnInvoice): Promise<string> {
  for (let nth = 1; nth <= MAX_DRAFTS; nth++) {
    const invoice = await ensureInvoice(stripe, input, keyOf(input.key, nth));
    const id = invoice?.id ?? "";
    if (invoice?.status === "draft") {
      await fill(stripe, input, id);
      await issueDraft(stripe, id);
      return id;
    }
    if (invoice?.status === "open") await collect(stripe, id, `last:${id}`);
    if (invoice && (await areBilled(stripe, input))) return id;
  }
  throw new Error(`Invoice ${input.key} was removed ${MAX_DRAFTS} times.`);
}

function keyOf(key: string, nth: number): string {
  return nth === 1 ? key : `${key}:${nth}`;
}

/** The customer's invoices that were made under a key, the newest first. */
async function findByKey(stripe: Stripe, customer: string, key: string): Promise<Stripe.Invoice[]> {
  const known = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED });
  const keys = new Set(Array.from({ length: MAX_DRAFTS }, (_, index) => keyOf(key, index + 1)));
  return known.filter(({ metadata }) => keys.has(metadata?.usher_key ?? ""));
}

/** "Permanently deletes a one-off invoice draft" (SDK, Invoices.d.ts, del); its items go with it. */
async function dropDrafts(stripe: Stripe, { key, customerId }: Pick<OneOffInvoice, "key" | "customerId">) {
  for (const { id, status } of await findByKey(stripe, customerId, key))
    if (status === "draft") await stripe.invoices.del(id ?? "");
}

/** The invoice by a key as it is now; null when it was deleted. */
async function ensureInvoice(
  stripe: Stripe,
  { customerId: customer, paymentMethodId, currency, hasAutomaticTax, metadata }: OwnInvoice,
  key: string,
): Promise<Stripe.Invoice | null> {
  const find = async () =>
    (await findByKey(stripe, customer, key)).find((one) => one.metadata?.usher_key === key);
  const found = await find();
  if (found) return found;
  const params = {
    customer,
    currency: currency.toLowerCase(),
    auto_advance: false,
    pending_invoice_items_behavior: "exclude",
    metadata: { usher_key: key, ...metadata },
    ...(paymentMethodId !== null && { default_payment_method: paymentMethodId }),
    ...(hasAutomaticTax && { automatic_tax: { enabled: true } }),
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
  { customerId: customer, items }: OwnInvoice,
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
async function areBilled(stripe: Stripe, { customerId, items }: OwnInvoice): Promise<boolean> {
  const known = await findItems(stripe, customerId);
  const on = items.map(({ key }) => idOf(known.get(key)?.invoice ?? null));
  for (const id of new Set(on))
    if (id === null || (await stripe.invoices.retrieve(id)).status === "draft") return false;
  return true;
}

function idOf(reference: string | { id?: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
