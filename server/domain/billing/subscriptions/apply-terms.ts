import type { Scope, Tx } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { resumeFreePlan } from "../counters/free-plan-counters.ts";
import { settleAlteredCounters } from "../counters/settle-counters.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../terms/load-subscription.ts";
import { writeTerms } from "../terms/write-terms.ts";

/**
 * Writes the terms of a changed subscription to their history, and settles the counters whose limit, prices or calendar they
 * alter: what was used until then is owed under the terms that it was used under. When it has ended, the product's free plan goes
 * on. The row is locked by the transaction; `before` is the row as it was. `at` is when the change took effect, where that is known
 * better than by the row's own moments. Returns the row as it is now.
 */
export async function applyTerms(
  tx: Tx,
  scope: Scope,
  before: LoadedSubscription,
  at: Date | null,
): Promise<LoadedSubscription> {
  // A callback, and what asks the card provider, run in real time.
  const inTime = await withCustomerClock(tx, scope, before.customer);
  const isChanged = await writeTerms(tx, scope, before.id, at ?? inTime.clock.now());
  const row = await getSubscriptionOrThrow(tx, scope, before.id);
  if (!isChanged) return row;
  await settleAlteredCounters(tx, inTime, { customer: row.customer });
  await resumeFreePlan(tx, inTime, row);
  return row;
}
