import type Stripe from "stripe";
import type { CardProvider } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { withIdempotencyKey, withoutSearch } from "./with-idempotency-key.ts";

/**
 * Checks whether the key works. A product without prices may be deleted ("Deleting a product is only possible if it has no prices
 * associated with it", the SDK's Products.del), and the deletion is an event (product.deleted) that our callbacks are sent.
 */
export function check(stripe: Stripe): Pick<CardProvider, "checkKey"> {
  return {
    checkKey: ({ idempotencyKey }) =>
      callStripe(async () => {
        const params = { name: "Usher check", metadata: { usher_check: idempotencyKey } };
        const { id } = await withIdempotencyKey(
          idempotencyKey,
          (options) => stripe.products.create(params, options),
          withoutSearch,
        );
        try {
          await stripe.products.del(id);
        } catch (error) {
          // An earlier attempt deleted it, and its response was lost.
          if (!isMissing(error)) throw error;
        }
      }),
  };
}
