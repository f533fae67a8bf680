import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import { type PriceItem, type ProviderChange, type ProviderSubscription, SAVES_CARD } from "../port.ts";
import { discountsWith, prorationOf } from "./change-terms.ts";
import { hasNoMethod, needsConfirmation, wordsOf } from "./errors.ts";
import { isOfItems, itemChanges, pendingItemChanges } from "./item-changes.ts";
import { prorationDate } from "./proration-date.ts";
import { exchangeItems } from "./schedules.ts";
import { itemsOf, viewSubscription } from "./subscription-view.ts";
import { asAddedItem, findTakenBack } from "./take-back.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

/**
 * Invoices and charges the change at once; a failed charge refuses the whole change (payment_behavior error_if_incomplete). When only the
 * cardholder's confirmation is missing, the change waits for its invoice and card_authentication_required carries the secret to confirm the
 * payment with: https://docs.stripe.com/billing/subscriptions/pending-updates. Paid, Stripe makes the change itself; unpaid, Stripe drops
 * it after 23 hours.
 */
export async function changeSubscription(
  stripe: Stripe,
  input: ProviderChange,
): Promise<ProviderSubscription> {
  const { id, items, idempotencyKey } = input;
  await dropUnpaidChange(stripe, input);
  const current = await stripe.subscriptions.retrieve(id);
  if (current.pending_update) throw await unconfirmed(stripe, id);
  const old = await itemsOf(stripe, current);
  if (isOfItems(old, items)) {
    await removeEmptyItems(stripe, id);
    return viewSubscription(stripe, current);
  }
  requireUntaxed(current, input);
  // A trial has nothing to prorate: it is not a billing period. Nor has a period that is not owed.
  const isProrated = current.status !== "trialing" && !input.isAnew;
  const date = isProrated ? prorationDate(old, input.prorationDate) : null;
  // Stripe refuses another date under the same key, if the key was already used.
  const key = date?.isMoved ? `${idempotencyKey}:${date.seconds}` : idempotencyKey;
  const taken = await findTakenBack(stripe, current, old, input, date);
  const added = [...creditsFor(current, old, input), ...taken.map(asAddedItem)];
  const params = {
    ...prorationOf(input),
    ...(date && { proration_date: date.seconds }),
    ...discountsWith(current, input),
    ...(added.length > 0 && { add_invoice_items: added }),
  };
  const update = (behavior: "error_if_incomplete" | "pending_if_incomplete", ownKey: string) =>
    withIdempotencyKey(
      ownKey,
      (options) => {
        const changes = behavior === "pending_if_incomplete" ? pendingItemChanges : itemChanges;
        const change = { ...params, items: changes(old, items), payment_behavior: behavior };
        return stripe.subscriptions.update(id, change, options);
      },
      async () => {
        const now = await stripe.subscriptions.retrieve(id);
        return now.pending_update || isOfItems(await itemsOf(stripe, now), items) ? now : undefined;
      },
    );
  try {
    const changed = await update("error_if_incomplete", key);
    if (input.unused?.length) await invoiceCredits(stripe, changed, key);
    return await viewSubscription(stripe, changed);
  } catch (error) {
    if (hasNoMethod(error)) throw withoutCard(error, current);
    if (!needsConfirmation(error)) throw error;
    // `discounts` is not among the parameters that can wait: https://docs.stripe.com/billing/subscriptions/pending-updates-reference.
    if (input.promotionCodeId) throw new ApiError("promotion_code_cannot_wait_for_bank", { cause: error });
    await update("pending_if_incomplete", `${key}:pending`);
    // Read again: a replayed request returns the first response.
    const now = await stripe.subscriptions.retrieve(id);
    if (isOfItems(await itemsOf(stripe, now), items)) return viewSubscription(stripe, now);
    throw await unconfirmed(stripe, id, error);
  }
}

/**
 * unused_time_not_creditable: the subscription's invoices have automatic tax, and something is to be given back that Stripe did not charge:
 * "negative amounts" "cannot be added to automatic tax invoices" (Invoice.AutomaticTax.enabled in the SDK). What Stripe prorates itself is
 * taxed.
 */
export function requireUntaxed(
  { automatic_tax }: Stripe.Subscription,
  { unused = [] }: Pick<ProviderChange, "unused">,
): void {
  if (automatic_tax.enabled && unused.length > 0) throw new ApiError("unused_time_not_creditable");
}

/** card_missing_for_currency: the change costs something, and the customer has no card. */
function withoutCard(
  cause: Stripe.errors.StripeInvalidRequestError,
  { currency }: Stripe.Subscription,
): ApiError {
  const details = { currency: currency.toUpperCase(), save_with: SAVES_CARD, provider: wordsOf(cause) };
  return new ApiError("card_missing_for_currency", { cause, details });
}

/**
 * What is given back for time that was paid elsewhere: Stripe gives back what it has charged itself alone
 * (https://docs.stripe.com/billing/subscriptions/billing-mode/compare#credit-proration-calculations). A negative amount is "to credit to
 * the customer" (SubscriptionUpdateParams.AddInvoiceItem.PriceData.unit_amount); made by the update, nothing of it is left when that
 * fails. It names the product and the tax behavior of what is paid for.
 */
