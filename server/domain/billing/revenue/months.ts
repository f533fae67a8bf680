import { ApiError } from "../../../errors/api-error.ts";

const MOST = 240;

/** The first moment of a month (`2026-11`, UTC), or of one so many months later. */
export function firstOf(month: string, later = 0): Date {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + later, 1));
}

/** The months from one to another, both included. K1002 where the last lies before the first, or there are more than 240. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let n = 0; firstOf(from, n) <= firstOf(to); n++) {
    if (n === MOST) throw refused(`must lie after from_month by ${MOST} months at most`);
    months.push(monthOf(firstOf(from, n)));
  }
  if (months.length === 0) throw refused("must not lie before from_month");
  return months;
}

/** The month of a moment, UTC: `2026-11`. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}

function refused(message: string): ApiError {
  return new ApiError("K1002", { issues: [{ path: "to_month", message }] });
}
