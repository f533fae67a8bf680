import type { z } from "zod";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { BrowseEvents, EventRows } from "./browse-schema.ts";
import { describeEvent } from "./describe-event.ts";

/** The tenant's events, newest first, by type, object and time. */
export async function browseEvents(
  { db, tenantId }: Scope,
  input: z.output<typeof BrowseEvents>,
): Promise<z.output<typeof EventRows>> {
  const { type, object_ids: objectIds, object_type: objectType, from, to } = input;
  const rows = await db.event.findMany({
    ...newestFirst(tenantId, input, {
      ...(type && { type: type.endsWith(".") ? { startsWith: type } : type }),
      ...(objectIds && { objectId: { in: objectIds } }),
      ...(objectType && { objectType }),
      ...((from || to) && {
        createdAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
      }),
    }),
  });
  return toPage(rows, input.limit, (row) => ({
    id: row.id,
    type: row.type,
    ...describeEvent(row.type, row.data),
    object_type: row.objectType,
    object_id: row.objectId,
    sequence: row.sequence,
    data: row.data,
    created_at: row.createdAt.toISOString(),
  }));
}
