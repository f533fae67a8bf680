import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { PackMigration as Row } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { ListMigrations, MigrationId, StartMigration } from "./migrations-schema.ts";
import { loadPacks } from "./preview-migration.ts";
import type { PackMigration as PackMigrationSchema } from "./schema.ts";

type View = z.output<typeof PackMigrationSchema>;

/** Records which subscriptions to move and queues the job. */
export async function startMigration(scope: Scope, input: z.output<typeof StartMigration>): Promise<View> {
  const { tenantId, actor, clock, db, jobs } = scope;
  const { from, to } = await loadPacks(scope, input);
  if (to.status !== "ACTIVE")
    throw new ApiError("pack_status_conflict", { details: { status: to.status, action: "moved to" } });
  const id = newId("packMigration");
  const now = clock.now();
  const view = await db.$transaction(async (tx) => {
    await lockPlan(tx, scope, to.planId);
    await requireAlone(tx, scope, to.planId, id);
    await tx.packMigration.create({
      data: {
        tenantId,
        id,
        fromPackId: from.id,
        toPackId: to.id,
        effect: input.effective === "now" ? "NOW" : "PERIOD_END",
        createdBy: actor.id,
        createdAt: now,
        updatedAt: now,
      },
    });
    const total = await tx.$executeRaw`
      insert into pack_migration_items (tenant_id, migration_id, subscription_id)
      select tenant_id, ${id}, id from subscriptions
      where tenant_id = ${tenantId} and pack_id = ${from.id} and status <> 'CANCELED'`;
    const row = await tx.packMigration.update({
      where: { tenantId_id: { tenantId, id } },
      data: { total, ...(total === 0 && { status: "DONE" }) },
    });
    const after = viewMigration(row);
    const type = "pack_migration.started";
    await recordChange(tx, scope, { type, objectType: "pack_migration", objectId: id, after });
    return after;
  });
  await jobs.send("pack-migration", { tenantId, id });
  return view;
}

async function lockPlan(tx: Tx, { tenantId }: Scope, planId: string): Promise<void> {
  await tx.$queryRaw`select 1 from plans where tenant_id = ${tenantId} and id = ${planId} for update`;
}

/** Throws pack_migration_in_progress. */
async function requireAlone(tx: Tx, { tenantId, db }: Scope, planId: string, id: string): Promise<void> {
  const other = await tx.packMigration.findFirst({
    where: {
      tenantId,
      id: { not: id },
      toPack: { planId },
      OR: [
        { status: { in: ["PENDING", "RUNNING"] } },
        { status: "ROLLED_BACK", rolledBack: { lt: db.packMigration.fields.moved } },
      ],
    },
  });
  if (other) throw new ApiError("pack_migration_in_progress", { details: { migration_id: other.id } });
}

/**
 * Rolls a migration back: a running one stops, and every subscription that it moved returns to its old pack. Idempotent. Throws
 * pack_migration_in_progress, pack_migration_not_found or pack_migration_not_reversible.
 */
export async function rollbackMigration(scope: Scope, { id }: z.output<typeof MigrationId>): Promise<View> {
  const { tenantId, clock, db, jobs } = scope;
  const { toPackId } = await getMigrationOrThrow(db, scope, id);
  const pack = { tenantId_id: { tenantId, id: toPackId } };
  const { planId } = await db.pack.findUniqueOrThrow({ where: pack, select: { planId: true } });
  const view = await db.$transaction(async (tx) => {
    await lockPlan(tx, scope, planId);
    await tx.$queryRaw`select 1 from pack_migrations where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await getMigrationOrThrow(tx, scope, id);
    if (before.status === "ROLLED_BACK") return viewMigration(before);
    if (before.status === "FAILED")
      throw new ApiError("pack_migration_not_reversible", { details: { status: before.status } });
    await requireAlone(tx, scope, planId, id);
    const row = await tx.packMigration.update({
      where: { tenantId_id: { tenantId, id } },
      data: { status: "ROLLED_BACK", updatedAt: clock.now() },
    });
    const change = { before: viewMigration(before), after: viewMigration(row) };
    const type = "pack_migration.rolled_back";
    await recordChange(tx, scope, { type, objectType: "pack_migration", objectId: id, ...change });
    return change.after;
  });
  await jobs.send("pack-migration", { tenantId, id });
  return view;
}

/** The tenant's migration by id. Throws pack_migration_not_found. */
export async function getMigrationOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<Row> {
  const row = await tx.packMigration.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw new ApiError("pack_migration_not_found");
  return row;
}

/** One migration with its progress. Throws pack_migration_not_found. */
export async function getMigration(scope: Scope, { id }: z.output<typeof MigrationId>): Promise<View> {
  return viewMigration(await getMigrationOrThrow(scope.db, scope, id));
}

/** The tenant's migrations, newest first. */
export async function listMigrations(scope: Scope, input: z.output<typeof ListMigrations>) {
  const rows = await scope.db.packMigration.findMany({
    ...newestFirst(scope.tenantId, input),
  });
  return toPage(rows, input.limit, viewMigration);
}

function viewMigration(row: Row): View {
  return {
    id: row.id,
    from_pack_id: row.fromPackId,
    to_pack_id: row.toPackId,
    effective: row.effect === "NOW" ? "now" : "period_end",
    status: row.status,
    total: row.total,
    moved: row.moved,
    rolled_back: row.rolledBack,
    skipped: row.skipped,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
