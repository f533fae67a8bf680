import type { Entitlement } from "./snapshot.ts";

/** The answer to "may this customer use so many units now", from what is known here. */
export interface EntitlementAnswer {
  allowed: boolean;
  feature_key: string;
  /** Units included; null = unlimited, a feature without units, or not known. */
  limit: number | null;
  used: number;
  /** null = unlimited, a feature without units, or not known. */
  remaining: number | null;
  /** The value of a STATIC feature. */
  value: Entitlement["value"];
  /** Why it is refused; UNREACHABLE: nothing is known, and you chose to refuse. */
  reason: Entitlement["reason"] | "UNREACHABLE";
  resets_at: string | null;
}

/** Reasons that no number of units changes. */
const WHATEVER_THE_QUANTITY = [
  "NO_SUBSCRIPTION",
  "ENDED",
  "STATUS_BLOCKED",
  "NOT_IN_PLAN",
  "DISABLED",
  "MAX_DIMENSIONS",
];

/**
 * Answers for a quantity from the entitlement as it was, and what was counted since. A counter whose period has ended meanwhile
 * has begun again, and the others have not: each subscription and free plan that grants the feature has its own.
 */
export function answerFrom(
  entitlement: Entitlement,
  { quantity, counted, now }: { quantity: number; counted: number; now: number },
): EntitlementAnswer {
  const { feature_key, limit, value, resets_at } = entitlement;
  const { used: usedThen, remaining, access_limit } = afterResets(entitlement, now);
  const used = usedThen + counted;
  const isBlocked = entitlement.reason !== null && WHATEVER_THE_QUANTITY.includes(entitlement.reason);
  const fits = quantity <= 0 || access_limit === null || used + quantity <= access_limit;
  const allowed = !isBlocked && fits;
  return {
    allowed,
    feature_key,
    limit,
    used,
    value,
    resets_at,
    remaining: remaining === null ? null : Math.max(0, remaining - counted),
    reason: allowed ? null : (entitlement.reason ?? "LIMIT_REACHED"),
  };
}

type Part = Pick<
  Entitlement["parts"][number],
  "limit" | "used" | "remaining" | "resets_at" | "bears_overage"
>;

/** What is used and left, and up to where use is granted, once the periods that have ended by now have begun again. */
function afterResets(entitlement: Entitlement, now: number) {
  const { used, remaining, access_limit, overage_behavior: overage } = entitlement;
  const ended = partsOf(entitlement).filter(
    ({ resets_at }) => resets_at !== null && Date.parse(resets_at) <= now,
  );
  return {
    used: used - sum(ended.map((part) => part.used)),
    remaining: remaining === null ? null : remaining + sum(ended.map((part) => leftAgain(part))),
    access_limit:
      access_limit === null ? null : access_limit - sum(ended.map((part) => onTop(part, overage))),
  };
}

/** A server from before there were parts, and a refusal for want of a subscription, name none. */
function partsOf(entitlement: Entitlement): Part[] {
  const parts: Part[] = entitlement.parts ?? [];
  return parts.length > 0 ? parts : [{ ...entitlement, bears_overage: true }];
}

/** Included units of a part that are there again when its period begins again. */
function leftAgain({ limit, remaining }: Part): number {
  return limit === null || remaining === null ? 0 : limit - remaining;
}

/**
 * Units of a part on top of its limit, such as those that an earlier plan included: they were granted in the period that has ended
 * alone. Overage may be used again in the next one.
 */
function onTop({ limit, used, remaining, bears_overage }: Part, overage: string): number {
  if (limit === null || remaining === null || (bears_overage && overage !== "BLOCK")) return 0;
  return used + remaining - limit;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The answer where nothing is known. */
export function answerUnknown(feature_key: string, allowed: boolean): EntitlementAnswer {
  const unknown = { limit: null, used: 0, remaining: null, value: null, resets_at: null };
  return { allowed, feature_key, ...unknown, reason: allowed ? null : "UNREACHABLE" };
}
