"use client";

import type { Route } from "next";
import { Link } from "../../../../_components/link.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Day } from "../../../../_components/moment.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { formatInterval, formatMoney } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { NewSubscription } from "../../../subscriptions/new-subscription.tsx";

/** The customer's current and past subscriptions. */
export function SubscriptionsPart({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useLoaded("customer subscriptions", customerId, (api, signal) =>
    api.subscriptions.list.query({ customer: customerId }, { signal }),
  );
  return (
    <Card aria-label="Subscriptions">
      <CardHeader>
        <CardTitle>Subscriptions</CardTitle>
        <NewSubscription customer={customerId} />
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The subscriptions" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="p-4">
          <Skeleton className="h-10 w-full" />
        </div>
      ) : data.data.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">
          No subscription; a free plan may still apply.
        </p>
      ) : (
        <ul className="divide-y">
          {data.data.map((subscription) => {
            const { id, plan, product, plan_price: price, status } = subscription;
            return (
              <li
                key={id}
                className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 transition-colors hover:bg-subtle/60"
              >
                <div className="min-w-0 flex-1">
                  <Link
                    href={`/subscriptions/${id}` as Route}
                    className="rounded font-medium after:absolute after:inset-0"
                  >
                    {product.name} {plan.name}
                  </Link>
                  <p className="text-xs text-muted">
                    {formatMoney(subscription.recurring_amount, price.currency)} per{" "}
                    {formatInterval(price.interval)}
                    {subscription.current_period_end && status !== "CANCELED" && (
                      <>
                        {" · "}
                        {subscription.canceled_at ? "ends" : "renews"}{" "}
                        <Day iso={subscription.current_period_end} relative="behind" />
                      </>
                    )}
                  </p>
                </div>
                <StatusBadge status={status} />
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
