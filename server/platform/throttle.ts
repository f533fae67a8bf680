import { setTimeout } from "node:timers/promises";
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

/** Turns of a subject, one after the other: the gap before each is twice the one before, up to the longest. Seconds. */
export interface Line {
  name: string;
  first: number;
  longest: number;
  /** Nobody waits longer than this: who would have to is refused. */
  most: number;
  /** After this long without a turn the gaps begin anew. */
  rest: number;
}

/** Counts attempts in PostgreSQL, so that all processes share the counts and a restart keeps them. */
export interface Throttle {
  /** Counts one attempt of the subject. Throws too_many_requests. */
  take(limit: Limit, subject: string): Promise<void>;
  /** Uncounts an attempt that succeeded, where only failures should count. */
  giveBack(limit: Limit, subject: string): Promise<void>;
  /** Ends the window of a limit, or the gaps of a line, for a subject. */
  forget(name: string, subject: string): Promise<void>;
  /** Waits for the subject's next turn. Throws too_many_requests. */
  waitForTurn(line: Line, subject: string): Promise<void>;
  /** Remembers for some seconds that the subject was at a place, by their hashes; an earlier end moves on. */
  remember(subject: string, place: string, seconds: number): Promise<void>;
  /** Those of the places where the subject is remembered. */
  placesOf(subject: string, places: string[]): Promise<Set<string>>;
}

/** The most that wait for a turn in one process at a time: each keeps its request open, and no more than that. */
const MOST_WAITING = 20;
/** The database's own time in milliseconds, so that processes whose clocks differ agree. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** Opens the throttle on a pool. A window begins with the first attempt; later ones do not extend it. */
export function createThrottle(pool: pg.Pool): Throttle {
  const limiters = new Map<string, RateLimiterPostgres>();
  let waiting = 0;

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
        throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      }
    },
    async giveBack(limit, subject) {
      await limiterOf(limit).reward(sha256(subject));
    },
    async forget(name, subject) {
      await pool.query("delete from throttle_buckets where key = $1", [`${name}:${sha256(subject)}`]);
    },
    async waitForTurn(line, subject) {
      if (waiting >= MOST_WAITING) throw tooMany(line.longest);
      waiting++;
      try {
        const ms = await takeTurn(pool, line, subject);
        if (ms === null) throw tooMany(line.longest);
        await setTimeout(ms);
      } finally {
        waiting--;
      }
    },
    async remember(subject, place, seconds) {
      await pool.query(
        `insert into throttle_buckets (key, points, expire) values ($1, 1, ${NOW} + $2::bigint)
         on conflict (key) do update set expire = greatest(throttle_buckets.expire, excluded.expire)`,
        [keyOfPlace(subject, place), seconds * 1000],
      );
    },
    async placesOf(subject, places) {
      const { rows } = await pool.query<{ key: string }>(
        `select key from throttle_buckets where key = any($1) and expire > ${NOW}`,
        [places.map((place) => keyOfPlace(subject, place))],
      );
      const found = new Set(rows.map(({ key }) => key));
      return new Set(places.filter((place) => found.has(keyOfPlace(subject, place))));
    },
  };
}

function tooMany(retryAfter: number): ApiError {
  return new ApiError("too_many_requests", { retryAfter, details: { retry_after: retryAfter } });
}

function keyOfPlace(subject: string, place: string): string {
  return `place:${sha256(subject)}:${sha256(place)}`;
}

/**
 * Takes the subject's next turn: how many milliseconds it is away, or null when that is more than the line allows. One statement, so
 * that of many at once each gets its own turn. A row holds when the last turn given is, and how many there were since the last rest.
 */
async function takeTurn(pool: pg.Pool, line: Line, subject: string): Promise<number | null> {
  const { name, first, longest, most, rest } = line;
  const now = "(excluded.expire - $2::bigint)";
  const turns = `case when line.expire < ${now} - $5::bigint then 1 else least(line.points, 30) + 1 end`;
  const turn = `greatest(line.expire, ${now}) + least($2::bigint * power(2, ${turns} - 1), $3::bigint)::bigint`;
  const { rows } = await pool.query<{ wait: string }>(
    `insert into throttle_buckets as line (key, points, expire) values ($1, 1, ${NOW} + $2::bigint)
     on conflict (key) do update set points = ${turns}, expire = ${turn} where ${turn} - ${now} <= $4::bigint
     returning expire - ${NOW} as wait`,
    [`${name}:${sha256(subject)}`, ...[first, longest, most, rest].map((seconds) => seconds * 1000)],
  );
  return rows[0] ? Math.max(0, Number(rows[0].wait)) : null;
}

/** Buckets are deleted a day after they have ended. */
const KEPT_MS = 86_400_000;

/** Deletes the counts of windows that have ended. The library counts by the machine's own time. */
export async function deleteOldCounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.throttleBucket.deleteMany({ where: { expire: { lt: BigInt(clock.now().getTime() - KEPT_MS) } } });
}
