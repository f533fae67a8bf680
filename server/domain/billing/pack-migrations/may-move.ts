import type { PackMigration } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getPackCached } from "../../catalog/load-plan-price.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { termsOf } from "../grants/load-grants.ts";
import { loadOverridesOf } from "../grants/load-overrides.ts";
import { billedFeatures, isCollectible } from "../terms/collectible.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../terms/load-subscription.ts";
import { isFreeNow } from "../terms/phases.ts";

/**
 * Whether a subscription may move: not where the new pack bills use past a limit that the old one did not bill, at a price of 0 and
 * without a card. It asks the card provider, outside any transaction. K7xxx.
 */
export async function mayMove(
  scope: Scope,
  { fromPackId, toPackId }: PackMigration,
  subscriptionId: string,
): Promise<boolean> {
  const { db } = scope;
  const row = await getSubscriptionOrThrow(db, scope, subscriptionId);
  if (row.status === "CANCELED" || row.packId !== fromPackId || row.provider !== BY_CARD) return true;
  const billed = await newlyBilled(scope, row, toPackId);
  if (billed.length === 0) return true;
  return isCollectible(scope, row, { isFree: await isFreeNow(db, scope, subscriptionId), billed });
}

/** The features whose use past the limit is billed under another pack, and is not now. */
async function newlyBilled(scope: Scope, row: LoadedSubscription, toPackId: string): Promise<string[]> {
  const terms = termsOf(row);
  const [from, to] = await Promise.all(
    [row.packId, toPackId].map((id) => (id === null ? null : getPackCached(scope.db, scope, id))),
  );
  const inTime = await withCustomerClock(scope.db, scope, row.customer);
  const overrides = await loadOverridesOf(inTime.db, inTime, row.customerId);
  const before = billedFeatures(terms, from ?? null, overrides);
  return billedFeatures(terms, to ?? null, overrides).filter((key) => !before.includes(key));
}
