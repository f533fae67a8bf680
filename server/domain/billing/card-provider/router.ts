import { Nothing, router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { rotateCallbackSecret } from "../../tenants/provider/provider-callbacks.ts";
import { RotatedCallbacks, rotateCallbacksMeta } from "../../tenants/provider/provider-callbacks-schema.ts";
import { connectProvider, getProviderSettings } from "../../tenants/provider/provider-settings.ts";
import {
  ConnectProvider,
  connectProviderMeta,
  getProviderMeta,
} from "../../tenants/provider/provider-settings-schema.ts";
import { ProviderSettings } from "../../tenants/provider/schema.ts";
import { checkCardProvider } from "./check/check-card-provider.ts";
import { checkProviderMeta } from "./check/check-card-provider-schema.ts";
import { ProviderCheck } from "./check/schema.ts";
import { decideDifference } from "./drift/decide-difference.ts";
import { DecideDifference, decideDifferenceMeta } from "./drift/decide-difference-schema.ts";
import { getDrift, mendDrift } from "./drift/drift.ts";
import { Drift, getDriftMeta, MendDrift, mendDriftMeta } from "./drift/drift-schema.ts";
import { listMends } from "./drift/list-mends.ts";
import { DriftMends, ListMends, listMendsMeta } from "./drift/list-mends-schema.ts";
import { getLastRun } from "./drift/runs.ts";
import { LastRun, lastRunMeta } from "./drift/runs-schema.ts";
import { Difference, DriftMend } from "./drift/schema.ts";
import { undoMend } from "./drift/undo-mend.ts";
import { DriftMendId, undoMendMeta } from "./drift/undo-mend-schema.ts";
import { importSubscriptions } from "./import/import-subscriptions.ts";
import {
  ImportSubscriptions,
  importSubscriptionsMeta,
  SubscriptionImport,
} from "./import/import-subscriptions-schema.ts";

/** The connection to the card provider: account, its check, callbacks, drift, import. */
export const cardProviderRouter = router({
  get: query(getProviderMeta, Nothing, ProviderSettings, getProviderSettings),
  connect: mutation(connectProviderMeta, ConnectProvider, ProviderSettings, connectProvider),
  check: mutation(checkProviderMeta, Nothing, ProviderCheck, (scope) => checkCardProvider(scope)),
  rotateCallbacks: mutation(rotateCallbacksMeta, Nothing, RotatedCallbacks, rotateCallbackSecret),
  getDrift: query(getDriftMeta, Nothing, Drift, getDrift),
  getDriftRun: query(lastRunMeta, Nothing, LastRun, getLastRun),
  mendDrift: mutation(mendDriftMeta, MendDrift, Drift, mendDrift),
  decideDrift: mutation(decideDifferenceMeta, DecideDifference, Difference, decideDifference),
  listMends: query(listMendsMeta, ListMends, DriftMends, listMends),
  undoMend: mutation(undoMendMeta, DriftMendId, DriftMend, undoMend),
  import: mutation(importSubscriptionsMeta, ImportSubscriptions, SubscriptionImport, importSubscriptions),
});
