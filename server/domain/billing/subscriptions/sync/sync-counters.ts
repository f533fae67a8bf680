import type { Scope } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { billAllocatedUnits } from "../../periods/bill-allocated.ts";
import { closeEndedPeriods, closeSubscriptionUsage } from "../../periods/close-ended-periods.ts";
import { applyPendingPack } from "../change/change-pack.ts";
import { applyPendingChange } from "../change/pending-change.ts";
import { syncSubscription } from "./sync-subscription.ts";

/**
 * Syncs a subscription from its provider, then closes the usage of every period that has ended with it, so that
 * overage is put on the renewal's invoice while that is a draft. Idempotent.
 */
export async function syncCounters(caller: Scope, id: string): Promise<void> {
  const { tenantId, db } = caller;
  const key = { tenantId_id: { tenantId, id } };
  const { customer } = await db.subscription.findUniqueOrThrow({ where: key, select: { customer: true } });
  const scope = await withCustomerClock(db, caller, customer);
  // Before the row renews into the next period: afterwards the ended period is no longer known.
  await billAllocatedUnits(scope, id);
  await syncSubscription(scope, id);
  const row = await db.subscription.findUniqueOrThrow({ where: key });
  const { undecided } =
    row.status === "CANCELED" && row.endedAt
      ? await closeSubscriptionUsage(scope, row, row.endedAt)
      : await closeEndedPeriods(scope, { subscriptionId: id, customerId: row.customerId });
  // The present pack still has to price an ended period. The worker, or the clock's next try, applies what waits.
  if (undecided > 0) return;
  if (row.pendingPackId !== null) await applyPendingPack(scope, id);
  if (row.pendingPlanPriceId !== null) await applyPendingChange(scope, id);
}
