import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, CheckoutItem } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";

/** Stripe's limit of optional items on a page. */
const MAX_OPTIONAL_ITEMS = 10;

function lineItem({ priceId, quantity, adjustable }: CheckoutItem) {
  return {
    price: priceId,
    // An optional item starts at one when the customer adds it.
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
    expireCheckoutSession: (id) => callStripe(() => expire(stripe, id)),
    createCheckoutSession: (input) =>
      callStripe(async () => {
        const metadata = {
          usher_tenant: input.tenantId,
          usher_subscription: input.subscriptionId,
          usher_checkout: input.checkoutId,
        };
        const optional = input.items.filter(({ quantity }) => quantity === 0).slice(0, MAX_OPTIONAL_ITEMS);
        const session = await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: input.customerId,
            line_items: input.items.filter(({ quantity }) => quantity > 0).map(lineItem),
            ...(optional.length > 0 && { optional_items: optional.map(lineItem) }),
            allow_promotion_codes: true,
            ...(input.hasAutomaticTax && {
              automatic_tax: { enabled: true },
              // Where taxes are computed, a business gives its tax id. Stripe wants to write the name and address that come with it:
              // https://docs.stripe.com/tax/checkout/tax-ids.
              customer_update: { address: "auto" as const, name: "auto" as const },
              tax_id_collection: { enabled: true },
            }),
            // https://docs.stripe.com/payments/checkout/customization/policies: up to 1,200 characters beside the button.
            ...(input.note !== null && { custom_text: { submit: { message: input.note } } }),
            success_url: input.successUrl,
            cancel_url: input.cancelUrl,
            metadata,
            // Where something is due now Stripe asks for a card all the same: https://docs.stripe.com/payments/checkout/free-trials.
            ...(!input.needsCard && { payment_method_collection: "if_required" as const }),
            subscription_data: {
              metadata,
              ...(input.trialDays > 0 && {
                trial_period_days: input.trialDays,
                trial_settings: { end_behavior: { missing_payment_method: input.trialEndsWithoutCard } },
              }),
            },
          },
          { idempotencyKey: input.idempotencyKey },
        );
        if (!session.url)
          throw new ApiError("card_provider_answer_unknown", {
            cause: new Error("Stripe returned the session without a URL."),
          });
        return { id: session.id, url: session.url };
      }),
  };
}

/**
 * Stripe expires a session only while it is open (https://docs.stripe.com/api/checkout/sessions/expire): when
 * the customer completes it at the same time, only one of the two requests succeeds.
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
