import type { z } from "zod";
import { newestFirst, toPage } from "../../../../platform/page.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type * as schema from "./schema.ts";
import { viewMend } from "./view-mend.ts";

/** The mended differences, newest first. */
export async function listMends(
  { tenantId, db }: Scope,
  { limit, cursor }: z.output<typeof schema.ListMends>,
): Promise<z.output<typeof schema.DriftMends>> {
  const rows = await db.driftMend.findMany({
    ...newestFirst(tenantId, { cursor, limit }),
  });
  return toPage(rows, limit, viewMend);
}
