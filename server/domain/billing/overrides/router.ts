import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as overrides from "./overrides.ts";
import * as schema from "./schema.ts";

/** Overrides: what one customer gets beyond the pack. */
export const overridesRouter = router({
  create: mutation(
    schema.createOverrideMeta,
    schema.CreateOverride,
    schema.Override,
    overrides.createOverride,
  ),
  list: query(schema.listOverridesMeta, schema.ListOverrides, schema.OverridePage, overrides.listOverrides),
  get: query(schema.getOverrideMeta, schema.OverrideId, schema.Override, overrides.getOverride),
  revoke: mutation(schema.revokeOverrideMeta, schema.OverrideId, schema.Override, overrides.revokeOverride),
});
