"use client";

import type { Route } from "next";
import { COLLECTED } from "../../../../../server/platform/schema/words.ts";
import { Link } from "../../../../_components/link.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Day } from "../../../../_components/moment.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { formatInterval, formatMoney } from "../../../../_lib/format.ts";
import { SubscriptionComing } from "../../../subscriptions/subscription-coming.tsx";
import { isLive, type Subscription, useSubscriptions } from "./use-subscriptions.ts";

/** The customer's current and past subscriptions. The strip of facts has what the only one costs. */
export function SubscriptionsPart({ customerId }: { customerId: string }) {
  const { data, error, refetch } = useSubscriptions(customerId);
  const hasSeveral = (data?.data.filter(isLive).length ?? 0) > 1;
  return (
    <Card aria-label="Subscriptions">
      <CardHeader>
        <CardTitle>Subscriptions</CardTitle>
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
          {data.data.map((subscription) => (
            <SubscriptionRow
              key={subscription.id}
              subscription={subscription}
              hasPrice={hasSeveral || !isLive(subscription)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SubscriptionRow({ subscription, hasPrice }: { subscription: Subscription; hasPrice: boolean }) {
  const { id, plan, product, plan_price: price, status, provider, ended_at: ended, coming } = subscription;
  const { current_period_end: end, canceled_at: canceled } = subscription;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 transition-colors hover:bg-subtle/60">
      <div className="min-w-0 flex-1">
        <Link
          href={`/subscriptions/${id}` as Route}
          className="rounded font-medium after:absolute after:inset-0"
        >
          {product.name} {plan.name}
        </Link>
        <p className="text-xs text-muted">
          {hasPrice &&
            `${formatMoney(subscription.recurring_amount, price.currency)} a ${formatInterval(price.interval)} · `}
          {COLLECTED[provider]}
          {ended && (
            <>
              {" · ended "}
              <Day iso={ended} />
            </>
          )}
          {!ended && canceled && end && (
            <>
              {" · ends "}
              <Day iso={end} relative="behind" />
            </>
          )}
        </p>
      </div>
      <StatusBadge status={status} />
      {coming?.change && (
        // Above the link that covers the row.
        <div className="relative z-10 w-full">
          <SubscriptionComing subscription={{ id, coming: { ...coming, ending: null, pause: null } }} />
        </div>
      )}
    </li>
  );
}
