import type { Interval } from "../../../platform/calendar.ts";
import type { Grant } from "../grants/grant.ts";
import { allowance, billableUnits } from "../grants/rules.ts";
import type { CountedCustomer, CustomerTerms } from "../terms/find-terms.ts";
import { HELD, type Period } from "../terms/period.ts";
import type { CountingTerms } from "./counting-terms.ts";

const DAYS: Record<Interval, number> = { DAY: 1, WEEK: 7, MONTH: 30.436875, YEAR: 365.2425 };

/** The terms of a customer's counters of a feature. */
export function countingTerms(
  grant: Grant,
  { subscription, interval, since }: CustomerTerms,
  customer: CountedCustomer,
  period: Period,
): CountingTerms {
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
    allowance: allowance(grant) ?? billableUnits(grant),
    maxDimensions: grant.maxDimensions,
    rolloverMax: isHeld ? null : grant.rolloverMax,
    since: since < customer.createdAt ? customer.createdAt : since,
    intervalDays: DAYS[interval],
  };
}
