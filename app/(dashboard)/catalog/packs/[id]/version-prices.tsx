"use client";

import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { formatInterval, formatMoney } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";

/** The prices at which the plan's version on sale is bought. */
export function VersionPrices({ planId }: { planId: string }) {
  const { data } = useLoaded("prices", planId, (api, signal) =>
    api.prices.list.query({ plan_id: planId, limit: 200 }, { signal }),
  );
  const prices = (data?.data ?? []).filter((price) => !price.archived_at);
  return (
    <Card aria-label="Prices">
      <CardHeader>
        <CardTitle>Sold at</CardTitle>
      </CardHeader>
      {data && prices.length === 0 && (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">The plan has no price.</p>
      )}
      <ul className="divide-y">
        {prices.map(({ id, amount, currency, interval }) => (
          <li key={id} className="px-4 py-2.5 tabular-nums">
            <span className="font-medium">{formatMoney(amount, currency)}</span>
            <span className="text-muted"> a {formatInterval(interval)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
