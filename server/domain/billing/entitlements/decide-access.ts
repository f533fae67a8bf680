import { Decimal } from "../../../platform/decimal.ts";
import type { Counter, Grant } from "../grants/grant.ts";
import {
  accessLimit,
  affordableUnits,
  billableUnits,
  hasReachedCap,
  includedUnits,
  isSwitchedOn,
  usedUnder,
} from "../grants/rules.ts";
import type { REASONS } from "./schema.ts";

export type Reason = (typeof REASONS)[number];

interface Question {
  grant: Grant;
  counters: Counter[];
  dimension: string;
  quantity: Decimal;
  hasSubscription: boolean;
  hasAccess: boolean;
}

/** The answer to "may this customer use so many units now", with the numbers behind it. Pure. */
export interface AccessDecision {
  reason: Reason | null;
  isEnabled: boolean;
  /** The limit plus what rolled over; null = unlimited. */
  limit: Decimal | null;
  used: Decimal;
  remaining: Decimal | null;
  accessLimit: Decimal | null;
  isCapReached: boolean;
}

/** Checks in this order: the subscription, its status, the plan, whether the feature is on, then the numbers. */
export function decideAccess(question: Question): AccessDecision {
  const { grant, counters, dimension, quantity } = question;
  const isCounted = grant.feature.type === "METERED" || grant.feature.type === "ALLOCATED";
  const used = isCounted ? usedUnder(grant.limitBinding, counters, dimension) : new Decimal(0);
  const limit = isCounted ? includedUnits(grant, counters, dimension) : null;
  const decision = {
    isEnabled: isSwitchedOn(grant),
    limit,
    used,
    remaining: limit === null ? null : Decimal.max(0, limit.minus(used)),
    accessLimit: isCounted ? accessLimit(grant, counters, dimension) : null,
    isCapReached: isCounted && hasReachedCap(grant, counters, dimension),
  };
  return { ...decision, reason: reasonAgainst(question, decision, used.plus(quantity)) };
}

function reasonAgainst(
  question: Question,
  decision: Omit<AccessDecision, "reason">,
  wanted: Decimal,
): Reason | null {
  const { grant } = question;
  if (!question.hasAccess && !grant.hasOverride)
    return question.hasSubscription ? "STATUS_BLOCKED" : "NO_SUBSCRIPTION";
  if (!question.hasAccess && question.hasSubscription) return "STATUS_BLOCKED";
  if (!grant.isConfigured) return "NOT_IN_PLAN";
  if (!decision.isEnabled) return "DISABLED";
  if (question.quantity.lte(0)) return null;
  if (isOneDimensionTooMany(question)) return "MAX_DIMENSIONS";
  if (decision.accessLimit !== null && wanted.gt(decision.accessLimit)) return boundThatRefuses(grant);
  return isMoreThanCanBeBilled(grant, decision.limit, wanted) ? "CAP_REACHED" : null;
}

/** Whether the use would bill more than the provider takes as one amount, cap or none. */
function isMoreThanCanBeBilled(grant: Grant, limit: Decimal | null, wanted: Decimal): boolean {
  if (limit === null || wanted.lte(limit)) return false;
  return billableUnits(grant)?.lt(wanted.minus(limit)) ?? false;
}

function isOneDimensionTooMany({ grant, counters, dimension }: Question): boolean {
  if (grant.maxDimensions === null || dimension === "") return false;
  const inUse = counters.filter(
    (counter) => counter.dimension !== "" && counter.used.plus(counter.reserved).gt(0),
  );
  return !inUse.some((counter) => counter.dimension === dimension) && inUse.length >= grant.maxDimensions;
}

/** Which of limit, ceiling and cap refuses the use. */
function boundThatRefuses(grant: Grant): Reason {
  if (grant.overage === "BLOCK" || (grant.overage === "BILL" && grant.price === null)) return "LIMIT_REACHED";
  const affordable =
    grant.overage === "BILL" && grant.price ? affordableUnits(grant.price, grant.step) : null;
  if (grant.ceiling === null) return "CAP_REACHED";
  return affordable?.lt(grant.ceiling) ? "CAP_REACHED" : "CEILING_REACHED";
}
