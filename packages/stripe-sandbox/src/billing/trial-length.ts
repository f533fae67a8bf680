import { invalid, notInFuture } from "../wire/failure.ts";

const DAY = 86_400;
const MOST_DAYS = 730;
const MOST_YEARS = 5;

/**
 * Refuses the end of a trial that has passed or is too far away, in the words of github.com/stripe/stripe-ruby/issues/804 and
 * github.com/arlyon/async-stripe/issues/445. The SDK counts two years from `billing_cycle_anchor`
 * (SubscriptionUpdateParams.trial_end); those who tried met them counted from now, and 730 days long.
 */
export function checkTrialEnd(now: number, end: number, param = "trial_end"): void {
  if (end <= now) throw notInFuture(param);
  if (end > now + MOST_YEARS * 365 * DAY)
    throw invalid("Invalid timestamp: can be no more than five years in the future.", { param });
  if (end > now + MOST_DAYS * DAY) throw tooLong(param);
}

/** The moment at which a trial of so many days ends; refused when they are too many. */
export function endOfTrial(now: number, days: number, param = "trial_period_days"): number {
  if (days > MOST_DAYS) throw tooLong(param);
  return now + days * DAY;
}

function tooLong(param: string) {
  return invalid(`The maximum number of trial period days is ${MOST_DAYS} (2 years).`, { param });
}
