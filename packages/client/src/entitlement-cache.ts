import type { JSONWebKeySet } from "jose";
import { answerFrom, answerUnknown, type EntitlementAnswer } from "./answer.ts";
import type { Usher } from "./client.ts";
import { isUnreachable, isUsherError, UsherConnectionError } from "./errors.ts";
import { createSnapshotVerifier, type Entitlement } from "./snapshot.ts";

/** Keeps text for a while outside this process, such as Redis: snapshots then outlive a restart while Usher is away. */
export interface SnapshotStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
}

export interface EntitlementCacheOptions {
  usher: Usher;
  /** Your tenant's id (`ten_…`): only snapshots that Usher signed for it are believed, and the store's names begin with it. */
  tenant: string;
  /**
   * What holds for a customer of whom nothing is known while Usher cannot be reached: let them in ("allow"), keep them out
   * ("deny"), or leave it to you ("throw").
   */
  onUnreachable: "allow" | "deny" | "throw";
  /** What comes from it is believed only with Usher's signature. The keys to verify with never come from it. */
  store?: SnapshotStore;
  /**
   * Usher's public keys (the content of /.well-known/jwks.json), from where only you can write. Without them a process that starts
   * while Usher is away cannot verify what the store has kept.
   */
  keys?: JSONWebKeySet;
  /** How long a check may wait for Usher, milliseconds. */
  timeoutMs?: number;
  /** For so long after it stopped being fresh, a snapshot answers at once and is renewed in the background. */
  staleMs?: number;
  /** After a failure Usher is not asked for so long; callers meanwhile get what is known. */
  pauseMs?: number;
  /** Those asked for longest ago are forgotten first. */
  maxCustomers?: number;
  /** Who signs, when you reach Usher by another address than its own. */
  issuer?: string;
  /** Called with what went wrong in the background: a renewal, or the store. */
  onError?: (error: unknown) => void;
}

/** Who is asked about, and for what. */
export interface EntitlementQuestion {
  /** Your identifier of the customer, or Usher's. */
  customer: string;
  feature_key: string;
  dimension?: string;
  /** How many units are wanted; 1 when left out. */
  quantity?: number;
}

/** How well the answer is known. */
export type AnswerSource =
  /** From a snapshot that says itself that it is fresh. */
  | "FRESH"
  /** From one that is being renewed just now. */
  | "STALE"
  /** From the last one before Usher went away. */
  | "OFFLINE"
  /** Nothing is known: the answer is what you chose by onUnreachable. */
  | "UNREACHABLE";

export type CachedAnswer = EntitlementAnswer & { source: AnswerSource };

export interface EntitlementCache {
  /** May the customer use so many units now? Throws UsherError K8001 for a feature that there is not. */
  check(question: EntitlementQuestion): Promise<CachedAnswer>;
  /** All that is known of a customer, as check() would answer for one unit of each; what a page may be given. */
  all(whose: Pick<EntitlementQuestion, "customer" | "dimension">): Promise<CachedAnswer[]>;
  /** Adds to what a customer has used, until the next snapshot: what this process has just recorded with Usher. */
  count(use: EntitlementQuestion & { quantity: number }): void;
  /** What is kept of a customer is not fresh any more, as after an event of theirs: this process's next check asks Usher. */
  expire(customer: string): void;
}

interface Entry {
  entitlements: Record<string, Entitlement>;
  issuedAt: number;
  expiresAt: number;
  offlineUntil: number;
  /** Units recorded since it was taken, by feature. */
  counted: Map<string, number>;
}

type Whose = Pick<EntitlementQuestion, "customer" | "dimension">;

const UNKNOWN_CUSTOMER_FRESH_FOR = 60_000;

/**
 * Answers what customers may use from signed snapshots, without a request for each question: at once while a snapshot is fresh or
 * just stale (it is then renewed behind the answer), and for a day while Usher is away. For reading; what counts is
 * usher.usage.record, which checks and counts in one step.
 */
