import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createOverride } from "./create-override.ts";
import { CreateOverride, createOverrideMeta } from "./create-override-schema.ts";
import { getOverride } from "./get-override.ts";
import { getOverrideMeta } from "./get-override-schema.ts";
import { listOverrides } from "./list-overrides.ts";
import { ListOverrides, listOverridesMeta, OverridePage } from "./list-overrides-schema.ts";
import { revokeOverride } from "./revoke-override.ts";
import { revokeOverrideMeta } from "./revoke-override-schema.ts";
import { Override, OverrideId } from "./schema.ts";

/** Overrides: changes of what the plan grants to one customer. */
export const overridesRouter = router({
  create: mutation(createOverrideMeta, CreateOverride, Override, createOverride),
  list: query(listOverridesMeta, ListOverrides, OverridePage, listOverrides),
  get: query(getOverrideMeta, OverrideId, Override, getOverride),
  revoke: mutation(revokeOverrideMeta, OverrideId, Override, revokeOverride),
});
