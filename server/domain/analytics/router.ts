import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { getFunnel } from "./get-funnel.ts";
import { getOverview } from "./get-overview.ts";
import * as schema from "./schema.ts";

/** Figures about a tenant, for its dashboard. */
export const analyticsRouter = router({
  overview: tenantProcedure
    .meta(schema.overviewMeta)
    .input(Nothing)
    .output(schema.Overview)
    .query(({ ctx }) => getOverview(ctx.scope)),
  funnel: tenantProcedure
    .meta(schema.funnelMeta)
    .input(schema.FunnelRange)
    .output(schema.Funnel)
    .query(({ ctx, input }) => getFunnel(ctx.scope, input)),
});
