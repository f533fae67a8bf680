import { router, tenantProcedure } from "../../../trpc/init.ts";
import * as overrides from "./overrides.ts";
import * as schema from "./schema.ts";

/** Overrides: what one customer gets beyond the pack. */
export const overridesRouter = router({
  create: tenantProcedure
    .meta(schema.createOverrideMeta)
    .input(schema.CreateOverride)
    .output(schema.Override)
    .mutation(({ ctx, input }) => overrides.createOverride(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listOverridesMeta)
    .input(schema.ListOverrides)
    .output(schema.OverridePage)
    .query(({ ctx, input }) => overrides.listOverrides(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getOverrideMeta)
    .input(schema.OverrideId)
    .output(schema.Override)
    .query(({ ctx, input }) => overrides.getOverride(ctx.scope, input)),
  revoke: tenantProcedure
    .meta(schema.revokeOverrideMeta)
    .input(schema.OverrideId)
    .output(schema.Override)
    .mutation(({ ctx, input }) => overrides.revokeOverride(ctx.scope, input)),
});
