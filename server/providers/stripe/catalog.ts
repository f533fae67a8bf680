import type Stripe from "stripe";
import type { CardProvider } from "../port.ts";
import { asking } from "./errors.ts";

type Catalog = Pick<CardProvider, "ensureProduct" | "ensurePrice">;

const INTERVALS = { DAY: "day", WEEK: "week", MONTH: "month", YEAR: "year" } as const;

/**
 * Products and prices at Stripe. A product's id is derived from our key and a price is found by its lookup key, so that
 * both are found again after Stripe has forgotten the idempotency key (24 hours and more).
 */
export function catalog(stripe: Stripe): Catalog {
  return {
    ensureProduct: ({ key, name }) =>
      asking(async () => {
        const id = `usher_${key.replaceAll(/[^a-zA-Z0-9_-]/g, "_")}`;
        const found = await stripe.products.list({ ids: [id], limit: 1 });
        if (found.data[0]) return { id };
        await stripe.products.create({ id, name, metadata: { usher_product: key } }, { idempotencyKey: `product:${key}` });
        return { id };
      }),
    ensurePrice: ({ key, productId, amount, currency, interval }) =>
      asking(async () => {
        const found = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
        if (found.data[0]) return { id: found.data[0].id };
        const made = await stripe.prices.create(
          {
            product: productId,
            currency: currency.toLowerCase(),
            unit_amount: Number(amount),
            recurring: { interval: INTERVALS[interval] },
            lookup_key: key,
            metadata: { usher_price: key },
          },
          { idempotencyKey: `price:${key}` },
        );
        return { id: made.id };
      }),
  };
}
