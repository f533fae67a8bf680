import type { z } from "zod";
import type { AuditEntry, Prisma } from "../../platform/database/client/client.ts";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { AuditFilters, AuditRows, BrowseAudit } from "../events/browse-schema.ts";
import { describeEvent } from "../events/describe-event.ts";
import { findObjectsNamed } from "../events/find-objects.ts";
import { namesOfObjects } from "../events/names-of-objects.ts";
import { namesOfActors } from "./names-of-actors.ts";

/** The tenant's audit entries, newest first. */
export async function browseAudit(
  scope: Scope,
  input: z.output<typeof BrowseAudit>,
): Promise<z.output<typeof AuditRows>> {
  const rows = await scope.db.auditEntry.findMany(
    newestFirst(scope.tenantId, input, await filterAudit(scope, input)),
  );
  const describe = await describeEntries(scope, rows);
  return toPage(rows, input.limit, (row) => ({
    id: row.id,
    actor_type: row.actorType,
    actor_id: row.actorId,
    action: row.action,
    ...describe(row),
    object_type: row.objectType,
    object_id: row.objectId,
    before: row.before,
    after: row.after,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
  }));
}

/** The entries that the filters of the dashboard leave, for its list and its file. */
export async function filterAudit(
  scope: Scope,
  {
    about,
    action,
    actor,
    actor_type: actorType,
    object_ids: objectIds,
    object_type: objectType,
    from,
    to,
  }: z.output<typeof AuditFilters>,
): Promise<Prisma.AuditEntryWhereInput> {
  return {
    ...(action && { action: action.endsWith(".") ? { startsWith: action } : action }),
    ...(actor && { actorId: actor }),
    ...(actorType && { actorType }),
    ...(objectIds && { objectId: { in: objectIds } }),
    ...(about && { AND: { objectId: { in: await findObjectsNamed(scope, about) } } }),
    ...(objectType && { objectType }),
    ...((from || to) && {
      createdAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
    }),
  };
}

/** Says in words what each of the entries did, to what, and who did it. */
export async function describeEntries(scope: Scope, rows: AuditEntry[]) {
  const names = await namesOfActors(
    scope,
    rows.map(({ actorId }) => actorId),
  );
  // What is gone is named by what it was.
  const objectOf = ({ before, after }: { before: unknown; after: unknown }) =>
    Object.assign({}, before, after);
  const relatedOf = await namesOfObjects(scope, rows.map(objectOf));
  return (row: AuditEntry) => ({
    actor_name: names.get(row.actorId) ?? null,
    ...describeEvent(row.action, row.after, {
      before: row.before,
      related: relatedOf(objectOf(row)),
    }),
  });
}
