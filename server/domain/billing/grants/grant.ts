import type { Decimal } from "../../../platform/decimal.ts";
import type { ResetInterval } from "../../../platform/schema/interval.ts";

/** What overage and driver steps cost in the subscription's currency. Amounts are minor units. */
export interface GrantPrice {
  currency: string;
  pricing: "FLAT" | "GRADUATED" | "VOLUME";
  /** Per step, for FLAT only; may have fractions of a minor unit. */
  unitAmount: Decimal | null;
  /** Ascending; the last has upTo null. GRADUATED and VOLUME. */
  tiers: Tier[];
  capAmount: bigint | null;
  /** The most that overage can bill in a period at all: what the subscription's provider takes as one amount. */
  mostAmount: bigint;
}

export interface Tier {
  /** Units (not steps) past the limit up to which the tier reaches, inclusive; null = without end. */
  upTo: Decimal | null;
  /** Per step. */
  unitAmount: Decimal;
  /** Once, when the tier is entered. */
  flatAmount: Decimal;
}

/** A feature as a customer has it: the pack's entitlement with drivers added and overrides applied. */
export interface Grant {
  feature: {
    id: string;
    key: string;
    name: string;
    type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
    unitLabel: string | null;
    valueType: "string" | "number" | "boolean" | "json" | null;
  };
  /** Whether the pack or an override grants the feature at all. */
  isConfigured: boolean;
  isEnabled: boolean;
  hasOverride: boolean;
  /** null = unlimited. */
  limit: Decimal | null;
  value: unknown;
  overage: "BLOCK" | "ALLOW" | "BILL";
  limitBinding: "CUSTOMER" | "DIMENSION";
  capBinding: "CUSTOMER" | "DIMENSION";
  maxDimensions: number | null;
  ceiling: Decimal | null;
  /** How often a METERED limit starts anew; BILLING for other types; null where the pack does not have the feature (countingPeriod). */
  resetInterval: ResetInterval | null;
  /** The most units that may roll over from earlier periods; null = none. */
  rolloverMax: Decimal | null;
  step: Decimal;
  price: GrantPrice | null;
}

/** The open counter of one dimension. */
export interface Counter {
  dimension: string;
  /** Units counted under the terms of now. */
  used: Decimal;
  reserved: Decimal;
  /** Units that rolled over from earlier periods, in addition to the limit. */
  rolledOver: Decimal;
  /** Included units that the period had used under earlier terms: they stay used, and stay included. */
  carried: Decimal;
  /** Units past the limit that the period had under earlier terms; a ceiling is less by them. */
  overBefore: Decimal;
  /** What those units cost, in minor units; a cap is less by it. */
  billedBefore: bigint;
}
