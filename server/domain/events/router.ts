import { router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import { browseEvents } from "./browse-events.ts";
import * as historySchema from "./browse-schema.ts";
import { getEvent, listEvents } from "./list-events.ts";
import { EventId, EventPage, getEventMeta, ListEvents, listEventsMeta } from "./list-events-schema.ts";
import { Event } from "./schema.ts";

/** What happened in the tenant. */
export const eventsRouter = router({
  list: query(listEventsMeta, ListEvents, EventPage, listEvents),
  get: query(getEventMeta, EventId, Event, getEvent),
  browse: query(
    historySchema.browseEventsMeta,
    historySchema.BrowseEvents,
    historySchema.EventRows,
    browseEvents,
  ),
});
