import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import { sha256 } from "./crypto.ts";
import type { Log } from "./log.ts";

const WINDOW_SECONDS = 60;
/** How long a process counts in memory before it adds its counts to the database. */
const SHARE_EVERY_MS = 200;
/** A process that has counted this part of a limit since it last shared its counts shares them at once. */
const UNSHARED_PART = 0.05;
const MAX_SUBJECTS = 100_000;
/** Processes whose clocks differ a little share a window; a clock far ahead must not extend it for the others. */
const IS_SAME_WINDOW = `throttle_buckets.expire between excluded.expire and excluded.expire + ${WINDOW_SECONDS * 1000}`;

// The counter of requests. Who is limited, and to how many, is in server/http/request-limits.ts and entry-gate.ts; attempts at
// passwords and codes are limited by throttle.ts.

/** The state of a limit after a request was counted. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  isOver: boolean;
}

/** Counts requests in windows of a minute that all processes share. */
export interface RateLimiter {
  /** Counts one request of the subject, in memory, without waiting. */
  take(subject: string, limit: number): RateState;
  close(): void;
}

interface Bucket {
  /** What all processes had counted when we last read it. */
  shared: number;
  /** What this process has counted since. */
  unshared: number;
}

interface Counted {
  subject: string;
  bucket: Bucket;
  points: number;
}

/** What this process counts in the window that is running. */
class WindowCounts {
  /** The window's number since 1970. */
  window = 0;
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_SUBJECTS });
  readonly #unshared = new Set<string>();

  /** Counts one request, at a time in seconds; a new window starts from nothing. */
  add(subject: string, now: number): Bucket {
    const present = Math.floor(now / WINDOW_SECONDS);
    if (present !== this.window) {
      this.window = present;
      this.#buckets.clear();
      this.#unshared.clear();
    }
    const bucket = this.#buckets.get(subject) ?? { shared: 0, unshared: 0 };
    this.#buckets.set(subject, bucket);
    bucket.unshared++;
    this.#unshared.add(subject);
    return bucket;
  }

  hasUnshared(): boolean {
    return this.#unshared.size > 0;
  }

  /** What is yet to be shared, in the order of subjects: all processes lock the rows in the same order and cannot deadlock. */
  takeUnshared(): Counted[] {
    const subjects = [...this.#unshared].sort();
    this.#unshared.clear();
    return subjects.flatMap((subject) => {
      const bucket = this.#buckets.get(subject);
      return bucket && bucket.unshared > 0 ? [{ subject, bucket, points: bucket.unshared }] : [];
    });
  }

  /** Keeps for the next attempt what could not be shared. */
  putBack(batch: Counted[]): void {
    for (const { subject } of batch) this.#unshared.add(subject);
  }
}

/**
 * Each process counts in memory. A few times a second it adds its counts to the database, all subjects in one statement, and reads
 * what the others counted; no request waits for it. Limits can therefore be exceeded by what arrives in a fifth of a second at
 * most. While the database is unavailable each process counts alone.
 */
export function createRateLimiter(parts: { pool: pg.Pool; clock: Clock; log: Log }): RateLimiter {
  const { pool, clock, log } = parts;
  const counts = new WindowCounts();
  let timer: NodeJS.Timeout | undefined;
  let isSharing = false;
  let isClosed = false;

  async function share(): Promise<void> {
    if (isSharing || isClosed) return;
    isSharing = true;
    clearTimeout(timer);
    timer = undefined;
    const expire = (counts.window + 1) * WINDOW_SECONDS * 1000;
    const batch = counts.takeUnshared();
    try {
      const points = await addCounts(pool, batch, expire);
      for (const { subject, bucket, points: ours } of batch) {
        bucket.unshared -= ours;
        bucket.shared = points.get(keyOf(subject)) ?? bucket.shared + ours;
      }
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, "rates are counted by this process alone");
      counts.putBack(batch);
    }
    isSharing = false;
    if (counts.hasUnshared()) schedule();
  }

  function schedule(): void {
    if (!isClosed) timer ??= setTimeout(() => void share(), SHARE_EVERY_MS).unref();
  }

  return {
    take(subject, limit) {
      const now = clock.now().getTime() / 1000;
      const bucket = counts.add(subject, now);
      if (bucket.unshared > limit * UNSHARED_PART) void share();
      else schedule();
      const left = limit - bucket.shared - bucket.unshared;
      return {
        limit,
        remaining: Math.max(0, left),
        resetSeconds: Math.ceil((counts.window + 1) * WINDOW_SECONDS - now),
        isOver: left < 0,
      };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Adds the counts to the database, and answers by key what all processes have counted. */
async function addCounts(pool: pg.Pool, batch: Counted[], expire: number): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ key: string; points: number }>({
    name: "share-rates",
    text: `insert into throttle_buckets (key, points, expire)
      select key, points, $3 from unnest($1::text[], $2::int[]) as counted (key, points)
      on conflict (key) do update set
        points = excluded.points + case when ${IS_SAME_WINDOW} then throttle_buckets.points else 0 end,
        expire = case when ${IS_SAME_WINDOW} then throttle_buckets.expire else excluded.expire end
      returning key, points`,
    values: [batch.map(({ subject }) => keyOf(subject)), batch.map(({ points }) => points), expire],
  });
  return new Map(rows.map((row) => [row.key, row.points]));
}

/** Hashed, so that the database holds no IP addresses. */
function keyOf(subject: string): string {
  return `rate:${sha256(subject)}`;
}
