import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, ProviderCard } from "../port.ts";
import { asking, isMissing } from "./errors.ts";

type Cards = Pick<CardProvider, "createSetupIntent" | "attachPaymentMethod" | "attachTestCard">;

/** Cards: kept by a setup intent in the browser, or made of a test token on the server. */
export function cards(stripe: Stripe, isTestMode: boolean): Cards {
  /** Attaches and makes it the card that invoices are charged to. */
  async function attach(customerId: string, paymentMethodId: string): Promise<ProviderCard> {
    const method = await stripe.paymentMethods.attach(paymentMethodId, { customer: customerId });
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method.id } });
    return { paymentMethodId: method.id, fingerprint: method.card?.fingerprint ?? null };
  }

  return {
    createSetupIntent: ({ customerId, idempotencyKey }) =>
      asking(async () => {
        const params = { customer: customerId, usage: "off_session", automatic_payment_methods: { enabled: true } } as const;
        const intent = await stripe.setupIntents.create(params, { idempotencyKey });
        if (!intent.client_secret) throw new ApiError("K7006");
        return { clientSecret: intent.client_secret };
      }),
    attachPaymentMethod: ({ customerId, paymentMethodId }) =>
      asking(async () => {
        try {
          // Stripe's test cards (pm_card_…) stand for a new payment method each time and cannot be looked up first.
          if (!paymentMethodId.startsWith("pm_card_")) {
            const known = await stripe.paymentMethods.retrieve(paymentMethodId);
            if (known.customer !== null && known.customer !== customerId) throw new ApiError("K7004");
          }
          return await attach(customerId, paymentMethodId);
        } catch (error) {
          if (isMissing(error)) throw new ApiError("K7004", { cause: error });
          throw error;
        }
      }),
    async attachTestCard({ customerId, token, idempotencyKey }) {
      if (!isTestMode) throw new ApiError("K7003");
      return asking(async () => {
        try {
          const method = await stripe.paymentMethods.create({ type: "card", card: { token } }, { idempotencyKey });
          return await attach(customerId, method.id);
        } catch (error) {
          if (isMissing(error)) throw new ApiError("K7004", { cause: error });
          throw error;
        }
      });
    },
  };
}
