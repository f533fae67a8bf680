import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "../errors/api-error.ts";
import type { Clock } from "./clock.ts";
import { sha256 } from "./crypto.ts";
import type { Db } from "./database/db.ts";

/** A limit on attempts. */
export interface Limit {
  /** Names the bucket; two limits of one name share their counts. */
  name: string;
  points: number;
  seconds: number;
}

/** Counts attempts in PostgreSQL, so that all processes share the counts and a restart keeps them. */
export interface Throttle {
  /** Counts one attempt of the subject. K9002 with Retry-After when there were too many in the window. */
  take(limit: Limit, subject: string): Promise<void>;
  /** Uncounts an attempt that succeeded, where only failures should count. */
  giveBack(limit: Limit, subject: string): Promise<void>;
}

/** Opens the throttle on a pool. A window begins with the first attempt; later ones do not extend it. */
export function createThrottle(pool: pg.Pool): Throttle {
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterOf({ name, points, seconds }: Limit): RateLimiterPostgres {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "throttle_buckets",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    async take(limit, subject) {
      try {
        await limiterOf(limit).consume(sha256(subject));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new ApiError("K9002", { retryAfter, details: { retry_after: retryAfter } });
      }
    },
    async giveBack(limit, subject) {
      await limiterOf(limit).reward(sha256(subject));
    },
  };
}

/** Buckets are deleted a day after they have ended. */
const KEPT_MS = 86_400_000;

/** Deletes the counts of windows that have ended. The library counts by the machine's own time. */
export async function deleteOldCounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.throttleBucket.deleteMany({ where: { expire: { lt: BigInt(clock.now().getTime() - KEPT_MS) } } });
}
