"use client";

import { useState } from "react";
import type { EntitlementInput } from "./entitlement-form.ts";
import type { Price } from "./prices-section.tsx";
import { usePreview } from "./use-preview.ts";

interface Of {
  planId: string;
  granted: EntitlementInput[];
  onSale: Price[];
  /** What is usually sold in. */
  currency: string;
}

/** What the server says of the plan as it is on the page, with what the use that is typed costs at the price that is chosen. */
export function usePlanCost({ planId, granted, onSale, currency }: Of) {
  const [priceId, setPriceId] = useState<string>();
  const [usage, setUsage] = useState<{ feature_key: string; units: number }[]>([]);
  const price =
    onSale.find(({ id }) => id === priceId) ?? onSale.find((one) => one.currency === currency) ?? onSale[0];
  const preview = usePreview({
    plan_id: planId,
    entitlements: granted,
    usage: usage.filter(({ feature_key: key }) => granted.some((one) => one.feature_key === key)),
    // Loads anew when a price was added or archived, and when a version was published.
    ...(price && { plan_price_id: price.id }),
  });
  const setUnits = (key: string, units: number | null) =>
    setUsage((all) => [
      ...all.filter((one) => one.feature_key !== key),
      ...(units === null ? [] : [{ feature_key: key, units }]),
    ]);
  return { preview, price, setPriceId, setUnits };
}
