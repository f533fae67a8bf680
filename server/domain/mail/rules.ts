/**
 * How long a worker may be at one mail before another takes it over. Far above the longest try: five minutes or so, when
 * every answer of the server comes at the last moment.
 */
export const LEASE_SECONDS = 15 * 60;

const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 6 * 3600;
/** With the waits below, the last try comes about three days after the first. */
export const MOST_ATTEMPTS = 21;

/**
 * Seconds to wait after a try that failed, the first being 1: 30 s, doubled each time, 6 h at most; a quarter more or less,
 * so that a server that comes back is not met by all at once. luck is a number from 0 to 1. null: it was the last.
 */
export function waitAfter(attempt: number, luck: number): number | null {
  if (attempt >= MOST_ATTEMPTS) return null;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (attempt - 1), LONGEST_WAIT_SECONDS);
  return wait * (0.75 + luck / 2);
}
