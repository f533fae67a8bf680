import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { NewProviderSubscription, ProviderSubscription } from "../port.ts";
import { needsConfirmation } from "./errors.ts";
import { viewSubscription } from "./subscription-view.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

/**
 * Creates a subscription that is paid at once, free or on trial; when the first payment is declined, nothing is created (payment_behavior
 * error_if_incomplete). When only the cardholder's confirmation is missing, throws card_authentication_required with the secret to confirm
 * it, or returns the subscription when it has been confirmed since.
 */
export async function startSubscription(
  stripe: Stripe,
  input: NewProviderSubscription,
): Promise<ProviderSubscription> {
  try {
    const params = {
      ...startParams(input),
      off_session: true,
      payment_behavior: "error_if_incomplete",
    } as const;
    const started = await withIdempotencyKey(
      input.idempotencyKey,
      (options) => stripe.subscriptions.create(params, options),
      () => findCreated(stripe, input, ["active", "trialing"]),
    );
    return viewSubscription(stripe, started);
  } catch (error) {
    if (!needsConfirmation(error)) throw error;
    const waiting = await startIncomplete(stripe, input);
    if (waiting.status === "active" || waiting.status === "trialing")
      return viewSubscription(stripe, waiting);
    throw new ApiError("card_authentication_required", {
      cause: error,
      details: { client_secret: secretOf(waiting) },
    });
  }
}

/**
 * Creates it with status incomplete: the browser completes it with the confirmation secret, or Stripe expires it after 23 hours.
 * Read again, because a replayed request returns the first response.
 */
async function startIncomplete(stripe: Stripe, input: NewProviderSubscription): Promise<Stripe.Subscription> {
  const params = { ...startParams(input), payment_behavior: "default_incomplete" } as const;
  const { id } = await withIdempotencyKey(
    `${input.idempotencyKey}:incomplete`,
    (options) => stripe.subscriptions.create(params, options),
    () => findCreated(stripe, input, ["incomplete", "active", "trialing"]),
  );
  return stripe.subscriptions.retrieve(id, { expand: ["latest_invoice.confirmation_secret"] });
}

/** Lists instead of searching: Stripe's search index lags by up to a minute. */
async function findCreated(
  stripe: Stripe,
  { customerId: customer, subscriptionId }: NewProviderSubscription,
  statuses: Stripe.Subscription.Status[],
): Promise<Stripe.Subscription | undefined> {
  for await (const one of stripe.subscriptions.list({ customer, status: "all", limit: 100 })) {
    if (one.metadata.usher_subscription === subscriptionId && statuses.includes(one.status)) return one;
  }
  return undefined;
}

function secretOf({ status, latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (status !== "incomplete" || invoice === null || typeof invoice === "string") return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}

function startParams(input: NewProviderSubscription) {
  return {
    customer: input.customerId,
    items: input.items.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
    metadata: { usher_tenant: input.tenantId, usher_subscription: input.subscriptionId },
    ...(input.paymentMethodId !== null && { default_payment_method: input.paymentMethodId }),
    ...(input.paidUntil && {
      billing_cycle_anchor: Math.floor(input.paidUntil.getTime() / 1000),
      proration_behavior: "none" as const,
    }),
    ...(input.promotionCodeId && { discounts: [{ promotion_code: input.promotionCodeId }] }),
    ...(input.hasAutomaticTax && { automatic_tax: { enabled: true } }),
    ...(input.trialEnd && {
      trial_end: Math.floor(input.trialEnd.getTime() / 1000),
      trial_settings: { end_behavior: { missing_payment_method: input.trialEndsWithoutCard } },
    }),
  };
}
