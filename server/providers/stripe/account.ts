import Stripe from "stripe";
import type { CardProvider } from "../port.ts";
import { callStripe } from "./errors.ts";

/**
 * The account that the key belongs to (GET /v1/account, `accounts.retrieveCurrent` of the SDK). Stripe answers 403 when a restricted
 * key lacks the permission: https://docs.stripe.com/keys/restricted-api-keys.
 */
export function account(stripe: Stripe): Pick<CardProvider, "readAccountId"> {
  return {
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
