import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { type LoadedSubscription, SUBSCRIPTION_PARTS } from "../../terms/load-subscription.ts";

/** Whether a subscription of the provider goes on. */
function isLiveThere({ status }: Pick<ProviderSubscription, "status">): boolean {
  return status !== "CANCELED" && status !== "INCOMPLETE";
}

/**
 * The subscription of ours beside which a live one of the provider is a second one: it bears the same id of ours and belongs
 * to the same customer, and ours is live on both sides under another reference, which is read from the provider now. null
 * when it is no second one. K7xxx.
 */
export async function findOriginalOf(
  { tenantId, db }: Scope,
  provider: CardProvider,
  remote: ProviderSubscription,
): Promise<LoadedSubscription | null> {
  if (remote.subscriptionId === null || remote.tenantId !== tenantId || !isLiveThere(remote)) return null;
  const row = await db.subscription.findUnique({
    where: { tenantId_id: { tenantId, id: remote.subscriptionId } },
    include: SUBSCRIPTION_PARTS,
  });
  if (!row || row.status === "CANCELED" || row.provider !== "PROVIDER_A") return null;
  const reference = row.providerSubscriptionId;
  if (reference === null || reference === remote.id || row.providerCustomerId !== remote.customerId)
    return null;
  const first = await provider.readSubscription(reference);
  return first && isLiveThere(first) ? row : null;
}
