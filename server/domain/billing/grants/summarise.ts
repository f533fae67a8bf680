import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import type { Counter, Grant } from "./grant.ts";
import { billedSoFar, hasReachedCap } from "./rules.ts";
import type { EntitlementSummary } from "./schema.ts";

/** A grant with its counters as docs/interface.md 2.6 shows it. */
export function summariseEntitlement(grant: Grant, counters: Counter[]): z.output<typeof EntitlementSummary> {
  const bills = grant.overage === "BILL" && grant.price !== null;
  const cap = grant.price?.capAmount ?? null;
  return {
    feature_id: grant.feature.id,
    feature_key: grant.feature.key,
    feature_name: grant.feature.name,
    feature_type: grant.feature.type,
    feature_unit_label: grant.feature.unitLabel,
    limit: grant.limit?.toNumber() ?? null,
    value: valueText(grant.value),
    overage: grant.overage,
    limit_binding: grant.limitBinding,
    cap_binding: grant.capBinding,
    max_dimensions: grant.maxDimensions,
    overage_ceiling: grant.ceiling?.toFixed() ?? null,
    overage_cap_amount: cap === null ? null : toWireAmount(cap),
    billed_amount: bills ? toWireAmount(billedSoFar(grant, counters)) : null,
    currency: bills ? (grant.price?.currency ?? null) : null,
    cap_reached: isAnyCapReached(grant, counters),
  };
}

function isAnyCapReached(grant: Grant, counters: Counter[]): boolean {
  if (grant.limitBinding === "CUSTOMER" && grant.capBinding === "CUSTOMER")
    return hasReachedCap(grant, counters, "");
  return counters.some(({ dimension }) => hasReachedCap(grant, counters, dimension));
}

function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
