import type { PriceItem, ProviderSubscription } from "../../providers/port.ts";
import type { LoadedSubscription } from "../subscriptions/load-subscription.ts";

// What differs between a subscription of ours and the provider's: values in, values out.

export type Field =
  | "status"
  | "period_end"
  | "ending"
  | "prices"
  | "schedule"
  | "missing"
  | "unknown"
  | "twice";

export interface Difference {
  kind: Field;
  subscriptionId: string | null;
  providerSubscriptionId: string;
  ours: string | null;
  theirs: string | null;
}

/** Time that the provider's notice may take: younger differences are under way, not wrong. */
export const SETTLING_SECONDS = 120;

/** How our row and the provider's subscription differ; wanted are the prices that our row stands for. */
export function compare(
  row: LoadedSubscription,
  remote: ProviderSubscription | null,
  wanted: PriceItem[],
): Difference[] {
  const at = { subscriptionId: row.id, providerSubscriptionId: row.providerSubscriptionId ?? "" };
  if (remote === null) return [{ ...at, kind: "missing", ours: row.status, theirs: null }];
  const isOver = row.status === "CANCELED" || remote.status === "CANCELED";
  // A trial whose plan will change with its end pays for the next one there already.
  const arePricesOurs = row.status === "TRIALING" && row.pendingPlanPriceId !== null;
  const pairs: [Field, string | null, string | null][] = [
    ["status", row.status, remote.status],
    ...(isOver
      ? []
      : ([
          ["period_end", row.currentPeriodEnd?.toISOString() ?? null, remote.currentPeriodEnd.toISOString()],
          ["ending", String(row.cancelAtPeriodEnd), String(remote.cancelAtPeriodEnd)],
          ...(arePricesOurs ? [] : [["prices", text(wanted), text(remote.items)]]),
          ...(row.pendingPlanPriceId !== null && row.status !== "TRIALING"
            ? [["schedule", "waits", remote.isScheduled ? "waits" : "none"]]
            : []),
        ] as [Field, string | null, string | null][])),
  ];
  return pairs
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([kind, ours, theirs]) => ({ ...at, kind, ours, theirs }));
}

function text(items: PriceItem[]): string {
  return items
    .map(({ priceId, quantity }) => `${priceId} × ${quantity}`)
    .sort()
    .join(", ");
}
