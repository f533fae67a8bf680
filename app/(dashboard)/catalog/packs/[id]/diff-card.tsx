"use client";

import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import type { Entitlement } from "./entitlement.ts";
import { priceWords } from "./price-words.ts";

/** A value of a pack's field, with formatted prices. */
function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (field === "prices") {
    // In the API this field is the list of an entitlement's prices.
    const prices = value as Entitlement["prices"];
    return prices.map((price) => priceWords(price, null)).join(" · ") || "–";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The differences between a draft and the version on sale. */
export function DiffCard({ packId }: { packId: string }) {
  const { data, error, refetch } = useLoaded("pack diff", packId, (api, signal) =>
    api.packs.diff.query({ pack_id: packId }, { signal }),
  );
  const isSame = data && data.added.length + data.removed.length + data.changed.length === 0;
  return (
    <Card aria-label="Difference">
      <CardHeader>
        <CardTitle>Against the version on sale</CardTitle>
      </CardHeader>
      <div className="p-4 text-[0.8125rem]">
        {error && !data && <LoadFailure what="The comparison" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-16 w-full" />}
        {isSame && (
          <p className="text-muted">
            {data.compared_to ? "Nothing differs." : "Nothing is on sale yet, and the draft is empty."}
          </p>
        )}
        {data && !isSame && (
          <ul className="space-y-2 font-mono text-xs">
            {data.added.map((key) => (
              <li key={key} className="rounded bg-positive-ground px-2 py-1 text-positive">
                + {key}
              </li>
            ))}
            {data.removed.map((key) => (
              <li key={key} className="rounded bg-negative-ground px-2 py-1 text-negative">
                − {key}
              </li>
            ))}
            {data.changed.map(({ feature_key: key, changes }) => (
              <li key={key} className="rounded bg-caution-ground px-2 py-1 text-caution">
                <span className="font-semibold">{key}</span>
                <ul>
                  {changes.map(({ field, before, after }) => (
                    <li key={field} className="break-words">
                      {field}: {shown(field, before)} → {shown(field, after)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
