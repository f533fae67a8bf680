/** How long to wait between retries. Times are in seconds. */
export interface Backoff {
  /** The wait before the first retry. */
  first: number;
  /** Each wait is the one before times this. */
  factor: number;
  longest: number;
  attempts: number;
}

/**
 * Seconds to wait after a failed attempt (1 is the first), or null after the last. With jitter of a quarter more or less, so that
 * retries do not all reach a recovered server at once. random is a number from 0 to 1.
 */
export function waitAfter(backoff: Backoff, attempt: number, random: number): number | null {
  if (attempt >= backoff.attempts) return null;
  return plannedWait(backoff, attempt) * (0.75 + random / 2);
}

/** Seconds to wait after an attempt, without jitter. */
export function plannedWait({ first, factor, longest }: Backoff, attempt: number): number {
  return Math.min(first * factor ** (attempt - 1), longest);
}

/**
 * Seconds until an attempt (1 is the first) may be repeated when what came of it is never stored: as long as the wait after it, and
 * at least its lease. Stored before the attempt is made, so that a database that goes away in between, or a worker that ends, causes
 * no more attempts than the backoff allows. After the last attempt it is the lease alone: then it has failed.
 */
function postponementAfter(backoff: Backoff, attempt: number, leaseSeconds: number): number {
  return attempt >= backoff.attempts ? leaseSeconds : Math.max(leaseSeconds, plannedWait(backoff, attempt));
}

/** That of every attempt, the first one first. */
export function postponementsOf(backoff: Backoff, leaseSeconds: number): number[] {
  return Array.from({ length: backoff.attempts }, (_, index) =>
    postponementAfter(backoff, index + 1, leaseSeconds),
  );
}
