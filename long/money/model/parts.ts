import { allowanceInterval, type Period, periodAt } from "./calendar.ts";
import { allowancePeriod, givesAccess, grantOf, type Subscription } from "./subscription.ts";
import type { Entitlement, Override, Product } from "./types.ts";

/** One source of a feature: a subscription, or a product whose free plan grants it. */
export interface Part {
  source: string;
  subscription: Subscription | null;
  product: Product;
  /** After overrides. */
  entitlement: Entitlement;
  /** The allowance period that runs now. */
  period: Period;
}

export interface Granting {
  now: number;
  /** When the customer was created: the anchor of free plans. */
  createdAt: number;
  subscriptions: Subscription[];
  /** All products with a free plan, by position. */
  products: Product[];
  overrides: Override[];
}

export const freeSource = ({ name }: Product) => `free plan of ${name}`;

/** All sources of a feature: the oldest subscription first, then free plans by position; overrides apply to the bearer's part. */
export function partsOf(granting: Granting, feature: string): { parts: Part[]; bearer: Part | undefined } {
  const parts = [...ofSubscriptions(granting, feature), ...ofFreePlans(granting, feature)];
  const bearer = bearerOf(parts);
  if (!bearer) return { parts, bearer };
  for (const one of overridesOf(granting, feature)) {
    const own = bearer.entitlement;
    if (one.limitAdd !== undefined && own.limit !== null)
      bearer.entitlement = { ...own, limit: own.limit + one.limitAdd };
    if (one.limitSet === undefined && !one.unlimited) continue;
    bearer.entitlement = { ...own, limit: one.unlimited ? null : (one.limitSet ?? 0) };
    for (const part of parts)
      if (part !== bearer) part.entitlement = { ...part.entitlement, limit: 0, overage: "BLOCK" };
  }
  return { parts, bearer };
}

export function isSwitchedOff(granting: Granting, feature: string): boolean {
  return overridesOf(granting, feature).some(({ enabled }) => enabled === false);
}

export function overridesOf({ overrides, now }: Granting, feature: string): Override[] {
  return overrides.filter(
    (one) => one.feature === feature && one.from <= now && (one.to === null || now < one.to),
  );
}

function ofSubscriptions({ subscriptions, now }: Granting, feature: string): Part[] {
  return subscriptions.filter(givesAccess).flatMap((subscription) => {
    const entitlement = grantOf(subscription, feature);
    if (!entitlement) return [];
    const { name: source, product } = subscription;
    return [
      { source, subscription, product, entitlement, period: allowancePeriod(subscription, entitlement, now) },
    ];
  });
}

/** A product with a subscription that has not ended grants no free plan, whatever its status. */
function ofFreePlans({ subscriptions, products, createdAt, now }: Granting, feature: string): Part[] {
  return products.flatMap((product) => {
    const entitlement = product.plans[product.free ?? ""]?.entitlements[feature];
    const isTaken = subscriptions.some((one) => one.product === product && one.endedAt === null);
    if (!entitlement || isTaken) return [];
    const interval = allowanceInterval(entitlement.resetInterval, "MONTH");
    const period = periodAt(createdAt, interval, now);
    return [{ source: freeSource(product), subscription: null, product, entitlement, period }];
  });
}

/** The oldest subscription whose terms allow overage, else the oldest that grants, else the first free plan. */
function bearerOf(parts: Part[]): Part | undefined {
  const isFromSubscription = ({ subscription }: Part) => subscription !== null;
  return (
    parts.find((part) => isFromSubscription(part) && part.entitlement.overage !== "BLOCK") ??
    parts.find(isFromSubscription) ??
    parts[0]
  );
}
