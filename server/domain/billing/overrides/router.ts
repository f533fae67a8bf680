import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createOverride } from "./create-override.ts";
import { getOverride } from "./get-override.ts";
import { listOverrides } from "./list-overrides.ts";
import { revokeOverride } from "./revoke-override.ts";
import * as schema from "./schema.ts";

/** Overrides: changes of what the plan grants to one customer. */
export const overridesRouter = router({
  create: mutation(schema.createOverrideMeta, schema.CreateOverride, schema.Override, createOverride),
  list: query(schema.listOverridesMeta, schema.ListOverrides, schema.OverridePage, listOverrides),
  get: query(schema.getOverrideMeta, schema.OverrideId, schema.Override, getOverride),
  revoke: mutation(schema.revokeOverrideMeta, schema.OverrideId, schema.Override, revokeOverride),
});
