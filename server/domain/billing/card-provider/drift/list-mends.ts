import type { z } from "zod";
import { newestFirst, toPage } from "../../../../platform/page.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { DriftMends, ListMends } from "./list-mends-schema.ts";
import { viewMend } from "./view-mend.ts";

/** The mended differences, newest first. */
export async function listMends(
  { tenantId, db }: Scope,
  { limit, cursor }: z.output<typeof ListMends>,
): Promise<z.output<typeof DriftMends>> {
  const rows = await db.driftMend.findMany({
    ...newestFirst(tenantId, { cursor, limit }),
  });
  return toPage(rows, limit, viewMend);
}
