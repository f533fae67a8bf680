import { allowanceInterval, type Period, periodAt } from "./calendar.ts";
import type { Debit, Item } from "./proration.ts";
import type { Entitlement, Price, Product } from "./types.ts";

export type Provider = "PROVIDER_A" | "PROVIDER_B";

/** What a subscription was sold as from one moment to the next. */
export interface Phase {
  from: number;
  to: number | null;
  price: Price;
  steps: Record<string, number>;
  anchor: number;
  collecting: "TRIAL" | "PAID" | "PAUSED";
}

export interface Subscription {
  name: string;
  product: Product;
  provider: Provider;
  phases: Phase[];
  /** The running billing period. */
  period: Period;
  trialEnd: number | null;
  pending: Price | null;
  endsAtPeriodEnd: boolean;
  endedAt: number | null;
  /** When the running period began by a renewal; null in the first one. */
  renewedAt: number | null;
  /** What was charged for the running period; empty where nothing was. */
  debits: Debit[];
}

export function phaseOf({ phases }: Subscription): Phase {
  const phase = phases.at(-1);
  if (!phase) throw new Error("A subscription has at least one phase.");
  return phase;
}

/** PAUSED and CANCELED give no access. */
export function givesAccess(subscription: Subscription): boolean {
  return subscription.endedAt === null && phaseOf(subscription).collecting !== "PAUSED";
}

/** What a subscription grants of a feature: steps enlarge the limit, and in a trial BILL acts as BLOCK. */
export function grantOf(subscription: Subscription, feature: string): Entitlement | undefined {
  const phase = phaseOf(subscription);
  const entitlement = subscription.product.plans[phase.price.plan]?.entitlements[feature];
  if (!entitlement) return undefined;
  const bought = (phase.steps[feature] ?? 0) * (entitlement.driver?.size ?? 0);
  const limit = entitlement.limit === null ? null : entitlement.limit + bought;
  if (phase.collecting !== "TRIAL") return { ...entitlement, limit };
  // A trial is no period whose units roll over.
  const { rolloverMax: _, ...rest } = entitlement;
  return { ...rest, limit, ...(rest.overage === "BILL" && { overage: "BLOCK" as const }) };
}

/** The allowance period that holds a moment, counted from the anchor; a trial is one allowance. */
export function allowancePeriod(
  subscription: Subscription,
  { resetInterval }: Entitlement,
  at: number,
): Period {
  const { anchor, price, collecting } = phaseOf(subscription);
  if (collecting === "TRIAL") return subscription.period;
  return periodAt(anchor, allowanceInterval(resetInterval, price.interval), at);
}

/**
 * What a period costs, item by item: the plan's price, and the steps that were bought of each feature. At the card provider each
 * plan has prices of its own; with us an item of the same amount stays.
 */
export function itemsOf({ product, provider }: Subscription, { price, steps }: Phase): Item[] {
  const granted = product.plans[price.plan]?.entitlements ?? {};
  const item = (name: string, of: string, amount: number): Item => ({
    key: `${name} ${provider === "PROVIDER_A" ? of : amount}`,
    price: amount,
  });
  const ofSteps = Object.entries(steps).map(([feature, count]) =>
    item(feature, `${price.plan} ${count}`, count * (granted[feature]?.driver?.amount ?? 0)),
  );
  return [item("plan", price.id, price.amount), ...ofSteps].filter(({ price: amount }) => amount > 0);
}
