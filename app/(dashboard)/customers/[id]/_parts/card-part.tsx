"use client";

import { CreditCard } from "lucide-react";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { brandName } from "../../../../_lib/card-brand.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";

/** The customer's cards at the card provider; the default card comes first. */
export function CardPart({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useLoaded("payment methods", customerId, (api, signal) =>
    api.paymentMethods.list.query({ customer: customerId }, { signal }),
  );
  const hasSeveral = new Set(data?.data.map(({ currency }) => currency)).size > 1;
  return (
    <Card aria-label="Cards">
      <CardHeader>
        <CardTitle>Cards</CardTitle>
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The cards" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="p-4">
          <Skeleton className="h-8 w-full" />
        </div>
      ) : data.data.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">No card is saved.</p>
      ) : (
        <ul className="divide-y">
          {data.data.map((card) => (
            <li key={card.id} className="flex items-center gap-3 px-4 py-3">
              <CreditCard aria-hidden className="size-4 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  {brandName(card.brand)} ending in {card.last4}
                </p>
                <p className="text-xs text-muted">
                  Expires {String(card.exp_month).padStart(2, "0")}/{card.exp_year}
                  {hasSeveral && card.currency && `, for payments in ${card.currency}`}
                </p>
              </div>
              {card.is_default && <Badge>Used</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