export function createEntitlementCache(options: EntitlementCacheOptions): EntitlementCache {
  const { usher, tenant, store, onUnreachable } = options;
  const { timeoutMs = 2_000, staleMs = 300_000, pauseMs = 5_000, maxCustomers = 10_000 } = options;
  const onError = options.onError ?? (() => undefined);
  const entries = new Map<string, Entry>();
  /** When customers were last expired by hand, so that the store does not bring back what was. */
  const expiredAt = new Map<string, number>();
  const underWay = new Map<string, Promise<Entry>>();
  const verifier = createSnapshotVerifier({
    ...{ baseUrl: usher.baseUrl, tenant },
    ...(options.issuer !== undefined && { issuer: options.issuer }),
    ...(options.keys !== undefined && { keys: options.keys }),
  });
  let pause: { until: number; reason: unknown } = { until: 0, reason: null };

  /** Names may hold any character: each is encoded, so that no two tenants or customers share a key. */
  function keyOf({ customer, dimension = "" }: Whose): string {
    return ["usher:entitlements", ...[tenant, customer, dimension].map(encodeURIComponent)].join(":");
  }

  async function fromStore(key: string): Promise<string | null> {
    try {
      return (await store?.get(key)) ?? null;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  function toStore(key: string, value: string, ttlSeconds: number): void {
    store?.set(key, value, ttlSeconds).catch(onError);
  }

  function remember(key: string, entry: Entry): Entry {
    setNewest(entries, key, entry, maxCustomers);
    return entry;
  }

  async function recall(key: string, whose: Whose): Promise<Entry | null> {
    const known = entries.get(key);
    if (known) return remember(key, known);
    const kept = await fromStore(key);
    if (kept === null) return null;
    try {
      const entry = await read(kept, whose);
      const isExpired = entry.issuedAt < (expiredAt.get(keyOf({ customer: whose.customer })) ?? 0);
      return remember(key, isExpired ? { ...entry, expiresAt: 0 } : entry);
    } catch (error) {
      onError(error);
      return null;
    }
  }

  async function read(token: string, whose: Whose): Promise<Entry> {
    const snapshot = await verifier.verify(token, whose);
    const { entitlements, issuedAt, expiresAt, offlineUntil } = snapshot;
    const moments = { issuedAt: issuedAt.getTime(), expiresAt: expiresAt.getTime() };
    return { entitlements, ...moments, offlineUntil: offlineUntil.getTime(), counted: new Map() };
  }

  async function fetchEntry(key: string, whose: Whose): Promise<Entry> {
    try {
      const { token } = await usher.entitlements.snapshot(whose, { retries: 0, timeoutMs });
      const entry = await read(token, whose);
      toStore(key, token, Math.ceil((entry.offlineUntil - Date.now()) / 1000));
      return remember(key, entry);
    } catch (error) {
      if (isUsherError(error, "K3003")) return remember(key, await fetchOfUnknown(whose));
      throw error;
    }
  }

  /** A customer whom Usher does not know yet has what everybody has. */
  async function fetchOfUnknown(whose: Whose): Promise<Entry> {
    const { entitlements } = await usher.entitlements.list(whose, { retries: 0, timeoutMs });
    const issuedAt = Date.now();
    const expiresAt = issuedAt + UNKNOWN_CUSTOMER_FRESH_FOR;
    const byKey = Object.fromEntries(entitlements.map((one) => [one.feature_key, one]));
    return { entitlements: byKey, issuedAt, expiresAt, offlineUntil: expiresAt, counted: new Map() };
  }

  /** Asks Usher, once however many wait for it. */
  function renew(key: string, whose: Whose): Promise<Entry> {
    if (Date.now() < pause.until) return Promise.reject(pause.reason);
    const known = underWay.get(key);
    if (known) return known;
    const renewal = within(timeoutMs, fetchEntry(key, whose))
      .catch((error: unknown) => {
        if (isUnreachable(error)) pause = { until: Date.now() + pauseMs, reason: error };
        onError(error);
        throw error;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, renewal);
    return renewal;
  }

  async function find({
    customer,
    dimension,
  }: Whose): Promise<{ entry: Entry | null; source: AnswerSource }> {
    const whose: Whose = { customer, ...(dimension !== undefined && { dimension }) };
    const key = keyOf(whose);
    const entry = await recall(key, whose);
    const now = Date.now();
    if (entry && now < entry.expiresAt) return { entry, source: "FRESH" };
    if (entry && now < Math.min(entry.offlineUntil, entry.expiresAt + staleMs)) {
      // What goes wrong has been reported by then.
      renew(key, whose).catch(() => undefined);
      return { entry, source: "STALE" };
    }
    try {
      return { entry: await renew(key, whose), source: "FRESH" };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (entry && now < entry.offlineUntil) return { entry, source: "OFFLINE" };
      if (onUnreachable === "throw") throw error;
      return { entry: null, source: "UNREACHABLE" };
    }
  }

  function answer(entry: Entry, entitlement: Entitlement, quantity: number): EntitlementAnswer {
    const counted = entry.counted.get(entitlement.feature_key) ?? 0;
    return answerFrom(entitlement, { quantity, counted, now: Date.now() });
  }

  /** A feature that is newer than the snapshot, or that there is not. */
  async function ask({ quantity = 1, ...question }: EntitlementQuestion): Promise<CachedAnswer> {
    try {
      const check = await within(
        timeoutMs,
        usher.entitlements.check({ ...question, quantity }, { retries: 0, timeoutMs }),
      );
      const { allowed, feature_key, limit, used, remaining, value, reason, resets_at } = check;
      return { allowed, feature_key, limit, used, remaining, value, reason, resets_at, source: "FRESH" };
    } catch (error) {
      if (!isUnreachable(error) || onUnreachable === "throw") throw error;
      return { ...answerUnknown(question.feature_key, onUnreachable === "allow"), source: "UNREACHABLE" };
    }
  }

  return {
    async check(question) {
      const { feature_key, quantity = 1 } = question;
      const { entry, source } = await find(question);
      if (entry === null) return { ...answerUnknown(feature_key, onUnreachable === "allow"), source };
      const entitlement = entry.entitlements[feature_key];
      return entitlement ? { ...answer(entry, entitlement, quantity), source } : await ask(question);
    },
    async all(whose) {
      const { entry, source } = await find(whose);
      return Object.values(entry?.entitlements ?? {}).map((one) => ({
        ...answer(entry as Entry, one, 1),
        source,
      }));
    },
    count({ feature_key, quantity, ...whose }) {
      const counted = entries.get(keyOf(whose))?.counted;
      counted?.set(feature_key, (counted.get(feature_key) ?? 0) + quantity);
    },
    expire(customer) {
      const start = keyOf({ customer });
      setNewest(expiredAt, start, Date.now(), maxCustomers);
      for (const [key, entry] of entries) if (key.startsWith(start)) entry.expiresAt = 0;
    },
  };
}

/** Sets a key as the newest; past the size the oldest is dropped. */
function setNewest<T>(map: Map<string, T>, key: string, value: T, size: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > size) map.delete(map.keys().next().value ?? "");
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = () => new UsherConnectionError("Usher did not answer in time.", { isTimeout: true });
    timer = setTimeout(() => reject(error()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
