import { router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import { browseEvents } from "./browse-events.ts";
import * as historySchema from "./browse-schema.ts";
import { getEvent, listEvents } from "./list-events.ts";
import * as schema from "./schema.ts";

/** What happened in the tenant. */
export const eventsRouter = router({
  list: query(schema.listEventsMeta, schema.ListEvents, schema.EventPage, listEvents),
  get: query(schema.getEventMeta, schema.EventId, schema.Event, getEvent),
  browse: query(
    historySchema.browseEventsMeta,
    historySchema.BrowseEvents,
    historySchema.EventRows,
    browseEvents,
  ),
});
