import { afterDue, BY_ID, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { applyPendingPack } from "./change/change-pack.ts";
import { applyPendingChange } from "./change/pending-change.ts";
import { recoverOperation } from "./sync/recover-operations.ts";

/** Finishes every operation at the card provider that a crash interrupted. */
export async function recoverAbandonedOperations(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "recover-operation",
    find: (after, take) =>
      db.providerOperation.findMany({
        where: { status: "PENDING", leaseUntil: { lte: clock.now() }, AND: afterDue(after) },
        select: { tenantId: true, id: true },
        orderBy: BY_ID,
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
      await closeEndedPeriods(scope, { subscriptionId: id, customerId });
      await applyPendingPack(scope, id);
      await applyPendingChange(scope, id);
    },
  });
}
