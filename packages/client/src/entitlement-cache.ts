import { answerFrom, answerUnknown, type EntitlementAnswer } from "./answer.ts";
import { isUnreachable } from "./errors.ts";
import type { Entitlement, SnapshotSubject } from "./snapshot.ts";
import {
  type AnswerSource,
  type CachedSnapshot,
  DEFAULT_TIMEOUT_MS,
  type EntitlementCacheOptions,
  SnapshotCache,
} from "./snapshot-cache.ts";
import { within } from "./within.ts";

/** Who is asked about, and for what. */
export interface EntitlementQuestion extends SnapshotSubject {
  feature_key: string;
  /** How many units are wanted; 1 when left out. */
  quantity?: number;
}

export type CachedAnswer = EntitlementAnswer & { source: AnswerSource };

export interface EntitlementCache {
  /** May the customer use so many units now? Throws UsherError feature_key_unknown for a feature that there is not. */
  check(question: EntitlementQuestion): Promise<CachedAnswer>;
  /** All that is known of a customer, as check() would answer for one unit of each; what a page may be given. */
  all(whose: SnapshotSubject): Promise<CachedAnswer[]>;
  /** Adds to what a customer has used, until the next snapshot: what this process has just recorded with Usher. */
  count(use: EntitlementQuestion & { quantity: number }): void;
  /** What is kept of a customer is not fresh any more, as after an event of theirs: this process's next check asks Usher. */
  expire(customer: string): void;
}

/**
 * Answers what customers may use from signed snapshots, without a request for each question: at once while a snapshot is fresh or
 * just stale (it is then renewed in the background), and for a day while Usher is away. For reading; what counts is
 * usher.usage.record, which checks and counts in one step.
 */
export function createEntitlementCache(options: EntitlementCacheOptions): EntitlementCache {
  const isAllowedWhenUnknown = options.onUnreachable === "allow";
  const snapshots = new SnapshotCache(options);
  return {
    async check(question) {
      const { feature_key, quantity = 1 } = question;
      const { entry, source } = await snapshots.find(question);
      if (entry === null) return { ...answerUnknown(feature_key, isAllowedWhenUnknown), source };
      const entitlement = entry.entitlements[feature_key];
      return entitlement
        ? { ...answer(entry, entitlement, quantity), source }
        : await askUsher(options, question);
    },
    async all(whose) {
      const { entry, source } = await snapshots.find(whose);
      if (entry === null) return [];
      return Object.values(entry.entitlements).map((one) => ({ ...answer(entry, one, 1), source }));
    },
    count({ feature_key, quantity, ...whose }) {
      snapshots.count(whose, feature_key, quantity);
    },
    expire(customer) {
      snapshots.expire(customer);
    },
  };
}

function answer(entry: CachedSnapshot, entitlement: Entitlement, quantity: number): EntitlementAnswer {
  const counted = entry.counted.get(entitlement.feature_key) ?? 0;
  return answerFrom(entitlement, { quantity, counted, now: Date.now() });
}

/** Asks about a feature that is newer than the snapshot, or that does not exist. */
async function askUsher(
  { usher, timeoutMs = DEFAULT_TIMEOUT_MS, onUnreachable }: EntitlementCacheOptions,
  { quantity = 1, ...question }: EntitlementQuestion,
): Promise<CachedAnswer> {
  try {
    const asked = usher.entitlements.check({ ...question, quantity }, { retries: 0, timeoutMs });
    const check = await within(timeoutMs, asked);
    const { allowed, feature_key, limit, used, remaining, value, reason, resets_at } = check;
    return { allowed, feature_key, limit, used, remaining, value, reason, resets_at, source: "FRESH" };
  } catch (error) {
    if (!isUnreachable(error) || onUnreachable === "throw") throw error;
    return { ...answerUnknown(question.feature_key, onUnreachable === "allow"), source: "UNREACHABLE" };
  }
}
