import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { type LoadedSubscription, SUBSCRIPTION_PARTS } from "../../terms/load-subscription.ts";

/** Whether the provider's subscription is live. */
function isLiveThere({ status }: Pick<ProviderSubscription, "status">): boolean {
  return status !== "CANCELED" && status !== "INCOMPLETE";
}

/**
 * Our subscription that a live one at the provider duplicates: both have the same id of ours and the same customer, and ours is
 * live on both sides under another reference, which is read from the provider now. null when it is not a duplicate. K7xxx.
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
  if (!row || row.status === "CANCELED" || row.provider !== BY_CARD) return null;
  const reference = row.providerSubscriptionId;
  if (reference === null || reference === remote.id || row.providerCustomerId !== remote.customerId)
    return null;
  const first = await provider.readSubscription(reference);
  return first && isLiveThere(first) ? row : null;
}
