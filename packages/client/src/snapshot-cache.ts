import type { JSONWebKeySet } from "jose";
import type { Usher } from "./client.ts";
import { isUnreachable, isUsherError } from "./errors.ts";
import {
  createSnapshotVerifier,
  type Entitlement,
  type SnapshotSubject,
  type SnapshotVerifier,
} from "./snapshot.ts";
import { within } from "./within.ts";

/** Keeps text for a while outside this process, such as Redis: snapshots then survive a restart while Usher cannot be reached. */
export interface SnapshotStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
}

export interface EntitlementCacheOptions {
  usher: Usher;
  /** Your tenant's id (`ten_…`): only snapshots that Usher signed for it are accepted, and the store's keys begin with it. */
  tenant: string;
  /**
   * The answer for a customer of whom nothing is known while Usher cannot be reached: allow, deny, or throw an error for you
   * to handle.
   */
  onUnreachable: "allow" | "deny" | "throw";
  /** Its snapshots are accepted only with Usher's signature. The keys to verify with never come from it. */
  store?: SnapshotStore;
  /**
   * Usher's public keys (the content of /.well-known/jwks.json), from where only you can write. Without them a process that starts
   * while Usher cannot be reached cannot verify what is in the store.
   */
  keys?: JSONWebKeySet;
  /** How long a check may wait for Usher, milliseconds. */
  timeoutMs?: number;
  /** For so long after it stopped being fresh, a snapshot answers at once and is renewed in the background. */
  staleMs?: number;
  /** After a failure Usher is not asked for so long, milliseconds; callers meanwhile get what is known. */
  pauseMs?: number;
  /** How many customers stay in memory; the least recently asked about are dropped first. */
  maxCustomers?: number;
  /** Who signs, when you reach Usher by another address than its own. */
  issuer?: string;
  /** Called with what went wrong in the background: a renewal, or the store. */
  onError?: (error: unknown) => void;
}

/** How well the answer is known. */
export type AnswerSource =
  /** From a snapshot that says itself that it is fresh. */
  | "FRESH"
  /** From one that is being renewed just now. */
  | "STALE"
  /** From the last one before Usher became unreachable. */
  | "OFFLINE"
  /** Nothing is known: the answer is what you chose by onUnreachable. */
  | "UNREACHABLE";

/** A customer's entitlements as they were when the snapshot was taken. */
export interface CachedSnapshot {
  entitlements: Record<string, Entitlement>;
  issuedAt: number;
  expiresAt: number;
  offlineUntil: number;
  /** Units recorded since it was taken, by feature. */
  counted: Map<string, number>;
}

/** How long a check waits for Usher unless the options say otherwise. */
export const DEFAULT_TIMEOUT_MS = 2_000;
const UNKNOWN_CUSTOMER_FRESH_FOR = 60_000;

/** Snapshots in memory and in the store, renewed from Usher. */
export class SnapshotCache {
  readonly #options: EntitlementCacheOptions;
  readonly #verifier: SnapshotVerifier;
  readonly #timeoutMs: number;
  readonly #maxCustomers: number;
  readonly #onError: (error: unknown) => void;
  readonly #entries = new Map<string, CachedSnapshot>();
  /** When customers were last expired by hand, so that an older snapshot in the store counts as stale. */
  readonly #expiredAt = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<CachedSnapshot>>();
  #pause: { until: number; reason: unknown } = { until: 0, reason: null };

