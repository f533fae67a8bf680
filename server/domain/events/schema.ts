import { z } from "zod";
import { Timestamp } from "../../platform/schema/common.ts";
import { EVENT_TYPES, type EventType } from "./types.ts";

// The keys of our own object literal.
export const EventTypeName = z.enum(Object.keys(EVENT_TYPES) as [EventType, ...EventType[]]);

/** What every event has; webhooks/catalogue.ts says what data each type carries. */
export const eventFields = {
  id: z.string().meta({ description: "The same in every delivery: also the header webhook-id." }),
  type: EventTypeName,
  timestamp: Timestamp.meta({ description: "When it happened. ISO 8601, UTC, with milliseconds." }),
  object_type: z.string().meta({ description: "The kind of object it happened to." }),
  object_id: z.string(),
  sequence: z
    .number()
    .int()
    .min(1)
    .meta({ description: "1, 2, 3 … for each object: the highest number is the newest." }),
};

export const Event = z
  .object({
    ...eventFields,
    data: z
      .custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null)
      .meta({
        description: "The object as it then was; see webhooks for each type's.",
        override: { type: "object", additionalProperties: true },
      }),
  })
  .meta({ id: "Event" });
