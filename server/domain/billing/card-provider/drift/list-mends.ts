import type { z } from "zod";
import { decodeCursor, toPage } from "../../../../platform/page.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type * as schema from "./schema.ts";
import { viewMend } from "./view-mend.ts";

/** What was mended, newest first. */
export async function listMends(
  { tenantId, db }: Scope,
  { limit, cursor }: z.output<typeof schema.ListMends>,
): Promise<z.output<typeof schema.DriftMends>> {
  const after = decodeCursor(cursor);
  const rows = await db.driftMend.findMany({
    where: { tenantId, ...(after !== undefined && { id: { lt: after } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  return toPage(rows, limit, viewMend);
}
