import type { z } from "zod";
import { Decimal } from "../../../platform/decimal.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { monthlyOf, YEARLY_AMOUNT } from "../terms/yearly-amount.ts";
import type { Mrr, MrrAt } from "./get-mrr-schema.ts";
import { countedPhases } from "./moves.ts";
import { aboutRates, convert } from "./rates/convert.ts";
import { readRates, reportingCurrencyOf } from "./rates/read-rates.ts";

interface Row {
  currency: string;
  yearly: string;
  subscriptions: number;
  customers: number;
}

/**
 * Monthly recurring revenue just before a moment, by currency in minor units, from the terms in force then, and how many pay it;
 * the largest first. Defined in docs/metrics.md.
 */
export async function getMrr(scope: Scope, input: z.output<typeof MrrAt>): Promise<z.output<typeof Mrr>> {
  const at = input.at === undefined ? scope.clock.now() : new Date(input.at);
  const rows = await scope.db.$queryRaw<Row[]>`
    select currency, sum(yearly)::text as yearly, count(distinct subscription_id)::int as subscriptions,
      count(distinct customer_id)::int as customers
    from (
      select t.currency, t.subscription_id, t.customer_id, ${YEARLY_AMOUNT} as yearly
      from ${countedPhases(scope, { includesTestClocks: input.include_test_clocks })}
        and t.from_at < ${at} and (t.to_at is null or t.to_at >= ${at})
    ) phases
    where yearly > 0 group by currency order by sum(yearly) desc, currency`;
  return {
    at: at.toISOString(),
    converted: await convertMrr(scope, at, rows),
    data: rows.map(({ yearly, ...row }) => ({ ...row, mrr: toWireAmount(monthlyOf(BigInt(yearly))) })),
  };
}

/** The sum of all currencies that have a rate at the moment, rounded once. */
async function convertMrr(scope: Scope, at: Date, rows: Row[]): Promise<z.output<typeof Mrr>["converted"]> {
  const into = await reportingCurrencyOf(scope);
  if (into === null) return null;
  const currencies = rows.map(({ currency }) => currency);
  const [rates] = await readRates(scope, into, currencies, [at]);
  if (!rates) return null;
  const yearly = rows.reduce(
    (sum, row) => sum.add(convert(BigInt(row.yearly), row.currency, rates) ?? 0),
    new Decimal(0),
  );
  return { currency: into, mrr: toWireAmount(monthlyOf(yearly)), ...aboutRates(rates, currencies) };
}
