import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { checkEntitlement } from "./check-entitlement.ts";
import { listEntitlements } from "./list-entitlements.ts";
import * as schema from "./schema.ts";
import { snapshotEntitlements } from "./snapshot.ts";

/** Entitlements: checks and snapshots. */
export const entitlementsRouter = router({
  check: query(
    schema.checkEntitlementMeta,
    schema.CheckEntitlement,
    schema.EntitlementCheck,
    checkEntitlement,
  ),
  list: query(schema.listEntitlementsMeta, schema.ListEntitlements, schema.Entitlements, listEntitlements),
  snapshot: query(
    schema.snapshotMeta,
    schema.ListEntitlements,
    schema.EntitlementSnapshot,
    snapshotEntitlements,
  ),
});
