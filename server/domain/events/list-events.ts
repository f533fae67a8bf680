import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { decodeCursor, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { EventId, EventPage, ListEvents } from "./list-events-schema.ts";
import type { Event } from "./schema.ts";
import { viewEvent } from "./view-event.ts";

/** The tenant's events, newest first. */
export async function listEvents(
  { tenantId, db }: Scope,
  input: z.output<typeof ListEvents>,
): Promise<z.output<typeof EventPage>> {
  const { type, object_id: objectId, from, to, limit } = input;
  const last = decodeCursor(input.cursor);
  const createdAt = { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) };
  const rows = await db.event.findMany({
    where: { tenantId, createdAt, ...(type && { type }), ...(objectId && { objectId }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    ...(last && { cursor: { tenantId_id: { tenantId, id: last } }, skip: 1 }),
  });
  return toPage(rows, limit, viewEvent);
}

/** One event. Throws event_not_found. */
export async function getEvent(
  { tenantId, db }: Scope,
  { event_id: id }: z.output<typeof EventId>,
): Promise<z.output<typeof Event>> {
  const row = await db.event.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw new ApiError("event_not_found");
  return viewEvent(row);
}
