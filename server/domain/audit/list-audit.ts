import type { z } from "zod";
import type { AuditEntry, Prisma } from "../../platform/database/client/client.ts";
import { decodeCursor, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { AuditRange } from "./export-audit-schema.ts";
import type { AuditPage, ListAudit } from "./list-audit-schema.ts";
import { viewAuditEntry } from "./view-audit-entry.ts";

/** The tenant's audit entries, newest first. */
export async function listAudit(
  scope: Scope,
  { limit, cursor, ...range }: z.output<typeof ListAudit>,
): Promise<z.output<typeof AuditPage>> {
  const rows = await readAudit(scope, whereOf(range), {
    order: "desc",
    take: limit + 1,
    after: decodeCursor(cursor),
  });
  return toPage(rows, limit, viewAuditEntry);
}

/** The entries of a range, as the API names one. */
export function whereOf(range: z.output<typeof AuditRange>): Prisma.AuditEntryWhereInput {
  const { actor_id: actorId, action, object_id: objectId, from, to } = range;
  const createdAt = { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) };
  return { createdAt, ...(actorId && { actorId }), ...(action && { action }), ...(objectId && { objectId }) };
}

/** The tenant's audit entries of these in the order of their times, starting after the entry named `after`. */
export function readAudit(
  { tenantId, db }: Scope,
  where: Prisma.AuditEntryWhereInput,
  { order, take, after }: { order: "asc" | "desc"; take: number; after: string | undefined },
): Promise<AuditEntry[]> {
  return db.auditEntry.findMany({
    where: { ...where, tenantId },
    orderBy: [{ createdAt: order }, { id: order }],
    take,
    ...(after && { cursor: { tenantId_id: { tenantId, id: after } }, skip: 1 }),
  });
}
