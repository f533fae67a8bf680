import { periodAt } from "../../../platform/calendar.ts";
import { allowanceInterval, type Interval, type ResetInterval } from "../../../platform/schema/interval.ts";
import type { Period } from "./period.ts";

interface Calendar {
  /** The moment that billing periods are counted from, also. */
  anchor: Date;
  /** The interval of the price. */
  interval: Interval;
  resetInterval: ResetInterval;
}

/**
 * The allowance period that a moment lies in, counted from the anchor of the billing periods, UTC. Weeks do not end with a month:
 * a renewal closes no allowance period that goes on. Moments before the anchor lie in the first.
 */
export function allowancePeriodAt({ anchor, interval, resetInterval }: Calendar, moment: Date): Period {
  return periodAt(anchor, allowanceInterval(resetInterval, interval), moment);
}

interface Billed extends Omit<Calendar, "resetInterval"> {
  /** The billing period; null when there is none. */
  period: Period | null;
}

/**
 * The period that a customer's METERED feature counts in at a moment; null without a billing period. An allowance as long as a
 * billing period is that period, which may have been cut short. Before the anchor there is a trial: it is one allowance. Once its
 * end has passed, the next allowance has begun, even if no process has noted the renewal yet.
 */
export function allowancePeriod(
  { period, anchor, interval }: Billed,
  resetInterval: ResetInterval,
  moment: Date,
): Period | null {
  if (period === null) return null;
  const isBillingPeriod = moment < anchor || allowanceInterval(resetInterval, interval) === interval;
  const isOver = moment >= period.end && moment >= anchor;
  if (isBillingPeriod && !isOver) return period;
  const { start, end } = allowancePeriodAt({ anchor, interval, resetInterval }, moment);
  return isBillingPeriod && start < period.end ? { start: period.end, end } : { start, end };
}
