/** How long to wait between tries. Times are in seconds. */
export interface Backoff {
  /** Before the second try. */
  first: number;
  /** By what each wait is longer than the one before. */
  factor: number;
  longest: number;
  attempts: number;
}

/**
 * Seconds to wait after a try that failed, the first being 1; a quarter more or less, so that a server that comes back is not
 * met by all at once. luck is a number from 0 to 1. null: it was the last.
 */
export function waitAfter(backoff: Backoff, attempt: number, luck: number): number | null {
  if (attempt >= backoff.attempts) return null;
  return plannedWait(backoff, attempt) * (0.75 + luck / 2);
}

/** The wait after a try, before luck lengthens or shortens it. */
export function plannedWait({ first, factor, longest }: Backoff, attempt: number): number {
  return Math.min(first * factor ** (attempt - 1), longest);
}
