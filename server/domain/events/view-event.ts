import { z } from "zod";
import type { Event as Row } from "../../platform/database/client/client.ts";
import type { Event } from "./schema.ts";
import type { EventType } from "./types.ts";

const AnyObject = z.custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null);

/** An event as it is listed and delivered. */
export function viewEvent(row: Omit<Row, "tenantId">): z.output<typeof Event> {
  return {
    id: row.id,
    // Only recordChange writes it, and takes no other types.
    type: row.type as EventType,
    timestamp: row.createdAt.toISOString(),
    object_type: row.objectType,
    object_id: row.objectId,
    sequence: row.sequence,
    data: AnyObject.parse(row.data),
  };
}
