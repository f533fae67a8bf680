import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Erasure as Row } from "../../platform/database/client/client.ts";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import type { Erasure } from "./schema.ts";
import type { ErasureId, Erasures, ListErasures } from "./view-erasure-schema.ts";

/** An erasure in its public form: without the person's data. */
export function viewErasure(row: Row): z.output<typeof Erasure> {
  return {
    id: row.id,
    // An erased person cannot be restored.
    status: row.status === "ROLLED_BACK" ? "FAILED" : row.status,
    customer_ids: row.customerIds,
    user_ids: row.userIds,
    waitlist_entry_ids: row.waitlistEntryIds,
    cancel: row.cancels,
    attempts: row.attempts,
    last_error: row.lastError,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  };
}

/** The tenant's erasure by id. Throws erasure_not_found. */
export async function getErasureOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<Row> {
  const row = await tx.erasure.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw new ApiError("erasure_not_found");
  return row;
}

/** One erasure. Throws erasure_not_found. */
export async function getErasure(
  scope: Scope,
  { id }: z.output<typeof ErasureId>,
): Promise<z.output<typeof Erasure>> {
  return viewErasure(await getErasureOrThrow(scope.db, scope, id));
}

/** The tenant's erasures, newest first. */
export async function listErasures(
  { db, tenantId }: Scope,
  { limit, cursor }: z.output<typeof ListErasures>,
): Promise<z.output<typeof Erasures>> {
  const rows = await db.erasure.findMany({
    ...newestFirst(tenantId, { cursor, limit }),
  });
  return toPage(rows, limit, viewErasure);
}
