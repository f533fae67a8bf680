import { z } from "zod";
import { Identifier, pageOf, pageQuery, TimestampInput } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { Event, EventTypeName } from "./schema.ts";

export const EventId = z.strictObject({ event_id: Identifier });

export const ListEvents = z.strictObject({
  type: EventTypeName.optional(),
  object_id: Identifier.optional().meta({ description: "Only what happened to this object." }),
  from: TimestampInput.optional().meta({ description: "Only what happened at this moment or later." }),
  to: TimestampInput.optional().meta({ description: "Only what happened before this moment." }),
  ...pageQuery,
});

export const EventPage = pageOf(Event);

export const listEventsMeta = operation({
  tag: "Events",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/events",
  summary: "List events",
  description:
    "What happened in the tenant, newest first. An event appears once its change has committed, which can be 30 seconds " +
    "after its timestamp: to read all events since a time, begin a minute earlier and skip the ids that you know.",
});

export const getEventMeta = operation({
  tag: "Events",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/events/{event_id}",
  summary: "Get an event",
  description: "As it is delivered to webhook endpoints.",
  errors: ["event_not_found"],
});
