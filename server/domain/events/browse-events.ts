import type { z } from "zod";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { BrowseEvents, EventRows } from "./browse-schema.ts";
import { describeEvent } from "./describe-event.ts";
import { findObjectsNamed } from "./find-objects.ts";
import { namesOfObjects } from "./names-of-objects.ts";

/** The tenant's events, newest first, by type, object and time, each told with the names of what it is about. */
export async function browseEvents(
  scope: Scope,
  input: z.output<typeof BrowseEvents>,
): Promise<z.output<typeof EventRows>> {
  const { db, tenantId } = scope;
  const { type, about, object_ids: objectIds, object_type: objectType, from, to } = input;
  const rows = await db.event.findMany({
    ...newestFirst(tenantId, input, {
      ...(type && { type: type.endsWith(".") ? { startsWith: type } : type }),
      ...(objectIds && { objectId: { in: objectIds } }),
      ...(about && { AND: { objectId: { in: await findObjectsNamed(scope, about) } } }),
      ...(objectType && { objectType }),
      ...((from || to) && {
        createdAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
      }),
    }),
  });
  const relatedOf = await namesOfObjects(
    scope,
    rows.map(({ data }) => data),
  );
  return toPage(rows, input.limit, (row) => ({
    id: row.id,
    type: row.type,
    ...describeEvent(row.type, row.data, { related: relatedOf(row.data) }),
    object_type: row.objectType,
    object_id: row.objectId,
    sequence: row.sequence,
    data: row.data,
    created_at: row.createdAt.toISOString(),
  }));
}
