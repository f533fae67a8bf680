import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds: more than any such work takes, so that the duration does not reveal which work was done. */
const MINIMUM_DURATION_MS = 150;

/** Does the work and returns after a minimum duration, so that callers cannot detect a known address by timing. */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, pause(MINIMUM_DURATION_MS)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
