import Stripe from "stripe";
import { toWireAmount } from "../../platform/money.ts";
import type { CardProvider, ProviderPrice } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { choosePromotion } from "./judge-promotion-code.ts";
import { taxBehaviorOf, viewTaxBehavior } from "./tax-behavior.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Catalog = Pick<CardProvider, "ensureProduct" | "ensurePrice" | "readPrice" | "findPromotionCode">;

/** Of one text: the codes of several customers, and those that were active before. A page of Stripe's has no more. */
const MAX_CODES = 100;

const INTERVALS = { DAY: "day", WEEK: "week", MONTH: "month", YEAR: "year" } as const;

/**
 * Products and prices at Stripe. A product's id is derived from our key and a price is found by its lookup key, so that
 * both are found again after Stripe has removed the idempotency key (24 hours or later).
 */
export function catalog(stripe: Stripe): Catalog {
  return {
    ensureProduct: ({ key, name }) =>
      callStripe(() => {
        const id = `usher_${key.replaceAll(/[^a-zA-Z0-9_-]/g, "_")}`;
        const find = async () => (await stripe.products.list({ ids: [id], limit: 1 })).data[0];
        const params = { id, name, metadata: { usher_product: key } };
        return ensure(find, () =>
          withIdempotencyKey(`product:${key}`, (options) => stripe.products.create(params, options), find),
        );
      }),
    ensurePrice: ({ key, productId, amount, currency, interval, taxBehavior }) =>
      callStripe(() => {
        const find = async () =>
          (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data[0];
        const params = {
          product: productId,
          currency: currency.toLowerCase(),
          unit_amount: toWireAmount(amount),
          recurring: { interval: INTERVALS[interval] },
          ...taxBehaviorOf(taxBehavior),
          lookup_key: key,
          metadata: { usher_price: key },
        };
        return ensure(find, () =>
          withIdempotencyKey(`price:${key}`, (options) => stripe.prices.create(params, options), find),
        );
      }),
    readPrice: (id) =>
      callStripe(async () => {
        try {
          return viewPrice(await stripe.prices.retrieve(id, { expand: ["product"] }));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    findPromotionCode: (asked) =>
      callStripe(async () => {
        const { code } = asked;
        const { data } = await stripe.promotionCodes.list({
          code,
          limit: MAX_CODES,
          expand: ["data.promotion.coupon"],
        });
        return choosePromotion(data, asked);
      }),
  };
}

function viewPrice(price: Stripe.Price): ProviderPrice {
  const { product, recurring } = price;
  const isWhole = recurring?.interval_count === 1 && recurring.usage_type === "licensed";
  const byName = { day: "DAY", week: "WEEK", month: "MONTH", year: "YEAR" } as const;
  const named = typeof product === "string" || product.deleted ? null : product.name;
  return {
    id: price.id,
    productId: typeof product === "string" ? product : product.id,
    productName: named ?? price.id,
    amount:
      price.billing_scheme === "per_unit" && price.unit_amount !== null ? BigInt(price.unit_amount) : null,
    currency: price.currency.toUpperCase(),
    taxBehavior: viewTaxBehavior(price.tax_behavior),
    interval: (isWhole && recurring && byName[recurring.interval as keyof typeof byName]) || null,
  };
}

/** Finds or creates the object; when another request created it first, finds that one. */
async function ensure<T extends { id: string }>(
  find: () => Promise<T | undefined>,
  make: () => Promise<T>,
): Promise<{ id: string }> {
  const found = await find();
  if (found) return { id: found.id };
  try {
    return { id: (await make()).id };
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeError && error.statusCode === 400;
    const made = isRefused ? await find() : undefined;
    if (!made) throw error;
    return { id: made.id };
  }
}
