import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { TestClock as Row } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../scope.ts";
import type { TestClock } from "./schema.ts";

/** The tenant's test clock of that id. K3010 when there is none. */
export async function getClockOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<Row> {
  const clock = await tx.testClock.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!clock) throw new ApiError("K3010");
  return clock;
}

/** A test clock as the outside sees it. */
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
