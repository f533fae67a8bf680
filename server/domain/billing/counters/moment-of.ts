import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";

/** Clocks differ a little: how far ahead of ours a caller's may be, seconds. */
const MAX_AHEAD_SECONDS = 300;

/**
 * The time of an event, as the caller states it. A time ahead by no more than the allowed clock difference counts as now, so that
 * it is never past the end of the open period. K8020 one further ahead.
 */
export function momentOf(said: string | null, now: Date): Date {
  if (said === null) return now;
  const moment = new Date(said);
  if (moment <= now) return moment;
  if (moment > addSeconds(now, MAX_AHEAD_SECONDS))
    throw new ApiError("K8020", {
      details: { occurred_at: moment.toISOString(), seconds: MAX_AHEAD_SECONDS },
    });
  return now;
}
