import { Nothing, router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { rotateCallbackSecret } from "../../tenants/provider/provider-callbacks.ts";
import * as provider from "../../tenants/provider/provider-schema.ts";
import { connectProvider, getProviderSettings } from "../../tenants/provider/provider-settings.ts";
import { checkCardProvider } from "./check/check-card-provider.ts";
import * as check from "./check/schema.ts";
import { decideDifference } from "./drift/decide-difference.ts";
import { getDrift, mendDrift } from "./drift/drift.ts";
import { listMends } from "./drift/list-mends.ts";
import { getLastRun } from "./drift/runs.ts";
import * as schema from "./drift/schema.ts";
import { undoMend } from "./drift/undo-mend.ts";
import { importSubscriptions } from "./import/import-subscriptions.ts";
import * as importsSchema from "./import/schema.ts";

/** The connection to the card provider: account, its check, callbacks, drift, import. */
export const cardProviderRouter = router({
  get: query(provider.getProviderMeta, Nothing, provider.ProviderSettings, getProviderSettings),
  connect: mutation(
    provider.connectProviderMeta,
    provider.ConnectProvider,
    provider.ProviderSettings,
    connectProvider,
  ),
  check: mutation(check.checkProviderMeta, Nothing, check.ProviderCheck, (scope) => checkCardProvider(scope)),
  rotateCallbacks: mutation(
    provider.rotateCallbacksMeta,
    Nothing,
    provider.RotatedCallbacks,
    rotateCallbackSecret,
  ),
  getDrift: query(schema.getDriftMeta, Nothing, schema.Drift, getDrift),
  getDriftRun: query(schema.lastRunMeta, Nothing, schema.LastRun, getLastRun),
  mendDrift: mutation(schema.mendDriftMeta, schema.MendDrift, schema.Drift, mendDrift),
  decideDrift: mutation(
    schema.decideDifferenceMeta,
    schema.DecideDifference,
    schema.Difference,
    decideDifference,
  ),
  listMends: query(schema.listMendsMeta, schema.ListMends, schema.DriftMends, listMends),
  undoMend: mutation(schema.undoMendMeta, schema.DriftMendId, schema.DriftMend, undoMend),
  import: mutation(
    importsSchema.importSubscriptionsMeta,
    importsSchema.ImportSubscriptions,
    importsSchema.SubscriptionImport,
    importSubscriptions,
  ),
});
