import { z } from "zod";
import { EntitlementInput, EntitlementPrice } from "../../../../../server/domain/catalog/packs/schema.ts";

const { currency: _currency, ...PER_CURRENCY } = EntitlementPrice.shape;
const { feature_key: _key, prices: _prices, ...OWN } = EntitlementInput.shape;

/** The schema of the entitlement form: its own fields, and its price fields once for each currency. */
export function entitlementForm(currencies: string[]) {
  const prices = currencies.flatMap((currency) =>
    Object.entries(PER_CURRENCY).map(([name, field]) => [`${name}_${currency}`, field.optional()] as const),
  );
  return z.object({ ...OWN, ...Object.fromEntries(prices) });
}
