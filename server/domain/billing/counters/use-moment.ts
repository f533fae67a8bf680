import { ApiError } from "../../../errors/api-error.ts";
import { MAX_AHEAD_SECONDS, pastMoment } from "../../../platform/clock.ts";

/**
 * The time of an event, as the caller states it. A time ahead by no more than the allowed clock difference counts as now, so that it is
 * never past the end of the open period. Throws usage_in_future.
 */
export function momentOf(said: string | null, now: Date): Date {
  if (said === null) return now;
  const moment = pastMoment(new Date(said), now);
  if (moment === null)
    throw new ApiError("usage_in_future", {
      details: { occurred_at: new Date(said).toISOString(), seconds: MAX_AHEAD_SECONDS },
    });
  return moment;
}
