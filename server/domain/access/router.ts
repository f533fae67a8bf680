import { router, tenantProcedure } from "../../trpc/init.ts";
import { UsageRecord } from "../usage/schema.ts";
import { checkEntitlement } from "./check-entitlement.ts";
import { listUsage } from "./list-usage.ts";
import * as schema from "./schema.ts";
import { setUsage } from "./set-usage.ts";

/** What a customer may do now, and what they have used. */
export const accessRouter = router({
  check: tenantProcedure
    .meta(schema.checkEntitlementMeta)
    .input(schema.CheckEntitlement)
    .output(schema.EntitlementCheck)
    .query(({ ctx, input }) => checkEntitlement(ctx.scope, input)),
  setUsage: tenantProcedure
    .meta(schema.setUsageMeta)
    .input(schema.SetUsage)
    .output(UsageRecord)
    .mutation(({ ctx, input }) => setUsage(ctx.scope, input)),
  listUsage: tenantProcedure
    .meta(schema.listUsageMeta)
    .input(schema.ListUsage)
    .output(schema.UsageRecords)
    .query(({ ctx, input }) => listUsage(ctx.scope, input)),
});
