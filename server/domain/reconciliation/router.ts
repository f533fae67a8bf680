import { router, tenantProcedure } from "../../trpc/init.ts";
import { decideDifference } from "./decide-difference.ts";
import { getDrift, mendDrift } from "./drift.ts";
import { listMends } from "./list-mends.ts";
import { getLastRun } from "./runs.ts";
import * as schema from "./schema.ts";
import { undoMend } from "./undo-mend.ts";

/** Whether we and the card provider say the same. */
export const reconciliationRouter = router({
  get: tenantProcedure
    .meta(schema.getDriftMeta)
    .input(schema.NoFields)
    .output(schema.Drift)
    .query(({ ctx }) => getDrift(ctx.scope)),
  lastRun: tenantProcedure
    .meta(schema.lastRunMeta)
    .input(schema.NoFields)
    .output(schema.LastRun)
    .query(({ ctx }) => getLastRun(ctx.scope)),
  mend: tenantProcedure
    .meta(schema.mendDriftMeta)
    .input(schema.MendDrift)
    .output(schema.Drift)
    .mutation(({ ctx, input }) => mendDrift(ctx.scope, input)),
  decide: tenantProcedure
    .meta(schema.decideDifferenceMeta)
    .input(schema.DecideDifference)
    .output(schema.Difference)
    .mutation(({ ctx, input }) => decideDifference(ctx.scope, input)),
  mends: tenantProcedure
    .meta(schema.listMendsMeta)
    .input(schema.ListMends)
    .output(schema.DriftMends)
    .query(({ ctx, input }) => listMends(ctx.scope, input)),
  undo: tenantProcedure
    .meta(schema.undoMendMeta)
    .input(schema.DriftMendId)
    .output(schema.DriftMend)
    .mutation(({ ctx, input }) => undoMend(ctx.scope, input)),
});
