import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, CheckoutItem } from "../port.ts";
import { asking, isMissing } from "./errors.ts";

/** As many optional items as Stripe's page takes. */
const MAX_OFFERS = 10;

function lineItem({ priceId, quantity, adjustable }: CheckoutItem) {
  return {
    price: priceId,
    // An offer that is taken begins with one.
    quantity: Math.max(1, quantity),
    ...(adjustable && {
      adjustable_quantity: { enabled: true, minimum: adjustable.least, maximum: adjustable.most },
    }),
  };
}

/** Stripe's hosted checkout page. */
export function checkout(
  stripe: Stripe,
): Pick<CardProvider, "createCheckoutSession" | "expireCheckoutSession"> {
  return {
    expireCheckoutSession: (id) => asking(() => expire(stripe, id)),
    createCheckoutSession: (input) =>
      asking(async () => {
        const metadata = {
          usher_tenant: input.tenantId,
          usher_subscription: input.subscriptionId,
          usher_checkout: input.checkoutId,
        };
        const offers = input.items.filter(({ quantity }) => quantity === 0).slice(0, MAX_OFFERS);
        const session = await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: input.customerId,
            line_items: input.items.filter(({ quantity }) => quantity > 0).map(lineItem),
            ...(offers.length > 0 && { optional_items: offers.map(lineItem) }),
            allow_promotion_codes: true,
            ...(input.hasAutomaticTax && {
              automatic_tax: { enabled: true },
              customer_update: { address: "auto" as const },
            }),
            // https://docs.stripe.com/payments/checkout/customization/policies: up to 1,200 characters beside the button.
            ...(input.note !== null && { custom_text: { submit: { message: input.note } } }),
            success_url: input.successUrl,
            cancel_url: input.cancelUrl,
            metadata,
            subscription_data: {
              metadata,
              ...(input.trialDays > 0 && { trial_period_days: input.trialDays }),
            },
          },
          { idempotencyKey: input.idempotencyKey },
        );
        if (!session.url)
          throw new ApiError("K7006", { cause: new Error("The session came without an address.") });
        return { id: session.id, url: session.url };
      }),
  };
}

/**
 * Stripe expires a session only while it is open (https://docs.stripe.com/api/checkout/sessions/expire): of a customer who
 * completes it at that very moment and us, one is first, and the other is refused.
 */
async function expire(stripe: Stripe, id: string): Promise<{ completedSubscriptionId: string | null }> {
  try {
    await stripe.checkout.sessions.expire(id);
    return { completedSubscriptionId: null };
  } catch (error) {
    if (isMissing(error)) return { completedSubscriptionId: null };
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status, subscription } = await stripe.checkout.sessions.retrieve(id);
    if (status === "open") throw error;
    const started = typeof subscription === "string" ? subscription : (subscription?.id ?? null);
    return { completedSubscriptionId: status === "complete" ? started : null };
  }
}
