import { ApiError } from "../../../errors/api-error.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

/** Money may come before its invoice, an advance payment say; a year is more than any, and less than a mistyped year. */
const MOST_YEARS_BEFORE = 1;

/**
 * Refuses the day of a payment or refund of an invoice that is most likely mistyped: payment_date_too_early more than a year before it was
 * issued.
 */
export function requireLikelyDay(day: Date, { issuedAt, createdAt }: LoadedInvoice): void {
  const issued = issuedAt ?? createdAt;
  const earliest = new Date(issued);
  earliest.setUTCFullYear(issued.getUTCFullYear() - MOST_YEARS_BEFORE);
  if (day >= earliest) return;
  throw new ApiError("payment_date_too_early", {
    details: { day: day.toISOString(), issued_at: issued.toISOString(), earliest: earliest.toISOString() },
  });
}
