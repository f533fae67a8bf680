import type Stripe from "stripe";
import type { CardProvider } from "../port.ts";
import { asking, isMissing } from "./errors.ts";
import { keyed, notLookedFor } from "./keyed.ts";

/**
 * Asks whether the key works. A product without prices may be deleted ("Deleting a product is only possible if it has no prices
 * associated with it", the SDK's Products.del), and the deletion is an event (product.deleted) that our callbacks are sent.
 */
export function check(stripe: Stripe): Pick<CardProvider, "checkKey"> {
  return {
    checkKey: ({ idempotencyKey }) =>
      asking(async () => {
        const params = { name: "Usher check", metadata: { usher_check: idempotencyKey } };
        const { id } = await keyed(
          idempotencyKey,
          (options) => stripe.products.create(params, options),
          notLookedFor,
        );
        try {
          await stripe.products.del(id);
        } catch (error) {
          // The answer to an earlier try was lost on its way.
          if (!isMissing(error)) throw error;
        }
      }),
  };
}
