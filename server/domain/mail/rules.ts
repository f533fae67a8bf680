import { type Backoff, postponementsOf, waitAfter as waitBy } from "../../platform/backoff.ts";

/**
 * How long a worker may take for one mail before another takes it over. Far above the longest try: some five minutes, when
 * every answer of the server comes just before its timeout.
 */
export const MAIL_LEASE_SECONDS = 15 * 60;

/** With these waits the last try comes about three days after the first. */
const BACKOFF: Backoff = { first: 30, factor: 2, longest: 6 * 3600, attempts: 21 };
export const MAX_ATTEMPTS = BACKOFF.attempts;

/** For how long a mail is put off when a worker takes it for its first try, its second and so on, seconds. */
export const MAIL_POSTPONEMENTS: readonly number[] = postponementsOf(BACKOFF, MAIL_LEASE_SECONDS);

/** Seconds to wait after a try that failed, the first being 1; null: it was the last. `random` is a number from 0 to 1. */
export function waitAfter(attempt: number, random: number): number | null {
  return waitBy(BACKOFF, attempt, random);
}

/** A mail's text with every link but those of images cut after its host: the rest of a link may contain a secret. */
export function hideLinks(words: string): string {
  return words.replaceAll(/(?<!src=")(https?:\/\/[^\s"'<>/?#]+)[/?#][^\s"'<>]*/g, "$1/…");
}
