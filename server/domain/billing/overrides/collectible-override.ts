import type { Customer } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getPackCached } from "../../catalog/load-plan-price.ts";
import { termsOf } from "../grants/load-grants.ts";
import { type FeatureOverride, loadOverridesOf } from "../grants/load-overrides.ts";
import { billedFeatures, requireCollectible } from "../terms/collectible.ts";
import { findLiveSubscriptions } from "../terms/load-subscription.ts";
import { isFreeNow } from "../terms/phases.ts";

/**
 * Refuses an override that bills use past a limit of a subscription at a price of 0 which bills none without it, where nothing can collect
 * it; also one that begins later. Throws overage_not_collectable.
 */
export async function requireCollectibleOverride(
  scope: Scope,
  customer: Customer,
  added: FeatureOverride,
): Promise<void> {
  const { db } = scope;
  const inForce = await loadOverridesOf(db, scope, customer.id);
  for (const subscription of await findLiveSubscriptions(db, scope, customer.id)) {
    if (subscription.provider !== BY_CARD) continue;
    const terms = termsOf(subscription);
    const pack = terms.packId === null ? null : await getPackCached(db, scope, terms.packId);
    const before = billedFeatures(terms, pack, inForce);
    const billed = billedFeatures(terms, pack, [...inForce, added]).filter((key) => !before.includes(key));
    if (billed.length > 0)
      await requireCollectible(scope, subscription, {
        isFree: await isFreeNow(db, scope, subscription.id),
        billed,
      });
  }
}
