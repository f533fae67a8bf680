import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { askedCustomer } from "./check-entitlement.ts";
import { allEntitlements } from "./list-entitlements.ts";
import type { EntitlementSnapshot, ListEntitlements } from "./schema.ts";

/** The header's `typ`: an access token is never taken for a snapshot, nor a snapshot for an access token. */
const SNAPSHOT_TYPE = "entitlements+jwt";

/** How long a snapshot says that it is fresh, seconds. */
const FRESH_SECONDS = 5 * 60;
/** How long a tenant may go on with it while we cannot be reached, seconds. */
const OFFLINE_SECONDS = 24 * 3600;

/**
 * All of a customer's entitlements as a JWT, which a tenant verifies by the published keys alone, so that its product goes on
 * while we are away. All tenants share those keys: `aud` names the tenant that may believe it, `sub`, `external_id` and
 * `dimension` what it is about. `exp` is when it stops being fresh; `offline_until` how long it may stand in. K3003, K3006.
 */
export async function snapshotEntitlements(
  scope: Scope,
  input: z.output<typeof ListEntitlements>,
): Promise<z.output<typeof EntitlementSnapshot>> {
  const customer = await askedCustomer(scope, input);
  if (!customer) throw new ApiError("K3003");
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
