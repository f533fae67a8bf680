import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { giveGrant, listGrants, revokeGrant } from "./grants.ts";
import * as grants from "./grants-schema.ts";

/** Which other tenants may list the waitlist. A row belongs to the tenant that may read; only the tenant that is read writes it, without row-level security, so that a reader cannot grant itself anything. */
export const tenantGrantsRouter = router({
  list: tenantProcedure
    .meta(grants.listGrantsMeta)
    .input(Nothing)
    .output(grants.TenantGrants)
    .query(({ ctx }) => listGrants(withoutRls(ctx.scope))),
  create: tenantProcedure
    .meta(grants.giveGrantMeta)
    .input(grants.GiveGrant)
    .output(grants.TenantGrant)
    .mutation(({ ctx, input }) => giveGrant(withoutRls(ctx.scope), input)),
  delete: tenantProcedure
    .meta(grants.revokeGrantMeta)
    .input(grants.GiveGrant)
    .output(grants.TenantGrant)
    .mutation(({ ctx, input }) => revokeGrant(withoutRls(ctx.scope), input)),
});
