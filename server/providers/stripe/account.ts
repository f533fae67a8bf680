import Stripe from "stripe";
import type { CardProvider } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";

/**
 * The account that the key belongs to (GET /v1/account, `accounts.retrieveCurrent` of the SDK). Stripe answers 403 when a restricted
 * key lacks the permission: https://docs.stripe.com/keys/restricted-api-keys.
 */
export function account(
  stripe: Stripe,
  browser: Stripe | null,
): Pick<CardProvider, "readAccountId" | "hasMatchingKeys"> {
  return {
    hasMatchingKeys: () => callStripe(async () => browser === null || hasMatchingKeys(stripe, browser)),
    readAccountId: () =>
      callStripe(async () => {
        try {
          return (await stripe.accounts.retrieveCurrent()).id;
        } catch (error) {
          if (error instanceof Stripe.errors.StripePermissionError) return null;
          throw error;
        }
      }),
  };
}

/**
 * An intent that the secret key makes is found with the publishable key of its account and mode alone: "Client-side retrieval using a
 * publishable key is allowed when the client_secret is provided in the query string" (the SDK's SetupIntents.retrieve).
 */
async function hasMatchingKeys(stripe: Stripe, browser: Stripe): Promise<boolean> {
  const { id, client_secret } = await stripe.setupIntents.create({
    automatic_payment_methods: { enabled: true },
    metadata: { usher_check: "keys" },
  });
  try {
    await browser.setupIntents.retrieve(id, { client_secret: client_secret ?? "" });
    return true;
  } catch (error) {
    const isUnknown = error instanceof Stripe.errors.StripeAuthenticationError || isMissing(error);
    if (isUnknown) return false;
    throw error;
  } finally {
    await stripe.setupIntents.cancel(id);
  }
}
