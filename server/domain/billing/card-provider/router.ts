import { Nothing, router, tenantProcedure } from "../../../trpc/init.ts";
import { rotateCallbackSecret } from "../../tenants/provider/provider-callbacks.ts";
import * as provider from "../../tenants/provider/provider-schema.ts";
import {
  checkProvider,
  connectProvider,
  getProviderSettings,
} from "../../tenants/provider/provider-settings.ts";
import { decideDifference } from "./drift/decide-difference.ts";
import { getDrift, mendDrift } from "./drift/drift.ts";
import { listMends } from "./drift/list-mends.ts";
import { getLastRun } from "./drift/runs.ts";
import * as schema from "./drift/schema.ts";
import { undoMend } from "./drift/undo-mend.ts";
import { importSubscriptions } from "./import/import-subscriptions.ts";
import * as importsSchema from "./import/schema.ts";

/** The connection to the card provider: account, callbacks, drift, import. */
export const cardProviderRouter = router({
  get: tenantProcedure
    .meta(provider.getProviderMeta)
    .input(Nothing)
    .output(provider.ProviderSettings)
    .query(({ ctx }) => getProviderSettings(ctx.scope)),
  connect: tenantProcedure
    .meta(provider.connectProviderMeta)
    .input(provider.ConnectProvider)
    .output(provider.ProviderSettings)
    .mutation(({ ctx, input }) => connectProvider(ctx.scope, input)),
  check: tenantProcedure
    .meta(provider.checkProviderMeta)
    .input(provider.NoFields)
    .output(provider.ProviderSettings)
    .mutation(({ ctx }) => checkProvider(ctx.scope)),
  rotateCallbacks: tenantProcedure
    .meta(provider.rotateCallbacksMeta)
    .input(provider.NoFields)
    .output(provider.RotatedCallbacks)
    .mutation(({ ctx }) => rotateCallbackSecret(ctx.scope)),
  getDrift: tenantProcedure
    .meta(schema.getDriftMeta)
    .input(schema.NoFields)
    .output(schema.Drift)
    .query(({ ctx }) => getDrift(ctx.scope)),
  getDriftRun: tenantProcedure
    .meta(schema.lastRunMeta)
    .input(schema.NoFields)
    .output(schema.LastRun)
    .query(({ ctx }) => getLastRun(ctx.scope)),
  mendDrift: tenantProcedure
    .meta(schema.mendDriftMeta)
    .input(schema.MendDrift)
    .output(schema.Drift)
    .mutation(({ ctx, input }) => mendDrift(ctx.scope, input)),
  decideDrift: tenantProcedure
    .meta(schema.decideDifferenceMeta)
    .input(schema.DecideDifference)
    .output(schema.Difference)
    .mutation(({ ctx, input }) => decideDifference(ctx.scope, input)),
  listMends: tenantProcedure
    .meta(schema.listMendsMeta)
    .input(schema.ListMends)
    .output(schema.DriftMends)
    .query(({ ctx, input }) => listMends(ctx.scope, input)),
  undoMend: tenantProcedure
    .meta(schema.undoMendMeta)
    .input(schema.DriftMendId)
    .output(schema.DriftMend)
    .mutation(({ ctx, input }) => undoMend(ctx.scope, input)),
  import: tenantProcedure
    .meta(importsSchema.importSubscriptionsMeta)
    .input(importsSchema.ImportSubscriptions)
    .output(importsSchema.SubscriptionImport)
    .mutation(({ ctx, input }) => importSubscriptions(ctx.scope, input)),
});
