import type { Scope } from "../../../../platform/scope.ts";
import { loadOverridesOf } from "../../grants/load-overrides.ts";
import { billedFeatures, requireCollectible } from "../../terms/collectible.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import type { PlanChange } from "./plan-change.ts";
import { pricedItems } from "./priced-items.ts";

/**
 * Refuses a change to a price of 0 that bills use past a limit where nothing can collect it: of the plan itself, or with the
 * customer's overrides. K6021, K7xxx.
 */
export async function requireCollectibleChange(
  scope: Scope,
  subscription: LoadedSubscription,
  change: PlanChange,
): Promise<void> {
  const { price, pack, drivers } = change;
  const { provider, customerId } = subscription;
  const { currency, interval } = price;
  const terms = { ...{ customerId, packId: pack.id, currency, interval, drivers, provider }, isTrial: false };
  const overrides = await loadOverridesOf(scope.db, scope, customerId);
  const billed = [...billedFeatures(terms, pack), ...billedFeatures(terms, pack, overrides)];
  await requireCollectible(scope, subscription, {
    isFree: pricedItems(change).every(({ amount }) => amount === 0n),
    billed: [...new Set(billed)],
  });
}
