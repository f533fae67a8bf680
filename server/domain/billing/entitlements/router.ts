import { router, tenantProcedure } from "../../../trpc/init.ts";
import { checkEntitlement } from "./check-entitlement.ts";
import { listEntitlements } from "./list-entitlements.ts";
import * as schema from "./schema.ts";
import { snapshotEntitlements } from "./snapshot.ts";

/** What a customer may use now. */
export const entitlementsRouter = router({
  check: tenantProcedure
    .meta(schema.checkEntitlementMeta)
    .input(schema.CheckEntitlement)
    .output(schema.EntitlementCheck)
    .query(({ ctx, input }) => checkEntitlement(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listEntitlementsMeta)
    .input(schema.ListEntitlements)
    .output(schema.Entitlements)
    .query(({ ctx, input }) => listEntitlements(ctx.scope, input)),
  snapshot: tenantProcedure
    .meta(schema.snapshotMeta)
    .input(schema.ListEntitlements)
    .output(schema.EntitlementSnapshot)
    .query(({ ctx, input }) => snapshotEntitlements(ctx.scope, input)),
});
