import type { Scope } from "../../../../platform/scope.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";

/**
 * Ends a subscription on cards at the provider when the provider's retries are used up (UNPAID) and the tenant's
 * dunning_end_policy is CANCELED. Returns whether it was ended there; the caller syncs it. Idempotent. A subscription that is
 * by invoice is ended by ../by-invoice/apply-dunning.ts.
 */
export async function endUnpaid(scope: Scope, id: string): Promise<boolean> {
  const { status, providerSubscriptionId } = await getSubscriptionOrThrow(scope.db, scope, id);
  if (status !== "UNPAID" || providerSubscriptionId === null) return false;
  const { dunningEndPolicy } = await getTenant(scope.db, scope);
  if (dunningEndPolicy !== "CANCELED") return false;
  const provider = await cardProviderOf(scope);
  await provider.cancelSubscription({ id: providerSubscriptionId, idempotencyKey: `${id}:cancel` });
  return true;
}
