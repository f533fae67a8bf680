import { Prisma } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { roundMinor } from "../../../platform/money.ts";

/**
 * SQL: what a phase `t` of `subscription_terms` costs in twelve months, in minor units: its price and its bought steps, 365 times
 * for a day's price, 52 times for a week's, 12 times for a month's, once for a year's. A whole number, so that sums are exact; a
 * month is its twelfth part (monthlyOf). Overage, discounts and taxes are no part of the terms.
 */
export const YEARLY_AMOUNT = Prisma.sql`(
  (t.amount + case when t.drivers = '[]' then 0 else (
    select coalesce(sum((d->>'steps')::bigint * (d->>'step_amount')::bigint), 0) from jsonb_array_elements(t.drivers) d
  ) end) * case t.interval when 'DAY' then 365 when 'WEEK' then 52 when 'MONTH' then 12 when 'YEAR' then 1 end)::bigint`;

/** A sum of yearly amounts as the amount of a month, in minor units: its twelfth part, rounded once, half away from zero. */
export function monthlyOf(yearly: bigint | Decimal): bigint {
  return roundMinor(new Decimal(yearly).div(12));
}
