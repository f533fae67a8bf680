"use client";

import { formatInterval, formatMoney } from "./format.ts";
import { useLoaded } from "./use-loaded.ts";

const ALL = { limit: 200 };

/** What is sold, as forms and lists choose from it: products, plans and prices, by name. */
export function useCatalog() {
  const { data: products } = useLoaded("products", "all", (api, signal) =>
    api.products.list.query(ALL, { signal }),
  );
  const { data: plans } = useLoaded("plans", "all", (api, signal) => api.plans.list.query(ALL, { signal }));
  const { data: prices } = useLoaded("prices", "all", (api, signal) =>
    api.prices.list.query(ALL, { signal }),
  );
  const byPosition = <T extends { position: number; created_at: string }>(a: T, b: T) =>
    a.position - b.position || a.created_at.localeCompare(b.created_at);
  return {
    isLoaded: products !== undefined && plans !== undefined && prices !== undefined,
    products: (products?.data ?? []).toSorted(byPosition),
    plans: (plans?.data ?? []).toSorted(byPosition),
    prices: prices?.data ?? [],
  };
}

/** Prices on sale as choices, of one product or in one currency where that is wanted. */
export function usePriceOptions({ productId, currency }: { productId?: string; currency?: string } = {}) {
  const { products, plans, prices } = useCatalog();
  return products.flatMap((product) =>
    productId !== undefined && product.id !== productId
      ? []
      : plans
          .filter((plan) => plan.product_id === product.id && !plan.archived_at)
          .flatMap((plan) =>
            prices
              .filter(
                (price) =>
                  price.plan_id === plan.id &&
                  !price.archived_at &&
                  (currency === undefined || price.currency === currency),
              )
              .toSorted((a, b) => a.currency.localeCompare(b.currency) || a.amount - b.amount)
              .map((price) => ({
                value: price.id,
                currency: price.currency,
                label: `${product.name} ${plan.name} · ${formatMoney(price.amount, price.currency)} per ${formatInterval(price.interval)}`,
              })),
          ),
  );
}
