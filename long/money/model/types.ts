export type Interval = "DAY" | "WEEK" | "MONTH" | "YEAR";

/** What a plan grants of one feature. Units and amounts are whole numbers or decimal strings, never fractions in binary. */
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
  /** Graduated tiers in place of unitAmount; upTo counts steps. */
  tiers?: Tier[];
  /** The most that overage bills in one period, in minor units. */
  cap?: number;
  /** The allowance period; BILLING is the price's interval. */
  resetInterval?: Interval | "BILLING";
  /** What one step that is bought adds to the limit and to the price of a period. */
  driver?: { size: number; amount: number };
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
  plans: Record<string, Plan>;
  free: string | null;
}
