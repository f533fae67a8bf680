import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { getOverview } from "./get-overview.ts";
import * as schema from "./schema.ts";

/** Figures about a tenant, for its dashboard. */
export const analyticsRouter = router({
  overview: tenantProcedure
    .meta(schema.overviewMeta)
    .input(Nothing)
    .output(schema.Overview)
    .query(({ ctx }) => getOverview(ctx.scope)),
});
