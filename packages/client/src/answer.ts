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
 * has begun again.
 */
export function answerFrom(
  entitlement: Entitlement,
  { quantity, counted, now }: { quantity: number; counted: number; now: number },
): EntitlementAnswer {
  const { feature_key, limit, access_limit, value, resets_at } = entitlement;
  const hasReset = resets_at !== null && Date.parse(resets_at) <= now;
  const used = (hasReset ? 0 : entitlement.used) + counted;
  const isBlocked = entitlement.reason !== null && WHATEVER_THE_QUANTITY.includes(entitlement.reason);
  const fits = quantity <= 0 || access_limit === null || used + quantity <= access_limit;
  const allowed = !isBlocked && fits;
  return {
    ...{ allowed, feature_key, limit, used, value, resets_at },
    remaining: limit === null ? null : Math.max(0, limit - used),
    reason: allowed ? null : (entitlement.reason ?? "LIMIT_REACHED"),
  };
}

/** The answer where nothing is known. */
export function answerUnknown(feature_key: string, allowed: boolean): EntitlementAnswer {
  const unknown = { limit: null, used: 0, remaining: null, value: null, resets_at: null };
  return { allowed, feature_key, ...unknown, reason: allowed ? null : "UNREACHABLE" };
}
