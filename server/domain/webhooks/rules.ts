import { type Backoff, postponementsOf } from "../../platform/backoff.ts";
import { addSeconds } from "../../platform/clock.ts";

/** With these waits the last try comes about three days after the first. */
export const BACKOFF: Backoff = { first: 5, factor: 3, longest: 12 * 3600, attempts: 15 };

/** How long a worker may take for one delivery, and may store what came of it: twice the timeout of a try. */
export const DELIVERY_LEASE_SECONDS = 20;

/** For how long a delivery is put off when a worker takes it for its first try, its second and so on, seconds. */
export const DELIVERY_POSTPONEMENTS: readonly number[] = postponementsOf(BACKOFF, DELIVERY_LEASE_SECONDS);

/** An endpoint that has failed for this long without a success is disabled. */
export const DISABLE_AFTER_SECONDS = 5 * 86_400;

/** Failures further apart than this are not one run: deliveries that wait are tried every fifteen hours at the latest. */
const RUN_ENDS_AFTER_SECONDS = 86_400;

/** A run of failures at an endpoint: nothing succeeded between these moments. */
export interface FailureRun {
  failingSince: Date | null;
  lastFailedAt: Date | null;
}

/** What an endpoint is now, from its row. */
export interface EndpointFacts extends FailureRun {
  disabledAt: Date | null;
  disabledReason: string | null;
}

/**
 * ENABLED, DISABLED, or FAILING: its present run of failures goes on. A run ends with a success, at a new address, and after a day
 * without a failure (docs/webhooks.md); deliveries that were given up say nothing of now.
 */
export function endpointState(facts: EndpointFacts, now: Date): "ENABLED" | "FAILING" | "DISABLED" {
  if (facts.disabledAt !== null) return "DISABLED";
  return facts.failingSince !== null && goesOn(facts, now) ? "FAILING" : "ENABLED";
}

/** Whether events do not arrive and nobody wanted that: it is failing, or was disabled for its failures. */
export function needsMending(facts: EndpointFacts, now: Date): boolean {
  const state = endpointState(facts, now);
  return state === "FAILING" || (state === "DISABLED" && facts.disabledReason !== "BY_HAND");
}

function goesOn({ lastFailedAt }: FailureRun, now: Date): boolean {
  return lastFailedAt !== null && now < addSeconds(lastFailedAt, RUN_ENDS_AFTER_SECONDS);
}

/** What a worker may expect of an endpoint, by what it did before. UNTRIED: it neither accepted nor failed lately. */
export type EndpointRecord = "PROVEN" | "UNTRIED" | "FAILING";

/**
 * How many deliveries may begin at once in a process, by the record of their endpoints: each takes a slot of its endpoint's pool,
 * until it ends, and for SLOT_MS at most. And the most that may be under way: what begins in ten seconds, after which a try times
 * out. So endpoints that hang take nothing from those that do not, however many they are, and a slot is free again within a second.
 */
export const DELIVERY_POOLS: Readonly<Record<EndpointRecord, { slots: number; most: number }>> = {
  PROVEN: { slots: 80, most: 800 },
  UNTRIED: { slots: 30, most: 300 },
  FAILING: { slots: 20, most: 200 },
};
export const SLOT_MS = 1_000;

/** The record of an endpoint that may have accepted deliveries which are still kept. */
export function recordOf(run: FailureRun, hasDelivered: boolean, now: Date): EndpointRecord {
  if (run.failingSince !== null && goesOn(run, now)) return "FAILING";
  return hasDelivered ? "PROVEN" : "UNTRIED";
}

/** The run that a failure at `now` belongs to: the current one, or a new one where there is none. */
export function runWithFailure(run: FailureRun, now: Date) {
  return { failingSince: (goesOn(run, now) && run.failingSince) || now, lastFailedAt: now };
}

/** No failures: after a success, at a new address, or when an administrator enables the endpoint. */
export const NO_FAILURES = { failingSince: null, lastFailedAt: null } as const satisfies FailureRun;

/** A receiver that answers this has gone for good. */
export const GONE = 410;

export const MAX_ENDPOINTS = 50;

/** The most deliveries that a worker sends to one endpoint at a time. */
const MAX_AT_ONCE = 10;
/** Two even where all fail, so that one delivery that hangs does not delay all others of its endpoint. */
export const MIN_AT_ONCE = 2;

/**
 * How many deliveries to an endpoint a worker tries at once after one has ended: one more after a success, one less after a
 * failure, so that an endpoint that is down gets few requests, and one that fails rarely is hardly slowed.
 */
export function concurrencyAfter(concurrency: number, succeeded: boolean): number {
  return succeeded ? Math.min(concurrency + 1, MAX_AT_ONCE) : Math.max(concurrency - 1, MIN_AT_ONCE);
}
