import { INTERVALS, type Interval } from "../../../../server/platform/schema/interval.ts";
import type { useCatalog } from "../../../_lib/use-catalog.ts";
import { chooseCurrency } from "../../../_pricing/offer.ts";

type Catalog = ReturnType<typeof useCatalog>;
export type Price = Catalog["prices"][number];

/** A plan with its prices on sale. */
export interface Offer {
  plan: Catalog["plans"][number];
  product: Catalog["products"][number];
  /** The shortest interval first, then the lowest. */
  prices: [Price, ...Price[]];
}

/** The plans on sale, in the catalog's order. */
export function offersOf({
  products,
  plans,
  prices,
}: Pick<Catalog, "products" | "plans" | "prices">): Offer[] {
  return products
    .filter((product) => !product.archived_at)
    .flatMap((product) =>
      plans
        .filter((plan) => plan.product_id === product.id && !plan.archived_at)
        .flatMap((plan) => {
          const [first, ...others] = prices
            .filter((price) => price.plan_id === plan.id && !price.archived_at)
            .toSorted(
              (a, b) => INTERVALS.indexOf(a.interval) - INTERVALS.indexOf(b.interval) || a.amount - b.amount,
            );
          return first ? [{ plan, product, prices: [first, ...others] as Offer["prices"] }] : [];
        }),
    );
}

/** The plan of a price. */
export const offerWith = (offers: Offer[], priceId: string): Offer | undefined =>
  offers.find(({ prices }) => prices.some(({ id }) => id === priceId));

export interface Wish {
  currency?: string | undefined;
  interval?: Interval | undefined;
}

/** The plan's price that is nearest to the wish: in its currency before at its interval. */
export function priceFor({ prices }: Offer, { currency, interval }: Wish): Price {
  const nearness = (price: Price) =>
    (price.currency === currency ? 2 : 0) + (price.interval === (interval ?? "MONTH") ? 1 : 0);
  return prices.reduce((best, price) => (nearness(price) > nearness(best) ? price : best), prices[0]);
}

/** What one begins with: the recommended plan, else the first that has a price, monthly. */
export function firstPrice(offers: Offer[]): Price | undefined {
  const isPaid = ({ prices }: Offer) => prices.some(({ amount }) => amount > 0);
  const offer = offers.find(({ plan }) => plan.is_highlighted) ?? offers.find(isPaid) ?? offers[0];
  const sold = [...new Set(offer?.prices.map(({ currency }) => currency))].toSorted();
  return offer && priceFor(offer, { currency: chooseCurrency(sold, undefined, "en") });
}
