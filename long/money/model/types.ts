export type Interval = "DAY" | "WEEK" | "MONTH" | "YEAR";

/**
 * What a plan grants of one feature. Amounts are decimal strings, and units are numbers that binary keeps exactly (a history counts
 * in whole units and eighths).
 */
export interface Entitlement {
  type: "METERED" | "ALLOCATED";
  /** Units included in an allowance period, or held at once; null is unlimited. */
  limit: number | null;
  overage: "BLOCK" | "ALLOW" | "BILL";
  /** The most units past the limit in one period. */
  ceiling?: number;
  /** Units that are billed together; a step that has begun counts whole. */
  step?: number;
  /** Of one step, in minor units: a decimal. */
  unitAmount?: string;
  /** What is billed is a multiple of this many minor units; 1 when left out. */
  chargedIn?: number;
  /** Graduated tiers in place of unitAmount; upTo counts steps. */
  tiers?: Tier[];
  /** The most that overage bills in one period, in minor units. */
  cap?: number;
  /** The allowance period; BILLING is the price's interval. */
  resetInterval?: Interval | "BILLING";
  /** What one step that is bought adds to the limit and to the price of a period. */
  driver?: { size: number; amount: number };
  /** The most units that move into the next period. */
  rolloverMax?: number;
  /** Whether each dimension has its own limit, ceiling and cap; else all dimensions share them. */
  isByDimension?: boolean;
  /** The most dimensions that may be used in one period. */
  maxDimensions?: number;
}

export interface Tier {
  upTo: number | null;
  unitAmount: string;
}

export interface Price {
  id: string;
  plan: string;
  amount: number;
  currency: string;
  interval: Interval;
  trialDays: number;
}

export interface Plan {
  id: string;
  entitlements: Record<string, Entitlement>;
  prices: Price[];
}

export interface Product {
  /** Its name in the histories. */
  name: string;
  plans: Record<string, Plan>;
  /** The plan of customers without a subscription of this product. */
  free: string | null;
}

/** An exception from what one customer's plans grant of one feature, from one moment to another. */
export interface Override {
  feature: string;
  from: number;
  to: number | null;
  limitAdd?: number;
  limitSet?: number;
  unlimited?: boolean;
  enabled?: boolean;
}
