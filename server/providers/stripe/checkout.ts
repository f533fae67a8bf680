import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider } from "../port.ts";
import { asking } from "./errors.ts";

/** Stripe's hosted checkout page. */
export function checkout(stripe: Stripe): Pick<CardProvider, "createCheckoutSession"> {
  return {
    createCheckoutSession: (input) =>
      asking(async () => {
        const metadata = {
          usher_tenant: input.tenantId,
          usher_subscription: input.subscriptionId,
          usher_checkout: input.checkoutId,
        };
        const session = await stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: input.customerId,
            line_items: input.items.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
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
