import { ApiError } from "../../../errors/api-error.ts";
import { firstOf, monthOf } from "../../../platform/month.ts";

const MOST = 240;

/** The months from one to another, both included. Throws fields_invalid. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let n = 0; firstOf(from, n) <= firstOf(to); n++) {
    if (n === MOST) throw refused(`must lie after from_month by ${MOST} months at most`);
    months.push(monthOf(firstOf(from, n)));
  }
  if (months.length === 0) throw refused("must not lie before from_month");
  return months;
}

function refused(message: string): ApiError {
  return new ApiError("fields_invalid", { issues: [{ path: "to_month", message }] });
}
