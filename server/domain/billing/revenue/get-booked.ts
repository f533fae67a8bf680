import type { z } from "zod";
import { Decimal } from "../../../platform/decimal.ts";
import { roundMinor, toWireAmount } from "../../../platform/money.ts";
import { firstOf } from "../../../platform/month.ts";
import type { Scope } from "../../../platform/scope.ts";
import { type Booked, bookedMonths } from "./booked.ts";
import type { BookedMonths } from "./get-booked-schema.ts";
import { monthsBetween } from "./months.ts";
import { aboutRates, convert } from "./rates/convert.ts";
import { readRates, reportingCurrencyOf } from "./rates/read-rates.ts";
import type { BookedRange } from "./schema.ts";

interface Row {
  currency: string;
  month: string;
  figure: Booked;
  sum: string;
}

/**
 * Billed and collected revenue by month and currency, in minor units, from the journal: what was booked in a month stays, and what is
 * corrected later is booked later. Months are the calendar's, UTC. Defined in docs/metrics.md. Throws fields_invalid.
 */
export async function getBooked(
  scope: Scope,
  input: z.output<typeof BookedRange>,
): Promise<z.output<typeof BookedMonths>> {
  const { from_month: from, to_month: to } = input;
  const months = monthsBetween(from, to);
  const range = { scope, from: firstOf(from), to: firstOf(to, 1) };
  const rows = await scope.db.$queryRaw<Row[]>`
    ${bookedMonths({ ...range, includesTestClocks: input.include_test_clocks })}
    select currency, to_char(month, 'YYYY-MM') as month, figure, signed::text as sum from booked`;
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return {
    from_month: from,
    to_month: to,
    converted: await convertBooked(scope, rows, months),
    data: [...byCurrency.keys()].sort().map((currency) => {
      const own = byCurrency.get(currency) ?? [];
      return {
        currency,
        total: figuresOf(own),
        months: months.map((month) => ({ month, ...figuresOf(own.filter((row) => row.month === month)) })),
      };
    }),
  };
}

/**
 * All currencies in the reporting currency, each month at the rates of its end. Each figure of a month is rounded once; billed and tax
 * are made of the rounded ones, and a total is the sum of its months, so that what is shown adds up.
 */
async function convertBooked(
  scope: Scope,
  rows: Row[],
  months: string[],
): Promise<z.output<typeof BookedMonths>["converted"]> {
  const into = await reportingCurrencyOf(scope);
  if (into === null) return null;
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const ends = months.map((month) => firstOf(month, 1));
  const ratesOf = await readRates(scope, into, currencies, ends);
  const shown = ratesOf.map((rates, index) => {
    const month = months[index] ?? "";
    const own = rows.filter((row) => row.month === month);
    const sums = [...Map.groupBy(own, ({ figure }) => figure)].map(([figure, parts]) => {
      const exact = parts.reduce(
        (sum, part) => sum.add(convert(BigInt(part.sum), part.currency, rates) ?? 0),
        new Decimal(0),
      );
      return { figure, month, currency: into, sum: roundMinor(exact).toString() };
    });
    return {
      month,
      sums,
      about: aboutRates(
        rates,
        own.map(({ currency }) => currency),
      ),
    };
  });
  return {
    currency: into,
    total: figuresOf(shown.flatMap(({ sums }) => sums)),
    not_converted: [...new Set(shown.flatMap(({ about }) => about.not_converted))].sort(),
    months: shown.map(({ month, sums, about }) => ({ month, ...figuresOf(sums), ...about })),
  };
}

function figuresOf(rows: Row[]) {
  const sum = (figure: Booked) =>
    rows.reduce((total, row) => (row.figure === figure ? total + BigInt(row.sum) : total), 0n);
  const [charged, discounts, creditNotes] = [sum("charged"), sum("discounts"), sum("credit_notes")];
  return {
    billed: toWireAmount(charged - discounts - creditNotes - sum("tax_included")),
    charged: toWireAmount(charged),
    discounts: toWireAmount(discounts),
    credit_notes: toWireAmount(creditNotes),
    given_back: toWireAmount(sum("given_back")),
    refunded: toWireAmount(sum("refunded")),
    credit_given: toWireAmount(sum("credit_given")),
    tax: toWireAmount(sum("tax_included") + sum("tax_on_top")),
    tax_included: toWireAmount(sum("tax_included")),
    collected: toWireAmount(sum("collected")),
    written_off: toWireAmount(sum("written_off")),
  };
}
