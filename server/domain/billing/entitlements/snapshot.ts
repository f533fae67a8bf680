import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { askedCustomer } from "./check-entitlement.ts";
import { allEntitlements } from "./list-entitlements.ts";
import type { ListEntitlements } from "./schema.ts";
import type { EntitlementSnapshot } from "./snapshot-schema.ts";

/** The header's `typ`: an access token is never accepted as a snapshot, nor a snapshot as an access token. */
const SNAPSHOT_TYPE = "entitlements+jwt";

/** How long a snapshot is fresh, in seconds. */
const FRESH_SECONDS = 5 * 60;
/** How long a tenant may use it while we cannot be reached, in seconds. */
const OFFLINE_SECONDS = 24 * 3600;

/**
 * All of a customer's entitlements as a JWT, which a tenant verifies with the published keys alone, so that its product works while we
 * cannot be reached. All tenants share those keys: `aud` names the tenant that may trust it, `sub`, `external_id` and `dimension` name its
 * subject. `exp` is when it stops being fresh; until `offline_until` it may replace the check. Throws customer_not_found or
 * customer_required.
 */
export async function snapshotEntitlements(
  scope: Scope,
  input: z.output<typeof ListEntitlements>,
): Promise<z.output<typeof EntitlementSnapshot>> {
  const customer = await askedCustomer(scope, input);
  if (!customer) throw new ApiError("customer_not_found");
  const entitlements = await allEntitlements(scope, customer, input.dimension);
  const now = scope.clock.now();
  const [expiresAt, offlineUntil] = [addSeconds(now, FRESH_SECONDS), addSeconds(now, OFFLINE_SECONDS)];
  const claims = {
    tenant_id: scope.tenantId,
    external_id: customer.externalId,
    dimension: input.dimension ?? null,
    offline_until: Math.floor(offlineUntil.getTime() / 1000),
    entitlements: Object.fromEntries(
      entitlements.map(({ feature_key, upgrade_options: _, ...entitlement }) => [feature_key, entitlement]),
    ),
  };
  const token = await scope.keyring.sign(claims, {
    audience: scope.tenantId,
    type: SNAPSHOT_TYPE,
    subject: customer.id,
    lifetimeSeconds: FRESH_SECONDS,
    acceptedSeconds: OFFLINE_SECONDS,
    id: newId("token"),
  });
  return {
    token,
    customer_id: customer.id,
    expires_at: expiresAt.toISOString(),
    offline_until: offlineUntil.toISOString(),
  };
}
