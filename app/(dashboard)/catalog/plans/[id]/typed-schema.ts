import { z } from "zod";
import { EntitlementInput, EntitlementPrice } from "../../../../../server/domain/catalog/packs/schema.ts";
import { currenciesOf, PRICED_BY, pricedBy, type Sold, slotsOf } from "./price-slots.ts";

const { currency: _currency, interval: _interval, ...PER_PRICE } = EntitlementPrice.shape;
const { feature_key: _key, prices: _prices, ...OWN } = EntitlementInput.shape;

/** The schema of the entitlement form: its own fields, and its price fields once for each currency and interval. */
export function entitlementForm(sold: Sold[]) {
  const currencies = currenciesOf(sold);
  const prices = currencies
    .flatMap((currency) => slotsOf(sold, currency))
    .flatMap(({ suffix }) =>
      Object.entries(PER_PRICE).map(([name, field]) => [`${name}_${suffix}`, field.optional()] as const),
    );
  const choices = currencies.map((currency) => [pricedBy(currency), z.enum(PRICED_BY).optional()] as const);
  return z.object({ ...OWN, ...Object.fromEntries(choices), ...Object.fromEntries(prices) });
}
