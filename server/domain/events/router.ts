import { router, tenantProcedure } from "../../trpc/init.ts";
import { browseEvents } from "./browse-events.ts";
import * as historySchema from "./browse-schema.ts";
import { getEvent, listEvents } from "./list-events.ts";
import * as schema from "./schema.ts";

/** What happened in the tenant. */
export const eventsRouter = router({
  list: tenantProcedure
    .meta(schema.listEventsMeta)
    .input(schema.ListEvents)
    .output(schema.EventPage)
    .query(({ ctx, input }) => listEvents(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getEventMeta)
    .input(schema.EventId)
    .output(schema.Event)
    .query(({ ctx, input }) => getEvent(ctx.scope, input)),
  browse: tenantProcedure
    .meta(historySchema.browseEventsMeta)
    .input(historySchema.BrowseEvents)
    .output(historySchema.EventRows)
    .query(({ ctx, input }) => browseEvents(ctx.scope, input)),
});
