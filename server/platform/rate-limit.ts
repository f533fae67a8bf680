import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import { sha256 } from "./crypto.ts";
import type { Log } from "./log.ts";

const WINDOW_SECONDS = 60;
/** How long a process counts for itself before it tells the others. */
const SHARE_EVERY_MS = 200;
/** A process that has counted this part of a limit since it last told the others tells them at once. */
const UNTOLD_PART = 0.05;
const MOST_SUBJECTS = 100_000;
/** Clocks that are a little apart share a window; one that was far ahead keeps none open for the others. */
const IS_SAME_WINDOW = `throttle_buckets.expire between excluded.expire and excluded.expire + ${WINDOW_SECONDS * 1000}`;

/** What is left of a limit after a request was counted. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  isOver: boolean;
}

/** Counts requests in windows of a minute that all processes share. */
export interface RateLimiter {
  /** Counts one request of the subject, at no wait. */
  take(subject: string, limit: number): RateState;
  close(): void;
}

interface Bucket {
  /** What all processes had counted when we last heard. */
  shared: number;
  /** What we have counted since. */
  untold: number;
}

/**
 * Each process counts in memory and adds what it counted to the database a few times a second, all subjects in one statement,
 * and learns what the others counted: no request waits for it. Limits are therefore passed by what arrives in a fifth of a
 * second at most. While the database is away each process counts alone.
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
  const buckets = new LRUCache<string, Bucket>({ max: MOST_SUBJECTS });
  const untold = new Set<string>();
  let window = 0;
  let timer: NodeJS.Timeout | undefined;
  let isSharing = false;
  let isClosed = false;

  function bucketOf(subject: string, now: number): Bucket {
    const present = Math.floor(now / WINDOW_SECONDS);
    if (present !== window) {
      window = present;
      buckets.clear();
      untold.clear();
    }
    const bucket = buckets.get(subject) ?? { shared: 0, untold: 0 };
    buckets.set(subject, bucket);
    return bucket;
  }

  async function share(): Promise<void> {
    if (isSharing || isClosed) return;
    isSharing = true;
    clearTimeout(timer);
    timer = undefined;
    const shared = window;
    // In one order for everybody, so that no two processes wait for each other in a circle.
    const told = [...untold].sort().flatMap((subject) => {
      const bucket = buckets.get(subject);
      return bucket && bucket.untold > 0 ? [{ subject, bucket, points: bucket.untold }] : [];
    });
    untold.clear();
    try {
      const { rows } = await pool.query<{ key: string; points: number }>({
        name: "share-rates",
        text: `insert into throttle_buckets (key, points, expire)
          select key, points, $3 from unnest($1::text[], $2::int[]) as told (key, points)
          on conflict (key) do update set
            points = excluded.points + case when ${IS_SAME_WINDOW} then throttle_buckets.points else 0 end,
            expire = case when ${IS_SAME_WINDOW} then throttle_buckets.expire else excluded.expire end
          returning key, points`,
        values: [
          told.map(({ subject }) => keyOf(subject)),
          told.map(({ points }) => points),
          (shared + 1) * WINDOW_SECONDS * 1000,
        ],
      });
      const points = new Map(rows.map((row) => [row.key, row.points]));
      for (const { subject, bucket, points: ours } of told) {
        bucket.untold -= ours;
        bucket.shared = points.get(keyOf(subject)) ?? bucket.shared + ours;
      }
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, "rates are counted by this process alone");
      for (const { subject } of told) untold.add(subject);
    }
    isSharing = false;
    if (untold.size > 0) schedule();
  }

  function schedule(): void {
    if (!isClosed) timer ??= setTimeout(() => void share(), SHARE_EVERY_MS).unref();
  }

  return {
    take(subject, limit) {
      const now = clock.now().getTime() / 1000;
      const bucket = bucketOf(subject, now);
      bucket.untold++;
      untold.add(subject);
      if (bucket.untold > limit * UNTOLD_PART) void share();
      else schedule();
      const left = limit - bucket.shared - bucket.untold;
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

/** Addresses of people are not kept. */
function keyOf(subject: string): string {
  return `rate:${sha256(subject)}`;
}
