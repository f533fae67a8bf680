import { setTimeout as pause } from "node:timers/promises";

const PAUSE_MS = 1_000;

/** PostgreSQL's and Prisma's codes for what took too long, and Node's. */
const CODES = new Set(["57014", "P2024", "P2028", "ETIMEDOUT", "ESOCKETTIMEDOUT"]);

/**
 * Repeats a part of a start for as long as it fails because the machine is too busy to answer within a time limit that is meant for
 * requests. The work must be one that can be begun again. Throws what else it throws.
 */
export async function retryTimeouts<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTimeLimit(error)) throw error;
      await pause(PAUSE_MS, undefined, { signal });
    }
  }
}

/** Whether an error, or one that caused it, says that something was not there in time. */
function isTimeLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && CODES.has(String(error.code))) return true;
  return /\btime(d ?out|out)\b/i.test(error.message) || isTimeLimit(error.cause);
}
