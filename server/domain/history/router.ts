import { router, tenantProcedure } from "../../trpc/init.ts";
import { browseAudit } from "./browse-audit.ts";
import { browseEvents } from "./browse-events.ts";
import * as schema from "./schema.ts";

/** What happened in a tenant, and who did it, for the dashboard. */
export const historyRouter = router({
  events: tenantProcedure
    .meta(schema.browseEventsMeta)
    .input(schema.BrowseEvents)
    .output(schema.EventRows)
    .query(({ ctx, input }) => browseEvents(ctx.scope, input)),
  audit: tenantProcedure
    .meta(schema.browseAuditMeta)
    .input(schema.BrowseAudit)
    .output(schema.AuditRows)
    .query(({ ctx, input }) => browseAudit(ctx.scope, input)),
});
