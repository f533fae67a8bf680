import { allowanceInterval, RESET_INTERVALS } from "../../../platform/schema/interval.ts";
import { countableOverage, isLessByOverage, overageBefore } from "../grants/rules.ts";
import { allowancePeriod } from "../terms/allowance-period.ts";
import type { FeatureGrant, Part } from "../terms/feature-grant.ts";
import type { CountedCustomer } from "../terms/find-terms.ts";
import { HELD, type Period } from "../terms/period.ts";
import { countersUnder, isSamePeriod } from "./counters.ts";
import type { CountingTerms } from "./counting-terms.ts";
import type { OpenCounter } from "./stored-counters.ts";
import { usageTermsId } from "./usage-terms.ts";

/** The terms of a customer's counters of one part of a grant, and the counters of that part. */
export interface CountedPart {
  terms: CountingTerms;
  part: Part;
  /** Whether its overage counts past the included units of all parts. */
  bearsOverage: boolean;
}

interface Counted {
  customer: CountedCustomer;
  grant: FeatureGrant;
  dimension: string;
  /** The customer's open counters of the feature, of the dimension at least. */
  counters: OpenCounter[];
}

/**
 * The terms to count a feature under at a moment, in the order in which the included units of its parts are used up: those whose
 * period ends first, then those of the older source. Parts without a period are left out.
 */
export function countedParts({ customer, grant, dimension, counters }: Counted, moment: Date): CountedPart[] {
  const parts = grant.parts.flatMap((part) => {
    const terms = countingTerms(part, { customer, counters }, moment);
    if (!terms) return [];
    const own = countersUnder(counters, terms);
    const had = overageBefore(part.grant, own, dimension);
    const left = countableOverage(part.grant, had);
    const before = isLessByOverage(part.grant) ? had : null;
    return [
      {
        part,
        bearsOverage: part.source === grant.overagePart.source,
        terms: { ...terms, before, allowance: left, maxDimensions: grant.combined.maxDimensions },
      },
    ];
  });
  // Sorting keeps the order of equal ones.
  return parts.sort((a, b) => a.terms.period.end.getTime() - b.terms.period.end.getTime());
}

/** A counter's source and allowance period. */
export type Running = Pick<OpenCounter, "sourceId" | "period">;

/** The terms of a part's counters at a moment, without what the period has had before; null without a period to count in. */
export function countingTerms(
  { source, grant }: Part,
  { customer, counters }: { customer: CountedCustomer; counters: Running[] },
  moment: Date,
): CountingTerms | null {
  const { subscription, interval, anchor, since } = source;
  const period = countingPeriod({ source, grant }, counters, moment);
  if (!period) return null;
  const isHeld = grant.feature.type === "ALLOCATED";
  return {
    featureId: grant.feature.id,
    featureKey: grant.feature.key,
    subscriptionId: subscription?.id ?? null,
    sourceId: isHeld ? "" : (source.id ?? ""),
    termsId: isHeld ? null : usageTermsId(grant),
    version: customer.termsVersion,
    period: isHeld ? HELD : period,
    isHeld,
    limit: grant.limit,
    limitBinding: grant.limitBinding,
    capBinding: grant.capBinding,
    isBlocking: grant.overage === "BLOCK",
    overage: grant.overage,
    allowance: countableOverage(grant),
    before: null,
    maxDimensions: grant.maxDimensions,
    rolloverMax: isHeld ? null : grant.rolloverMax,
    since: since < customer.createdAt ? customer.createdAt : since,
    interval: allowanceInterval(grant.resetInterval ?? "BILLING", interval),
    anchor,
  };
}

/**
 * The allowance period of a part of a METERED feature at a moment; null without a billing period. A pack that does not have the
 * feature says nothing of it: then a counter of the source goes on to the end of its period, where the calendar still has that, so
 * that what was used stays used if the feature comes back. Without such a counter, the billing period.
 */
export function countingPeriod({ source, grant }: Part, counters: Running[], moment: Date): Period | null {
  if (grant.resetInterval !== null) return allowancePeriod(source, grant.resetInterval, moment);
  const ofCalendar = RESET_INTERVALS.flatMap((reset) => allowancePeriod(source, reset, moment) ?? []);
  const running = counters.find(
    ({ sourceId, period }) => sourceId === source.id && ofCalendar.some((one) => isSamePeriod(one, period)),
  );
  return running?.period ?? allowancePeriod(source, "BILLING", moment);
}
