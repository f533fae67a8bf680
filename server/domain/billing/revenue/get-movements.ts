import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { calendarEdges } from "./edges.ts";
import type { Movements, MovementsRange } from "./get-movements-schema.ts";
import { aboutRates, convert } from "./rates/convert.ts";
import { readRates, reportingCurrencyOf } from "./rates/read-rates.ts";
import {
  bucketsOf,
  type Movement,
  type MovementRow,
  movementsOf,
  readMovementRows,
  together,
} from "./read-movements.ts";

/**
 * The movements of monthly recurring revenue in a range, by currency, in minor units, in days or months UTC. The parts of each bucket, and
 * those of the whole range, are exactly the difference of the revenue before and after. Throws fields_invalid.
 */
export async function getMovements(
  scope: Scope,
  input: z.output<typeof MovementsRange>,
): Promise<z.output<typeof Movements>> {
  const edges = calendarEdges(new Date(input.from), new Date(input.to), input.bucket);
  const counted = { by: input.by, includesTestClocks: input.include_test_clocks };
  const rows = await readMovementRows(scope, edges, counted);
  const all = movementsOf(rows, edges.length - 1);
  const at = (index: number) => (edges[index] ?? new Date(input.to)).toISOString();
  return {
    from: at(0),
    to: at(edges.length - 1),
    by: input.by,
    converted: await convertMovements(scope, rows, edges),
    data: all.flatMap(({ currency, buckets }) => {
      const total = together(buckets);
      if (!total) return [];
      const shown = buckets.map((bucket, index) => ({ from: at(index), to: at(index + 1), ...view(bucket) }));
      return [{ currency, total: view(total), buckets: shown }];
    }),
  };
}

/**
 * The movements of all currencies that have a rate at the end of the range, each amount at that rate. The exact amounts are added up
 * and rounded as those of one currency are, so that the parts are exactly the difference here as well.
 */
async function convertMovements(
  scope: Scope,
  rows: MovementRow[],
  edges: Date[],
): Promise<z.output<typeof Movements>["converted"]> {
  const into = await reportingCurrencyOf(scope);
  if (into === null) return null;
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const [rates] = await readRates(scope, into, currencies, edges.slice(-1));
  if (!rates) return null;
  const converted = rows.flatMap((row) => {
    const yearly = convert(BigInt(row.yearly), row.currency, rates);
    return yearly === null ? [] : [{ ...row, yearly: yearly.toFixed() }];
  });
  const buckets = bucketsOf(converted, edges.length - 1);
  const total = together(buckets);
  if (!total) return null;
  const at = (index: number) => (edges[index] ?? rates.at).toISOString();
  return {
    currency: into,
    ...aboutRates(rates, currencies),
    total: viewAmounts(total),
    buckets: buckets.map((one, index) => ({ from: at(index), to: at(index + 1), ...viewAmounts(one) })),
  };
}

function view(movement: Movement) {
  const { counts, payingBefore, payingAfter } = movement;
  return {
    ...viewAmounts(movement),
    new_count: counts.NEW,
    reactivation_count: counts.REACTIVATION,
    expansion_count: counts.EXPANSION,
    contraction_count: counts.CONTRACTION,
    churn_count: counts.CHURN,
    paying_before: payingBefore,
    paying_after: payingAfter,
  };
}

function viewAmounts({ before, after, parts }: Movement) {
  return {
    mrr_before: toWireAmount(before),
    new: toWireAmount(parts.NEW),
    reactivation: toWireAmount(parts.REACTIVATION),
    expansion: toWireAmount(parts.EXPANSION),
    contraction: toWireAmount(parts.CONTRACTION),
    churn: toWireAmount(parts.CHURN),
    mrr_after: toWireAmount(after),
  };
}
