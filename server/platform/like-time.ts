import { setTimeout as pause } from "node:timers/promises";

/** Every such answer takes at least this long, milliseconds: more than the work, so that the time tells nothing of it. */
const LIKE_TIME_MS = 150;

/** Does the work and answers no sooner than any other such work, so that nobody can tell a known address by the time. */
export async function inLikeTime<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, pause(LIKE_TIME_MS)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
