import type { Interval } from "../../../platform/calendar.ts";
import type { Decimal } from "../../../platform/decimal.ts";
import type { Before, CountedTerms } from "../grants/rules.ts";
import type { Period } from "../terms/period.ts";

/** The terms under which a counter is opened and checked, from the customer's grant and subscription. */
export interface CountingTerms {
  featureId: string;
  featureKey: string;
  /** null: usage under a free plan. */
  subscriptionId: string | null;
  /** What grants the units; "" for held units, which all sources grant together. */
  sourceId: string;
  /** The id of the limit, overage and prices (usage_terms); null for held units, which go on under any. */
  termsId: string | null;
  /** Which of the customer's terms these are; they have changed where the customer's own number is another. */
  version: number;
  /** The allowance period that units are counted in; all time for held units (ALLOCATED). */
  period: Period;
  isHeld: boolean;
  /** null = unlimited. */
  limit: Decimal | null;
  limitBinding: "CUSTOMER" | "DIMENSION";
  capBinding: "CUSTOMER" | "DIMENSION";
  isBlocking: boolean;
  overage: CountedTerms["overage"];
  /** Units past the limit that are allowed, less what the period has had before; null = any number. */
  allowance: Decimal | null;
  /** What the period has had past its limits under earlier terms, where the allowance is less by it. */
  before: Before | null;
  maxDimensions: number | null;
  rolloverMax: Decimal | null;
  /** Since when the customer has had allowance periods. */
  since: Date;
  /** How long they are, and the moment that they are counted from. */
  interval: Interval;
  anchor: Date;
}

/** Whether each dimension is independent under the terms of all parts, so that two of them never wait for each other. */
export function areApart(parts: CountingTerms[]): boolean {
  return parts.every(
    ({ limitBinding, capBinding, isBlocking, maxDimensions }) =>
      limitBinding === "DIMENSION" && (isBlocking || capBinding === "DIMENSION") && maxDimensions === null,
  );
}

/** The counter of a dimension as the database's functions take it. */
export function counterItem(customerId: string, terms: CountingTerms, dimension: string, recordId: string) {
  return {
    customer_id: customerId,
    feature_id: terms.featureId,
    feature_key: terms.featureKey,
    subscription_id: terms.subscriptionId,
    source_id: terms.sourceId,
    terms_id: terms.termsId,
    terms_version: terms.version,
    record_id: recordId,
    dimension,
    period_start: terms.period.start.toISOString(),
    period_end: terms.period.end.toISOString(),
    is_held: terms.isHeld,
    limit: terms.limit?.toFixed() ?? null,
    limit_by_dimension: terms.limitBinding === "DIMENSION",
    cap_by_dimension: terms.capBinding === "DIMENSION",
    is_blocking: terms.isBlocking,
    allowance: terms.allowance?.toFixed() ?? null,
    over_before: terms.before?.units.toFixed() ?? null,
    billed_before: terms.before?.amount.toString() ?? null,
    max_dimensions: terms.maxDimensions,
    rollover_max: terms.rolloverMax?.toFixed() ?? null,
    since: terms.since.toISOString(),
    interval: terms.interval,
    anchor: terms.anchor.toISOString(),
    is_apart: areApart([terms]),
  };
}
