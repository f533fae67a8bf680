import type { Scope } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { recordChange } from "../../../events/record-change.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { lockSubscription } from "../update-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";

/**
 * Marks changes dropped that waited for their cardholder, with the event where one told that they wait. Otherwise the same prices, which
 * the subscription may get with its next period, would be taken for the change that was given up.
 */
export async function forgetWaiting(
  caller: Scope,
  subscriptionId: string,
  waiting: { id: string; waitingInvoiceId: string | null }[],
): Promise<void> {
  const { customer } = await getSubscriptionOrThrow(caller.db, caller, subscriptionId);
  const scope = await withCustomerClock(caller.db, caller, customer);
  const { tenantId, db, clock } = scope;
  const ids = waiting.map(({ id }) => id);
  const wasTold = waiting.some(({ waitingInvoiceId }) => waitingInvoiceId !== null);
  await db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, subscriptionId);
    const before = await viewSubscription(tx, scope, row);
    const { count } = await tx.providerOperation.updateMany({
      where: { tenantId, status: "FAILED", failureCode: WAITS_FOR_CARDHOLDER, id: { in: ids } },
      data: { failureCode: "DROPPED", updatedAt: clock.now() },
    });
    if (count === 0 || !wasTold) return;
    const after = await viewSubscription(tx, scope, row);
    const type = "subscription.change_unscheduled";
    await recordChange(tx, scope, {
      type,
      objectType: "subscription",
      objectId: subscriptionId,
      before,
      after,
    });
  });
}
