import type { PackMigration } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { closeBeforePackChange } from "../periods/close-ended-periods.ts";
import { changePack, type Packs } from "../subscriptions/change/change-pack.ts";
import { lockSubscription } from "../subscriptions/update-subscription.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { mayMove } from "./may-move.ts";
import { getMigrationOrThrow } from "./migrations.ts";

const AT_ONCE = 50;

/**
 * Continues a migration, or its rollback, until every subscription is done: each in a separate transaction and exactly once,
 * however many workers run it and however often they are killed. One that fails does not stop the others: it throws at the end, so
 * that the job is tried again.
 */
export async function continueMigration(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  await db.packMigration.updateMany({
    where: { tenantId, id, status: "PENDING" },
    data: { status: "RUNNING", updatedAt: clock.now() },
  });
  let isComplete = true;
  let wasBack = false;
  for (let after = ""; ; ) {
    const migration = await getMigrationOrThrow(db, scope, id);
    const isBack = migration.status === "ROLLED_BACK";
    if (!isBack && migration.status !== "RUNNING") return;
    if (isBack && !wasBack) {
      // A rollback begins with the first again, and undoes whatever was moved.
      after = "";
      isComplete = true;
      wasBack = true;
    }
    const items = await db.packMigrationItem.findMany({
      where: {
        tenantId,
        migrationId: id,
        subscriptionId: { gt: after },
        ...(isBack ? { movedAt: { not: null }, rolledBackAt: null } : { movedAt: null, skippedAt: null }),
      },
      orderBy: { subscriptionId: "asc" },
      take: AT_ONCE,
    });
    const last = items.at(-1);
    if (!last) {
      if (!isComplete)
        throw new Error(`Some subscriptions of the pack migration ${id} could not be moved yet.`);
      return isBack ? undefined : finish(scope, id);
    }
    for (const { subscriptionId } of items) {
      try {
        // Usage of an ended period belongs to the pack before the change, in a migration and in a rollback.
        await closeOld(scope, subscriptionId);
        const isSkipped = !isBack && !(await mayMove(scope, migration, subscriptionId));
        await db.$transaction((tx) =>
          isSkipped ? skip(tx, scope, id, subscriptionId) : moveOne(tx, scope, id, subscriptionId),
        );
      } catch (error) {
        isComplete = false;
        scope.log.error(
          { err: error, tenant_id: tenantId, migration_id: id, subscription_id: subscriptionId },
          "a subscription could not be moved to another pack yet",
        );
      }
    }
    after = last.subscriptionId;
  }
}

/** Leaves a subscription on its pack, and counts it. Once, however many workers come to it. */
async function skip(tx: Tx, scope: Scope, id: string, subscriptionId: string): Promise<void> {
  const { tenantId, clock } = scope;
  const { count: changed } = await tx.packMigrationItem.updateMany({
    where: { tenantId, migrationId: id, subscriptionId, movedAt: null, skippedAt: null },
    data: { skippedAt: clock.now() },
  });
  if (changed > 0) await count(tx, scope, id, { skipped: { increment: 1 } });
}

async function closeOld(scope: Scope, subscriptionId: string): Promise<void> {
  const key = { tenantId_id: { tenantId: scope.tenantId, id: subscriptionId } };
  const row = await scope.db.subscription.findUniqueOrThrow({ where: key, include: { customer: true } });
  const inTime = await withCustomerClock(scope.db, scope, row.customer);
  await closeBeforePackChange(inTime, { subscriptionId, customerId: row.customerId });
}

async function finish({ tenantId, db, clock }: Scope, id: string): Promise<void> {
  await db.packMigration.updateMany({
    where: { tenantId, id, status: "RUNNING" },
    data: { status: "DONE", updatedAt: clock.now() },
  });
}

async function moveOne(tx: Tx, scope: Scope, id: string, subscriptionId: string): Promise<void> {
  const { tenantId } = scope;
  // The migration first, then the subscription: a rollback waits for the one that is being moved.
  await tx.$queryRaw`select 1 from pack_migrations where tenant_id = ${tenantId} and id = ${id} for update`;
  const subscription = await lockSubscription(tx, scope, subscriptionId);
  const migration = await getMigrationOrThrow(tx, scope, id);
  const item = await tx.packMigrationItem.findUnique({
    where: { tenantId_migrationId_subscriptionId: { tenantId, migrationId: id, subscriptionId } },
  });
  if (!item) return;
  if (migration.status === "RUNNING" && item.movedAt === null) await move(tx, scope, migration, subscription);
  if (migration.status === "ROLLED_BACK" && item.movedAt !== null && item.rolledBackAt === null)
    await moveBack(tx, scope, migration, subscription);
}

async function move(
  tx: Tx,
  scope: Scope,
  migration: PackMigration,
  subscription: LoadedSubscription,
): Promise<void> {
  const { tenantId, clock } = scope;
  const inTime = await withCustomerClock(tx, scope, subscription.customer);
  const { id, toPackId, fromPackId, effect } = migration;
  const key = { tenantId, migrationId: id, subscriptionId: subscription.id };
  // A subscription that has ended or changed its pack since is not migrated.
  if (subscription.status === "CANCELED" || subscription.packId !== fromPackId) {
    await tx.packMigrationItem.delete({ where: { tenantId_migrationId_subscriptionId: key } });
    await count(tx, scope, id, { total: { decrement: 1 } });
    return;
  }
  const packs: Packs =
    effect === "NOW"
      ? { packId: toPackId, pendingPackId: null, pendingPackAt: null }
      : {
          packId: fromPackId,
          pendingPackId: toPackId,
          pendingPackAt: subscription.currentPeriodEnd ?? inTime.clock.now(),
        };
  await changePack(tx, inTime, subscription, packs);
  await tx.packMigrationItem.update({
    where: { tenantId_migrationId_subscriptionId: key },
    data: { movedAt: clock.now() },
  });
  await count(tx, scope, id, { moved: { increment: 1 } });
}

async function moveBack(
  tx: Tx,
  scope: Scope,
  { id, toPackId, fromPackId }: PackMigration,
  subscription: LoadedSubscription,
): Promise<void> {
  const { tenantId, clock } = scope;
  const inTime = await withCustomerClock(tx, scope, subscription.customer);
  const key = { tenantId, migrationId: id, subscriptionId: subscription.id };
  if (subscription.status !== "CANCELED") {
    if (subscription.pendingPackId === toPackId)
      await changePack(tx, inTime, subscription, {
        packId: subscription.packId,
        pendingPackId: null,
        pendingPackAt: null,
      });
    else if (subscription.packId === toPackId)
      await changePack(tx, inTime, subscription, {
        packId: fromPackId,
        pendingPackId: subscription.pendingPackId,
        pendingPackAt: subscription.pendingPackAt,
      });
  }
  await tx.packMigrationItem.update({
    where: { tenantId_migrationId_subscriptionId: key },
    data: { rolledBackAt: clock.now() },
  });
  await count(tx, scope, id, { rolledBack: { increment: 1 } });
}

type Counts = {
  skipped?: { increment: 1 };
  total?: { decrement: 1 };
  moved?: { increment: 1 };
  rolledBack?: { increment: 1 };
};

async function count(tx: Tx, { tenantId, clock }: Scope, id: string, data: Counts): Promise<void> {
  await tx.packMigration.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, updatedAt: clock.now() },
  });
}
