import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { PriceItem, ProviderChange, ProviderSubscription } from "../port.ts";
import { needsHolder } from "./errors.ts";
import { itemChanges } from "./item-changes.ts";
import { keyed } from "./keyed.ts";
import { prorationDate } from "./proration-date.ts";
import { itemsOf, viewSubscription } from "./subscription-view.ts";

/**
 * Invoiced and charged at once; a failed charge refuses the whole change (payment_behavior error_if_incomplete). When only the
 * cardholder's confirmation is missing, the change waits for its invoice and K7002 carries the secret to confirm the payment
 * with: https://docs.stripe.com/billing/subscriptions/pending-updates. Paid, Stripe makes the change itself; unpaid, Stripe
 * drops it after 23 hours.
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
  const changes = itemChanges(old, items);
  if (changes.length === 0) return viewSubscription(stripe, current);
  // A trial has nothing to prorate, and its period is none of the plan's.
  const date = current.status === "trialing" ? null : prorationDate(old, input.prorationDate);
  // Another date under the same key would be refused, should the change have been asked for before.
  const key = date?.isMoved ? `${idempotencyKey}:${date.seconds}` : idempotencyKey;
  const params = {
    items: changes,
    proration_behavior: "always_invoice",
    ...(date && { proration_date: date.seconds }),
  } as const;
  const update = (behavior: "error_if_incomplete" | "pending_if_incomplete", ownKey: string) =>
    keyed(
      ownKey,
      (options) => stripe.subscriptions.update(id, { ...params, payment_behavior: behavior }, options),
      async () => {
        const now = await stripe.subscriptions.retrieve(id);
        const isMade = itemChanges(await itemsOf(stripe, now), items).length === 0;
        return isMade || now.pending_update ? now : undefined;
      },
    );
  try {
    return await viewSubscription(stripe, await update("error_if_incomplete", key));
  } catch (error) {
    if (!needsHolder(error)) throw error;
    await update("pending_if_incomplete", `${key}:pending`);
    // Read again: asked twice, the update answers what it was at first.
    const now = await stripe.subscriptions.retrieve(id);
    if (itemChanges(await itemsOf(stripe, now), items).length === 0) return viewSubscription(stripe, now);
    throw await unconfirmed(stripe, id, error);
  }
}

/**
 * Gives up a change that waits for its cardholder: its invoice is voided, and the subscription stays as it is. "waiting" when
 * it is this very change and can still be confirmed, which is left; "none" when no change waits any more.
 */
export async function dropUnpaidChange(
  stripe: Stripe,
  { id, items, prorationDate: wanted }: Omit<ProviderChange, "idempotencyKey">,
): Promise<"waiting" | "none"> {
  const current = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.confirmation_secret"] });
  const invoice = current.latest_invoice;
  if (!current.pending_update || invoice === null || typeof invoice === "string") return "none";
  const date = prorationDate(await itemsOf(stripe, current), wanted);
  // What is prorated is invoiced from the moment that was asked for.
  const isOfDate = date === null || invoice.lines.data.some(({ period }) => period.start === date.seconds);
  const isSame = isFor(current.pending_update, items) && isOfDate;
  if (isSame && (await isConfirmable(stripe, invoice))) return "waiting";
  try {
    await stripe.invoices.voidInvoice(invoice.id);
  } catch (error) {
    // Paid at this very moment: then the change is made, and no other waits.
    const { status } = await stripe.invoices.retrieve(invoice.id);
    if (status === "open") throw error;
  }
  return "none";
}

function isFor({ subscription_items: waiting }: Stripe.Subscription.PendingUpdate, items: PriceItem[]) {
  return waiting !== null && itemChanges(waiting, items).length === 0;
}

/** A payment that failed since wants another card, and can no longer be confirmed as it is. */
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
  return new ApiError("K7002", { cause, details: { client_secret: secret } });
}
