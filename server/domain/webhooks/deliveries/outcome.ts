import { waitAfter } from "../../../platform/backoff.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { Answered, Outcome } from "../../../platform/outbound-http.ts";
import { BACKOFF, GONE } from "../rules.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";

/** The result of an attempt, as the delivery stores it. */
interface DeliveryResult {
  succeeded: boolean;
  isGone: boolean;
  /** Nothing was sent, for a reason on our side. */
  isOurs: boolean;
  error: string | null;
  answer: Answered | null;
}

/** A try that was made, with the request for the log. */
export interface Attempt {
  claimed: ClaimedDelivery;
  headers: Record<string, string>;
  startedAt: Date;
  durationMs: number;
  result: DeliveryResult;
}

const FAILED = { succeeded: false, isGone: false, isOurs: false, error: null, answer: null };

/** A complete 2xx response is a success; everything else is a failure. */
export function classifyOutcome(outcome: Outcome): DeliveryResult {
  if ("error" in outcome) return { ...FAILED, error: outcome.error, answer: outcome.part };
  const { status } = outcome;
  const succeeded = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? `It answered ${status}; redirects are not followed.` : `It answered ${status}.`;
  return { ...FAILED, succeeded, isGone: status === GONE, error: succeeded ? null : error, answer: outcome };
}

/** The result of a delivery that could not be signed, because none of its secrets can be decrypted. */
export const UNSIGNED: DeliveryResult = {
  ...FAILED,
  isOurs: true,
  error:
    "Not sent: no signing secret of this endpoint can be opened with USHER_SECRET or USHER_SECRET_PREVIOUS. Rotate the endpoint's secret, or start Usher with the secret that sealed it; then replay this delivery.",
};

/** What a delivery is after a try. What is over keeps the moment of its last try as the time of the next. */
export function deliveryAfter(
  { claimed, result: { succeeded, answer } }: Attempt,
  now: Date,
  random: number,
) {
  if (succeeded) return { status: "DELIVERED", deliveredAt: now, nextAttemptAt: now } as const;
  const wait = waitAfter(BACKOFF, claimed.attempts, random);
  if (wait === null) return { status: "FAILED", deliveredAt: null, nextAttemptAt: now } as const;
  // Not before the receiver's Retry-After.
  const wanted = Math.min(answer?.retryAfter ?? 0, BACKOFF.longest);
  return {
    status: "PENDING",
    deliveredAt: null,
    nextAttemptAt: addSeconds(now, Math.max(wait, wanted)),
  } as const;
}
