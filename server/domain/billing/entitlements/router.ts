import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { checkEntitlement } from "./check-entitlement.ts";
import { checkEntitlementMeta } from "./check-entitlement-schema.ts";
import { listEntitlements } from "./list-entitlements.ts";
import { Entitlements, listEntitlementsMeta } from "./list-entitlements-schema.ts";
import { CheckEntitlement, EntitlementCheck, ListEntitlements } from "./schema.ts";
import { snapshotEntitlements } from "./snapshot.ts";
import { EntitlementSnapshot, snapshotMeta } from "./snapshot-schema.ts";

/** Entitlements: checks and snapshots. */
export const entitlementsRouter = router({
  check: query(checkEntitlementMeta, CheckEntitlement, EntitlementCheck, checkEntitlement),
  list: query(listEntitlementsMeta, ListEntitlements, Entitlements, listEntitlements),
  snapshot: query(snapshotMeta, ListEntitlements, EntitlementSnapshot, snapshotEntitlements),
});
