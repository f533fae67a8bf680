import { allowanceInterval } from "../../../platform/schema/interval.ts";
import type { Grant } from "../grants/grant.ts";
import { countableOverage } from "../grants/rules.ts";
import { allowancePeriod } from "../terms/allowance-period.ts";
import type { CountedCustomer, CustomerTerms } from "../terms/find-terms.ts";
import { HELD } from "../terms/period.ts";
import type { CountingTerms } from "./counting-terms.ts";

/** The terms of a customer's counters of a feature at a moment; null when the customer has no period to count in. */
export function countingTerms(
  grant: Grant,
  found: CustomerTerms,
  customer: CountedCustomer,
  moment: Date,
): CountingTerms | null {
  const { subscription, interval, anchor, since } = found;
  const period = allowancePeriod(found, grant.resetInterval, moment);
  if (!period) return null;
  const isHeld = grant.feature.type === "ALLOCATED";
  return {
    featureId: grant.feature.id,
    featureKey: grant.feature.key,
    subscriptionId: subscription?.id ?? null,
    period: isHeld ? HELD : period,
    isHeld,
    limit: grant.limit,
    limitBinding: grant.limitBinding,
    capBinding: grant.capBinding,
    isBlocking: grant.overage === "BLOCK",
    allowance: countableOverage(grant),
    maxDimensions: grant.maxDimensions,
    rolloverMax: isHeld ? null : grant.rolloverMax,
    since: since < customer.createdAt ? customer.createdAt : since,
    interval: allowanceInterval(grant.resetInterval, interval),
    anchor,
  };
}
