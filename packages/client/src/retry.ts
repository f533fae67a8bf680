import { isUsherError, UsherConnectionError, UsherError } from "./errors.ts";

/** How often and how long failed requests are tried again. */
export interface RetryPolicy {
  /** Tries after the first; 0: none. */
  retries: number;
  /** The first wait at most; each further one is twice as long at most. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** When a server asks for a longer wait than this, the call fails at once with the server's error. */
  maxRetryAfterMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  retries: 3,
  firstDelayMs: 250,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 30_000,
};

/** With these the server says itself that it has done nothing. */
const NOTHING_DONE = [
  "too_many_requests",
  "database_unavailable",
  "server_shutting_down",
  "server_overloaded",
] as const;

/**
 * How long to wait before another try, in milliseconds; null when there must be none. Who is repeatable (a GET, or a POST with
 * an Idempotency-Key) is tried again after lost connections, 429, 502, 503, 504 and while its first try still runs (idempotent_request_in_progress);
 * everything else only where the server says that nothing was done.
 */
export function delayBefore(
  attempt: number,
  error: unknown,
  isRepeatable: boolean,
  policy: RetryPolicy,
): number | null {
  if (attempt > policy.retries || !mayTryAgain(error, isRepeatable)) return null;
  // Full jitter: clients that failed together do not retry together.
  const backoff = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (attempt - 1)) * Math.random();
  const asked = error instanceof UsherError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return asked > policy.maxRetryAfterMs ? null : Math.max(asked, backoff);
}

function mayTryAgain(error: unknown, isRepeatable: boolean): boolean {
  if (isUsherError(error, ...NOTHING_DONE)) return true;
  if (!isRepeatable) return false;
  if (error instanceof UsherConnectionError || isUsherError(error, "idempotent_request_in_progress"))
    return true;
  return error instanceof UsherError && [429, 502, 503, 504].includes(error.status);
}

/** Waits; throws the signal's reason as soon as it is aborted. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