  constructor(options: EntitlementCacheOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#maxCustomers = options.maxCustomers ?? 10_000;
    this.#onError = options.onError ?? (() => undefined);
    this.#verifier = createSnapshotVerifier({
      baseUrl: options.usher.baseUrl,
      tenant: options.tenant,
      ...(options.issuer !== undefined && { issuer: options.issuer }),
      ...(options.keys !== undefined && { keys: options.keys }),
    });
  }

  /** The customer's snapshot, from Usher when the cached one is too old; null when nothing is known and that is to be answered. */
  async find(subject: SnapshotSubject): Promise<{ entry: CachedSnapshot | null; source: AnswerSource }> {
    const { customer, dimension } = subject;
    const { onUnreachable, staleMs = 300_000 } = this.#options;
    const whose: SnapshotSubject = { customer, ...(dimension !== undefined && { dimension }) };
    const key = this.#keyOf(whose);
    const entry = await this.#recall(key, whose);
    const now = Date.now();
    if (entry && now < entry.expiresAt) return { entry, source: "FRESH" };
    if (entry && now < Math.min(entry.offlineUntil, entry.expiresAt + staleMs)) {
      // onError has been called by then.
      this.#renew(key, whose).catch(() => undefined);
      return { entry, source: "STALE" };
    }
    try {
      return { entry: await this.#renew(key, whose), source: "FRESH" };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (entry && now < entry.offlineUntil) return { entry, source: "OFFLINE" };
      if (onUnreachable === "throw") throw error;
      return { entry: null, source: "UNREACHABLE" };
    }
  }

  /** Adds units to what is counted in memory; nothing when the customer is not in memory. */
  count(whose: SnapshotSubject, featureKey: string, quantity: number): void {
    const counted = this.#entries.get(this.#keyOf(whose))?.counted;
    counted?.set(featureKey, (counted.get(featureKey) ?? 0) + quantity);
  }

  /** Makes the customer's snapshots of all dimensions stale. */
  expire(customer: string): void {
    const start = this.#keyOf({ customer });
    setNewest(this.#expiredAt, start, Date.now(), this.#maxCustomers);
    for (const [key, entry] of this.#entries) if (key.startsWith(start)) entry.expiresAt = 0;
  }

  /** Names may hold any character: each is encoded, so that no two tenants or customers share a key. */
  #keyOf({ customer, dimension = "" }: SnapshotSubject): string {
    const names = [this.#options.tenant, customer, dimension];
    return ["usher:entitlements", ...names.map(encodeURIComponent)].join(":");
  }

  #remember(key: string, entry: CachedSnapshot): CachedSnapshot {
    setNewest(this.#entries, key, entry, this.#maxCustomers);
    return entry;
  }

  /** From memory, else from the store; null when neither has one. */
  async #recall(key: string, whose: SnapshotSubject): Promise<CachedSnapshot | null> {
    const known = this.#entries.get(key);
    if (known) return this.#remember(key, known);
    const stored = await this.#readStore(key);
    if (stored === null) return null;
    try {
      const entry = await this.#verify(stored, whose);
      const expiredAt = this.#expiredAt.get(this.#keyOf({ customer: whose.customer })) ?? 0;
      return this.#remember(key, entry.issuedAt < expiredAt ? { ...entry, expiresAt: 0 } : entry);
    } catch (error) {
      this.#onError(error);
      return null;
    }
  }

  async #readStore(key: string): Promise<string | null> {
    try {
      return (await this.#options.store?.get(key)) ?? null;
    } catch (error) {
      this.#onError(error);
      return null;
    }
  }

  #writeStore(key: string, token: string, ttlSeconds: number): void {
    this.#options.store?.set(key, token, ttlSeconds).catch(this.#onError);
  }

  async #verify(token: string, whose: SnapshotSubject): Promise<CachedSnapshot> {
    const snapshot = await this.#verifier.verify(token, whose);
    const { entitlements, issuedAt, expiresAt, offlineUntil } = snapshot;
    const moments = { issuedAt: issuedAt.getTime(), expiresAt: expiresAt.getTime() };
    return { entitlements, ...moments, offlineUntil: offlineUntil.getTime(), counted: new Map() };
  }

  /** Asks Usher, once for all callers that wait for it. */
  #renew(key: string, whose: SnapshotSubject): Promise<CachedSnapshot> {
    if (Date.now() < this.#pause.until) return Promise.reject(this.#pause.reason);
    const known = this.#underWay.get(key);
    if (known) return known;
    const renewal = within(this.#timeoutMs, this.#fetch(key, whose))
      .catch((error: unknown) => {
        const { pauseMs = 5_000 } = this.#options;
        if (isUnreachable(error)) this.#pause = { until: Date.now() + pauseMs, reason: error };
        this.#onError(error);
        throw error;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, renewal);
    return renewal;
  }

  async #fetch(key: string, whose: SnapshotSubject): Promise<CachedSnapshot> {
    const { usher } = this.#options;
    try {
      const { token } = await usher.entitlements.snapshot(whose, { retries: 0, timeoutMs: this.#timeoutMs });
      const entry = await this.#verify(token, whose);
      this.#writeStore(key, token, Math.ceil((entry.offlineUntil - Date.now()) / 1000));
      return this.#remember(key, entry);
    } catch (error) {
      if (isUsherError(error, "customer_not_found"))
        return this.#remember(key, await this.#fetchUnknownCustomer(whose));
      throw error;
    }
  }

  /** A customer whom Usher does not know yet has what every customer has. */
  async #fetchUnknownCustomer(whose: SnapshotSubject): Promise<CachedSnapshot> {
    const { usher } = this.#options;
    const options = { retries: 0, timeoutMs: this.#timeoutMs };
    const { entitlements } = await usher.entitlements.list(whose, options);
    const issuedAt = Date.now();
    const expiresAt = issuedAt + UNKNOWN_CUSTOMER_FRESH_FOR;
    const byKey = Object.fromEntries(entitlements.map((one) => [one.feature_key, one]));
    return { entitlements: byKey, issuedAt, expiresAt, offlineUntil: expiresAt, counted: new Map() };
  }
}

/** Sets a key as the newest; past the size the oldest is dropped. */
function setNewest<T>(map: Map<string, T>, key: string, value: T, size: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > size) map.delete(map.keys().next().value ?? "");
}
