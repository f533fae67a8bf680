"use client";

import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { usualCurrency } from "../../../../_lib/usual-currency.ts";

/** The plan with all its page needs; data stays undefined until everything is loaded. */
export function usePlan(id: string) {
  const plan = useLoaded("plan", id, (api, signal) => api.plans.get.query({ plan_id: id }, { signal }));
  const packs = useLoaded("packs", id, (api, signal) =>
    api.packs.list.query({ plan_id: id, limit: 100 }, { signal }),
  );
  const prices = useLoaded("prices", id, (api, signal) =>
    api.prices.list.query({ plan_id: id, limit: 200 }, { signal }),
  );
  const features = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const catalog = useLoaded("prices", "all", (api, signal) =>
    api.prices.list.query({ limit: 200 }, { signal }),
  );
  const settings = useLoaded("settings", null, (api, signal) => api.settings.get.query({}, { signal }));
  const all = [plan, packs, prices, features, catalog, settings];
  const isLoaded = plan.data && packs.data && prices.data && features.data && catalog.data && settings.data;
  return {
    error: all.find(({ error, data }) => error && !data)?.error ?? null,
    refetch: () => {
      for (const one of all) if (one.error) void one.refetch();
    },
    data: isLoaded && {
      plan: plan.data,
      packs: packs.data.data,
      currency: usualCurrency(catalog.data.data, settings.data.reporting_currency),
      prices: prices.data.data.toSorted(
        (a, b) =>
          Number(a.archived_at !== null) - Number(b.archived_at !== null) ||
          a.currency.localeCompare(b.currency) ||
          a.amount - b.amount,
      ),
      features: features.data.data.toSorted((a, b) => a.position - b.position),
    },
  };
}
