import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { closeSubscriptionPeriods, closeSubscriptionUsage } from "../../periods/close-ended-periods.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { applyPendingPack } from "../change/change-pack.ts";
import { tryDropEndedChange } from "../change/drop-ended-change.ts";
import { applyPendingChange } from "../change/pending-change.ts";
import { trySettleEndedDrafts } from "../end/settle-ended-drafts.ts";
import { loadSettled, tryLeaveUnpaid } from "./leave-unpaid.ts";
import { syncSubscription } from "./sync-subscription.ts";

/** As syncCounters, where what was asked for is made and saved: a failure is logged, and the provider's callback syncs it. */
export async function trySyncCounters(scope: Scope, id: string): Promise<void> {
  try {
    await syncCounters(scope, id);
  } catch (error) {
    scope.log.warn({ err: error, subscription_id: id }, "a renewed subscription could not be synced yet");
  }
}

/**
 * The subscription before an operation that reckons with its period: on cards the one that runs at the provider, which may have renewed
 * while its callback is still to come. Throws subscription_not_found.
 */
export async function loadPresent(scope: Scope, id: string): Promise<LoadedSubscription> {
  const row = await loadSettled(scope, id);
  const { provider, providerSubscriptionId: remoteId, status, currentPeriodEnd: end } = row;
  if (provider !== BY_CARD || remoteId === null || status === "CANCELED") return row;
  const remote = await (await cardProviderOf(scope)).readSubscription(remoteId);
  if (!remote || remote.currentPeriodEnd.getTime() === end?.getTime()) return row;
  await syncCounters(scope, id);
  return getSubscriptionOrThrow(scope.db, scope, id);
}

/**
 * Syncs a subscription from its provider, then closes the usage of every period that has ended with it, so that
 * overage is put on the renewal's invoice while that is a draft, and settles the drafts of one that has ended, or was UNPAID. Idempotent.
 */
export async function syncCounters(caller: Scope, id: string): Promise<void> {
  const { tenantId, db } = caller;
  const key = { tenantId_id: { tenantId, id } };
  const { customer } = await db.subscription.findUniqueOrThrow({ where: key, select: { customer: true } });
  const scope = await withCustomerClock(db, caller, customer);
  await syncSubscription(scope, id);
  const row = await db.subscription.findUniqueOrThrow({ where: key });
  // Before what is owed is invoiced: what an issued draft has is billed there.
  if (row.status === "CANCELED") await trySettleEndedDrafts(caller, id);
  const which = { subscriptionId: id, customerId: row.customerId };
  const { undecided } =
    row.status === "CANCELED" && row.endedAt
      ? await closeSubscriptionUsage(scope, row, row.endedAt)
      : await closeSubscriptionPeriods(scope, which);
  await tryLeaveUnpaid(caller, id);
  if (row.status === "CANCELED") await tryDropEndedChange(caller, id);
  // The present pack still has to price an ended period. The worker, or the clock's next try, applies what waits.
  if (undecided > 0 || (row.pendingPackId === null && row.pendingPlanPriceId === null)) return;
  if (row.pendingPackId !== null) await applyPendingPack(scope, id);
  if (row.pendingPlanPriceId !== null) await applyPendingChange(scope, id);
  // Periods may have ended under the new terms, too.
  await closeSubscriptionPeriods(scope, which);
}