function creditsFor(
  { currency }: Pick<Stripe.Subscription, "currency">,
  [first]: readonly Stripe.SubscriptionItem[],
  { unused = [] }: Pick<ProviderChange, "unused">,
): Stripe.SubscriptionUpdateParams.AddInvoiceItem[] {
  if (!first || unused.length === 0) return [];
  const { product, tax_behavior: behavior } = first.price;
  return unused.map(({ amount, description, start, end }) => ({
    price_data: {
      currency,
      product: typeof product === "string" ? product : product.id,
      unit_amount: Number(amount),
      ...(behavior && { tax_behavior: behavior }),
    },
    period: { start: timestamp(start), end: timestamp(end) },
    discountable: false,
    metadata: { usher_description: description },
  }));
}

/**
 * Issues what an update has left for the next invoice, because it made none: "Adding one-time charges with add_invoice_items when no
 * other part of the update independently creates an invoice" (https://docs.stripe.com/billing/subscriptions/pending-updates). The invoice
 * is of less than 0, and becomes the customer's balance. Idempotent by key.
 */
async function invoiceCredits(
  stripe: Stripe,
  { id, customer, currency }: Stripe.Subscription,
  key: string,
): Promise<void> {
  const customerId = typeof customer === "string" ? customer : customer.id;
  const waiting = await stripe.invoiceItems.list({ customer: customerId, pending: true, limit: 100 });
  if (!waiting.data.some(({ metadata }) => metadata?.usher_description !== undefined)) return;
  const invoice = await stripe.invoices.create(
    { customer: customerId, subscription: id, currency, auto_advance: false },
    { idempotencyKey: `${key}:credit` },
  );
  await stripe.invoices.finalizeInvoice(
    invoice.id,
    { auto_advance: false },
    { idempotencyKey: `${key}:credit:issue` },
  );
}

function timestamp(moment: Date) {
  return { type: "timestamp", timestamp: Math.floor(moment.getTime() / 1000) } as const;
}

/** Removes the items that a change which waited for its payment has left with the quantity 0; nothing is charged or credited. */
export async function removeEmptyItems(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const items = await itemsOf(stripe, subscription);
  const counting = items.filter(({ quantity }) => quantity !== 0);
  if (counting.length === items.length || counting.length === 0) return;
  const kept = counting.map(({ price, quantity }) => ({ priceId: price.id, quantity: quantity ?? 1 }));
  await exchangeItems(stripe, subscription, kept);
}

/**
 * Drops a change that waits for the cardholder's confirmation: voids its invoice and leaves the subscription unchanged. "waiting"
 * when the pending change is the same as this one and can still be confirmed (it is not cancelled); "none" when no change is pending.
 */
export async function dropUnpaidChange(
  stripe: Stripe,
  { id, items, prorationDate: wanted, promotionCodeId }: Omit<ProviderChange, "idempotencyKey">,
): Promise<"waiting" | "none"> {
  const current = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.confirmation_secret"] });
  const invoice = current.latest_invoice;
  if (!current.pending_update || invoice === null || typeof invoice === "string") return "none";
  const date = prorationDate(await itemsOf(stripe, current), wanted);
  // Prorated lines start at the proration date.
  const isOfDate = date === null || invoice.lines.data.some(({ period }) => period.start === date.seconds);
  const isSame = isFor(current.pending_update, items) && isOfDate && !promotionCodeId;
  if (isSame && (await isConfirmable(stripe, invoice))) return "waiting";
  try {
    await stripe.invoices.voidInvoice(invoice.id);
  } catch (error) {
    // Paid in the meantime: Stripe has made the change, and none is pending.
    const { status } = await stripe.invoices.retrieve(invoice.id);
    if (status === "open") throw error;
  }
  return "none";
}

function isFor({ subscription_items: waiting }: Stripe.Subscription.PendingUpdate, items: PriceItem[]) {
  return waiting !== null && isOfItems(waiting, items);
}

/** A payment that has failed since needs another card and can no longer be confirmed. */
async function isConfirmable(stripe: Stripe, invoice: Stripe.Invoice): Promise<boolean> {
  const [id] = (invoice.confirmation_secret?.client_secret ?? "").split("_secret_");
  if (!id) return false;
  const { status } = await stripe.paymentIntents.retrieve(id);
  return status === "requires_action" || status === "processing";
}

async function unconfirmed(stripe: Stripe, id: string, cause?: unknown): Promise<ApiError> {
  const { latest_invoice: invoice, pending_update } = await stripe.subscriptions.retrieve(id, {
    expand: ["latest_invoice.confirmation_secret"],
  });
  const open = pending_update && typeof invoice === "object" ? invoice : null;
  const secret = open?.confirmation_secret?.client_secret ?? null;
  return new ApiError("card_authentication_required", { cause, details: { client_secret: secret } });
}
