import { ApiError } from "../../../errors/api-error.ts";
import { addIntervals } from "../../../platform/calendar.ts";

const MOST = 400;

/**
 * Cuts a range at the beginnings of days or months, UTC: the first edge is from, the last is to. fields_invalid for a range that is empty
 * or has more than 400 parts.
 */
export function calendarEdges(from: Date, to: Date, bucket: "DAY" | "MONTH"): Date[] {
  if (from >= to) throw refused("must lie after from");
  const first =
    bucket === "DAY"
      ? Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
      : Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1);
  const edges = [from];
  for (let n = 1; ; n++) {
    const edge = addIntervals(new Date(first), bucket, n);
    if (edge >= to) return [...edges, to];
    if (n === MOST)
      throw refused(`must lie after from by ${MOST} ${bucket === "DAY" ? "days" : "months"} at most`);
    edges.push(edge);
  }
}

function refused(message: string): ApiError {
  return new ApiError("fields_invalid", { issues: [{ path: "to", message }] });
}
