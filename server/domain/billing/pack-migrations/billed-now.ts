import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { overageSettledBy } from "../counters/settled-overage.ts";
import type { FeatureOverride } from "../grants/load-overrides.ts";
import type { CountedCustomer } from "../terms/find-terms.ts";

/** Subscribers with the largest amounts, for support to look at first. */
const SAMPLES = 5;

interface Subscriber {
  id: string;
  customer: CountedCustomer & { externalId: string };
}

interface Page {
  /** The pack that they move to. */
  packId: string;
  /** Subscribers whose current time is the same, which the scope has. */
  rows: Subscriber[];
  /** In force, by customer. */
  overrides: Map<string, FeatureOverride[]>;
}

/** What moving a subscriber at once bills for use so far, in minor units. */
export interface BilledNow {
  subscriptionId: string;
  /** How the tenant calls the customer. */
  customer: string;
  currency: string;
  featureKey: string;
  amount: bigint;
}

/** What moving subscribers to a pack at once bills of what they have used past their limits so far. Changes nothing. */
export async function billedByMove(scope: Scope, { packId, rows, overrides }: Page): Promise<BilledNow[]> {
  const subscriptions = rows.map(({ id, customer }) => ({ id, customer, becomes: { packId } }));
  const names = new Map(rows.map(({ id, customer }) => [id, customer.externalId]));
  const settled = await overageSettledBy(scope, { subscriptions, overrides });
  return settled.map(({ feature, subscriptionId, currency, amount }) => ({
    subscriptionId,
    currency,
    amount,
    featureKey: feature.key,
    customer: names.get(subscriptionId) ?? "",
  }));
}

/** Amounts in total by currency, with the subscribers who are billed most. */
export function inTotal(billed: BilledNow[]) {
  return [...Map.groupBy(billed, ({ currency }) => currency)].sort().map(([currency, all]) => {
    const subscribers = [...Map.groupBy(all, ({ subscriptionId }) => subscriptionId).values()].map(
      ofSubscriber,
    );
    subscribers.sort((a, b) => b.amount - a.amount);
    return {
      currency,
      amount: toWireAmount(sum(all)),
      subscribers: subscribers.length,
      samples: subscribers.slice(0, SAMPLES),
    };
  });
}

function ofSubscriber(own: BilledNow[]) {
  // A group has at least one.
  const { subscriptionId, customer } = own[0] as BilledNow;
  const features = [...Map.groupBy(own, ({ featureKey }) => featureKey)].map(([feature_key, all]) => ({
    feature_key,
    amount: toWireAmount(sum(all)),
  }));
  return { subscription_id: subscriptionId, customer, amount: toWireAmount(sum(own)), features };
}

function sum(billed: BilledNow[]): bigint {
  return billed.reduce((total, { amount }) => total + amount, 0n);
}
