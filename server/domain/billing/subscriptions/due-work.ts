import { afterDue, BY_ID, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { closeBeforePackChange } from "../periods/close-ended-periods.ts";
import { applyPendingPack } from "./change/change-pack.ts";
import { applyPendingChange } from "./change/pending-change.ts";
import { recoverOperation } from "./sync/recover-operations.ts";

/** Below the 15 minutes after which the queue (pg-boss) gives a job up, whatever its last operation takes. */
const RECOVERIES = { items: 100, seconds: 300 };

/**
 * Finishes operations at the card provider that a crash interrupted, those whose lease ended first before the others. One that
 * fails gets a new lease or ends its own now, so that it comes after those that were not tried yet.
 */
export async function recoverAbandonedOperations(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "recover-operation",
    limit: RECOVERIES,
    find: (_, take) =>
      db.providerOperation.findMany({
        where: { status: "PENDING", leaseUntil: { lte: clock.now() } },
        select: { tenantId: true, id: true },
        orderBy: [{ leaseUntil: "asc" }, { id: "asc" }],
        take,
      }),
    work: (scope, { id }) => recoverOperation(scope, id),
  });
}

/** Applies every pack, and on cards every plan, that was to change by now. Test clocks have their own time. */
export async function applyDueChanges(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "apply-change",
    find: (after, take) => {
      const isDue = { lte: clock.now() };
      return db.subscription.findMany({
        where: {
          OR: [
            { pendingPackId: { not: null }, pendingPackAt: isDue },
            // What we invoice changes when it renews.
            { provider: "PROVIDER_A", pendingPlanPriceId: { not: null }, pendingChangeAt: isDue },
          ],
          customer: { testClockId: null },
          AND: afterDue(after),
        },
        select: { tenantId: true, id: true, customerId: true },
        orderBy: BY_ID,
        take,
      });
    },
    work: async (scope, { id, customerId }) => {
      // What was used until the period's end was used under the old pack, whose terms decide what it bills.
      await closeBeforePackChange(scope, { subscriptionId: id, customerId });
      await applyPendingPack(scope, id);
      await applyPendingChange(scope, id);
    },
  });
}
