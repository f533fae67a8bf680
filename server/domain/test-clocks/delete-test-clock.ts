import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { columnsAfter } from "../billing/subscriptions/lifecycle.ts";
import { recordLife } from "../billing/subscriptions/update-subscription.ts";
import { viewSubscription } from "../billing/subscriptions/view-subscription.ts";
import { getSubscriptionOrThrow } from "../billing/terms/load-subscription.ts";
import { recordChange } from "../events/record-change.ts";
import { forgetProviderIds } from "../tenants/provider/provider-references.ts";
import type { DeletedTestClock } from "./delete-test-clock-schema.ts";
import { getClockOrThrow, lockClockOrThrow } from "./load-clock.ts";
import { providerOf } from "./provider-of.ts";
import type { TestClockId } from "./schema.ts";

/** Deletes a test clock: the provider deletes its objects on it, and we end their subscriptions. Throws test_clock_not_found. */
export async function deleteTestClock(
  scope: Scope,
  { id }: z.output<typeof TestClockId>,
): Promise<z.output<typeof DeletedTestClock>> {
  const { tenantId, db } = scope;
  const clock = await getClockOrThrow(db, scope, id);
  if (clock.providerClockId) await (await providerOf(scope))?.deleteTestClock(clock.providerClockId);
  const live = await db.subscription.findMany({
    where: { tenantId, customer: { testClockId: id }, status: { not: "CANCELED" } },
    select: { id: true },
  });
  for (const { id: subscriptionId } of live) await endWithClock(scope, subscriptionId, clock.now);
  await db.$transaction(async (tx) => {
    await lockClockOrThrow(tx, scope, id, true);
    const on = await tx.customer.findMany({ where: { tenantId, testClockId: id }, select: { id: true } });
    // The provider has deleted them; a customer who is charged again is created there again.
    await forgetProviderIds(
      tx,
      scope,
      "CUSTOMER",
      on.map((customer) => customer.id),
    );
    await tx.customer.updateMany({ where: { tenantId, testClockId: id }, data: { testClockId: null } });
    await tx.testClock.delete({ where: { tenantId_id: { tenantId, id } } });
    const change = { objectType: "test_clock", objectId: id, after: { id } };
    await recordChange(tx, scope, { type: "test_clock.deleted", ...change });
  });
  return { id, deleted: true };
}

/** Ends a subscription that the provider deleted with its clock; nothing more is billed for it. */
async function endWithClock(scope: Scope, subscriptionId: string, endedAt: Date): Promise<void> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const key = { tenantId_id: { tenantId, id: subscriptionId } };
    const before = await getSubscriptionOrThrow(tx, scope, subscriptionId);
    const view = await viewSubscription(tx, scope, before);
    const ended = columnsAfter(before, "cancel_now", endedAt);
    await tx.subscription.update({ where: key, data: { ...ended, updatedAt: now } });
    await tx.usageRecord.updateMany({
      where: { tenantId, subscriptionId, settledAt: null },
      data: { status: "CLOSED", settledAt: now, updatedAt: now },
    });
    const after = await getSubscriptionOrThrow(tx, scope, subscriptionId);
    await recordLife(tx, scope, { row: before, view }, after, "cancel_now");
  });
}
