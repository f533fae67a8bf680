import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import { firstOf, monthOf } from "../../../platform/month.ts";
import type { Scope } from "../../../platform/scope.ts";
import { monthlyOf } from "../terms/yearly-amount.ts";
import type { Cohorts } from "./get-cohorts-schema.ts";
import { monthsBetween } from "./months.ts";
import { movesBefore } from "./moves.ts";
import type { BookedRange } from "./schema.ts";

interface Row {
  currency: string;
  /** Of the first payment, as a moment, and how many months later the changes were made. */
  month: string;
  later: number;
  yearly: string;
  gained: number;
  started: number;
}

/**
 * Customers by the month, UTC, in which they first paid in a currency; how many of them pay, and how much a month, at the end of that month
 * and of each after, until to_month or now. Amounts are minor units, from the terms alone. Throws fields_invalid.
 */
export async function getCohorts(
  scope: Scope,
  input: z.output<typeof BookedRange>,
): Promise<z.output<typeof Cohorts>> {
  const { from_month: from, to_month: to, include_test_clocks: includesTestClocks } = input;
  const months = monthsBetween(from, to);
  const rows = await scope.db.$queryRaw<Row[]>`
    ${movesBefore(scope, { by: "customer", includesTestClocks }, firstOf(to, 1))}, dated as (
      select currency, kind, change, at at time zone 'UTC' as at,
        min(at) over (partition by payer, currency) at time zone 'UTC' as began
      from moves
    )
    select currency, to_char(began, 'YYYY-MM') as month,
      ((extract(year from at) - extract(year from began)) * 12 + extract(month from at) - extract(month from began))::int as later,
      sum(change)::text as yearly,
      (count(*) filter (where kind in ('NEW', 'REACTIVATION')) - count(*) filter (where kind = 'CHURN'))::int as gained,
      (count(*) filter (where kind = 'NEW'))::int as started
    from dated where began >= ${firstOf(from)}::timestamptz at time zone 'UTC' group by 1, 2, 3`;
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  const last = [monthOf(scope.clock.now()), to].sort()[0] ?? to;
  return {
    from_month: from,
    to_month: to,
    data: [...byCurrency.keys()].sort().map((currency) => {
      const byMonth = Map.groupBy(byCurrency.get(currency) ?? [], ({ month }) => month);
      const cohorts = months.flatMap((month) => {
        const own = byMonth.get(month);
        return own ? [cohortOf(month, own, monthsBetween(month, last > month ? last : month))] : [];
      });
      return { currency, cohorts };
    }),
  };
}

function cohortOf(month: string, rows: Row[], months: string[]) {
  let yearly = 0n;
  let customers = 0;
  const kept = months.map((at, later) => {
    const row = rows.find((one) => one.later === later);
    yearly += BigInt(row?.yearly ?? 0);
    customers += row?.gained ?? 0;
    return { month: at, customers, mrr: toWireAmount(monthlyOf(yearly)) };
  });
  return { month, started: rows.reduce((sum, { started }) => sum + started, 0), kept };
}
