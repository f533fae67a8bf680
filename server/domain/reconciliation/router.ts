import { router, tenantProcedure } from "../../trpc/init.ts";
import { getDrift, mendDrift } from "./drift.ts";
import * as schema from "./schema.ts";

/** Whether we and the card provider say the same. */
export const reconciliationRouter = router({
  get: tenantProcedure
    .meta(schema.getDriftMeta)
    .input(schema.NoFields)
    .output(schema.Drift)
    .query(({ ctx }) => getDrift(ctx.scope)),
  mend: tenantProcedure
    .meta(schema.mendDriftMeta)
    .input(schema.NoFields)
    .output(schema.Drift)
    .mutation(({ ctx }) => mendDrift(ctx.scope)),
});
