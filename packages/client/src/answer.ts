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
  const { used: usedThen, access_limit } = afterResets(entitlement, now);
  const used = usedThen + counted;
  const isBlocked = entitlement.reason !== null && WHATEVER_THE_QUANTITY.includes(entitlement.reason);
  const fits = quantity <= 0 || access_limit === null || used + quantity <= access_limit;
  const allowed = !isBlocked && fits;
  return {
    ...{ allowed, feature_key, limit, used, value, resets_at },
    remaining: limit === null ? null : Math.max(0, limit - used),
    reason: allowed ? null : (entitlement.reason ?? "LIMIT_REACHED"),
  };
}

interface Usage {
  used: number;
  access_limit: number | null;
}

/** What is used, and up to where use is granted, once the periods that have ended by now have begun again. */
function afterResets(entitlement: Entitlement, now: number): Usage {
  const { used, access_limit, resets_at } = entitlement;
  const hasEnded = (moment: string | null) => moment !== null && Date.parse(moment) <= now;
  // A server from before there were parts names none.
  const parts = entitlement.parts ?? [];
  if (parts.length < 2) return { used: hasEnded(resets_at) ? 0 : used, access_limit };
  const ended = parts.filter((part) => hasEnded(part.resets_at));
  return {
    used: used - sum(ended.map((part) => part.used)),
    // What a part had used past what it includes was on top of the others' room; the one that bears overage may do so again.
    access_limit: access_limit === null ? null : access_limit - sum(ended.map(pastItsLimit)),
  };
}

function pastItsLimit({ used, limit, bears_overage }: Entitlement["parts"][number]): number {
  return bears_overage || limit === null ? 0 : Math.max(0, used - limit);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The answer where nothing is known. */
export function answerUnknown(feature_key: string, allowed: boolean): EntitlementAnswer {
  const unknown = { limit: null, used: 0, remaining: null, value: null, resets_at: null };
  return { allowed, feature_key, ...unknown, reason: allowed ? null : "UNREACHABLE" };
}
