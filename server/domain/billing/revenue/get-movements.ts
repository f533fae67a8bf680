import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { calendarEdges } from "./edges.ts";
import { type Movement, readMovements, together } from "./read-movements.ts";
import type { Movements, MovementsRange } from "./schema.ts";

/**
 * The movements of monthly recurring revenue in a range, by currency, in minor units, in days or months UTC. The parts of each
 * bucket, and those of the whole range, are exactly the difference of the revenue before and after. K1002.
 */
export async function getMovements(
  scope: Scope,
  input: z.output<typeof MovementsRange>,
): Promise<z.output<typeof Movements>> {
  const edges = calendarEdges(new Date(input.from), new Date(input.to), input.bucket);
  const counted = { by: input.by, includesTestClocks: input.include_test_clocks };
  const all = await readMovements(scope, edges, counted);
  const at = (index: number) => (edges[index] ?? new Date(input.to)).toISOString();
  return {
    from: at(0),
    to: at(edges.length - 1),
    by: input.by,
    data: all.flatMap(({ currency, buckets }) => {
      const total = together(buckets);
      if (!total) return [];
      const shown = buckets.map((bucket, index) => ({ from: at(index), to: at(index + 1), ...view(bucket) }));
      return [{ currency, total: view(total), buckets: shown }];
    }),
  };
}

function view({ before, after, parts, counts, payingBefore, payingAfter }: Movement) {
  return {
    mrr_before: toWireAmount(before),
    new: toWireAmount(parts.NEW),
    reactivation: toWireAmount(parts.REACTIVATION),
    expansion: toWireAmount(parts.EXPANSION),
    contraction: toWireAmount(parts.CONTRACTION),
    churn: toWireAmount(parts.CHURN),
    mrr_after: toWireAmount(after),
    new_count: counts.NEW,
    reactivation_count: counts.REACTIVATION,
    expansion_count: counts.EXPANSION,
    contraction_count: counts.CONTRACTION,
    churn_count: counts.CHURN,
    paying_before: payingBefore,
    paying_after: payingAfter,
  };
}
