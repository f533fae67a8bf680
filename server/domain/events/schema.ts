import { z } from "zod";
import { Identifier, pageOf, pageQuery, Timestamp, TimestampInput } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
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

export const EventId = z.strictObject({ event_id: Identifier });

export const ListEvents = z.strictObject({
  type: EventTypeName.optional(),
  object_id: Identifier.optional().meta({ description: "Only what happened to this object." }),
  from: TimestampInput.optional().meta({ description: "Only what happened at this moment or later." }),
  to: TimestampInput.optional().meta({ description: "Only what happened before this moment." }),
  ...pageQuery,
});

export const EventPage = pageOf(Event);

const shared = { tag: "Events", security: "app+jwt", scope: "billing:admin" } as const;

export const listEventsMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/events",
  summary: "List events",
  description:
    "What happened in the tenant, newest first. An event appears once its change has committed, which can be 30 seconds " +
    "after its timestamp: to read all events since a time, begin a minute earlier and skip the ids that you know.",
});
export const getEventMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/events/{event_id}",
  summary: "Get an event",
  description: "As it is delivered to webhook endpoints.",
  errors: ["event_not_found"],
});
