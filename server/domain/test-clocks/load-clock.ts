import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { TestClock as Row } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import type { TestClock } from "./schema.ts";

/** The tenant's test clock by id. Throws test_clock_not_found. */
export async function getClockOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<Row> {
  const clock = await tx.testClock.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!clock) throw new ApiError("test_clock_not_found");
  return clock;
}

/**
 * The same, locked against deletion until the transaction ends; with `toDelete` no customers can be added to it. Throws
 * test_clock_not_found.
 */
export async function lockClockOrThrow(tx: Tx, scope: Scope, id: string, toDelete = false): Promise<Row> {
  const { tenantId } = scope;
  await (toDelete
    ? tx.$queryRaw`select 1 from test_clocks where tenant_id = ${tenantId} and id = ${id} for update`
    : tx.$queryRaw`select 1 from test_clocks where tenant_id = ${tenantId} and id = ${id} for key share`);
  return getClockOrThrow(tx, scope, id);
}

/** The public form of a test clock. */
export function viewClock(row: Row): z.output<typeof TestClock> {
  return {
    id: row.id,
    name: row.name,
    now: row.now.toISOString(),
    status: row.advancingTo === null ? "READY" : "ADVANCING",
    advancing_to: row.advancingTo?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
