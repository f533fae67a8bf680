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

/**
 * Each process counts in memory. A few times a second it adds its counts to the database, all subjects in one statement, and reads
 * what the others counted; no request waits for it. Limits can therefore be exceeded by what arrives in a fifth of a second at
 * most. While the database is unavailable each process counts alone.
 */
export function createRateLimiter({
  pool,
  clock,
  log,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
}): RateLimiter {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_SUBJECTS });
  const unshared = new Set<string>();
  let window = 0;
  let timer: NodeJS.Timeout | undefined;
  let isSharing = false;
  let isClosed = false;

  function bucketOf(subject: string, now: number): Bucket {
    const present = Math.floor(now / WINDOW_SECONDS);
    if (present !== window) {
      window = present;
      buckets.clear();
      unshared.clear();
    }
    const bucket = buckets.get(subject) ?? { shared: 0, unshared: 0 };
    buckets.set(subject, bucket);
    return bucket;
  }

  async function share(): Promise<void> {
    if (isSharing || isClosed) return;
    isSharing = true;
    clearTimeout(timer);
    timer = undefined;
    const shared = window;
    const batch = batchOf(unshared, buckets);
    unshared.clear();
    try {
      const points = await addCounts(pool, batch, (shared + 1) * WINDOW_SECONDS * 1000);
      for (const { subject, bucket, points: ours } of batch) {
        bucket.unshared -= ours;
        bucket.shared = points.get(keyOf(subject)) ?? bucket.shared + ours;
      }
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, "rates are counted by this process alone");
      for (const { subject } of batch) unshared.add(subject);
    }
    isSharing = false;
    if (unshared.size > 0) schedule();
  }

  function schedule(): void {
    if (!isClosed) timer ??= setTimeout(() => void share(), SHARE_EVERY_MS).unref();
  }

  return {
    take(subject, limit) {
      const now = clock.now().getTime() / 1000;
      const bucket = bucketOf(subject, now);
      bucket.unshared++;
      unshared.add(subject);
      if (bucket.unshared > limit * UNSHARED_PART) void share();
      else schedule();
      const left = limit - bucket.shared - bucket.unshared;
      return {
        limit,
        remaining: Math.max(0, left),
        resetSeconds: Math.ceil((window + 1) * WINDOW_SECONDS - now),
        isOver: left < 0,
      };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

interface Counted {
  subject: string;
  bucket: Bucket;
  points: number;
}

function batchOf(unshared: Set<string>, buckets: LRUCache<string, Bucket>): Counted[] {
  // All processes lock the rows in the same order, so that they cannot deadlock.
  return [...unshared].sort().flatMap((subject) => {
    const bucket = buckets.get(subject);
    return bucket && bucket.unshared > 0 ? [{ subject, bucket, points: bucket.unshared }] : [];
  });
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
