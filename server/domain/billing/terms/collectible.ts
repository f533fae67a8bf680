import { ApiError } from "../../../errors/api-error.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { grantsOf, type Terms } from "../grants/load-grants.ts";
import type { FeatureOverride } from "../grants/load-overrides.ts";
import { mayBillOverage } from "../grants/rules.ts";

/** The features whose use past the limit is billed under terms, when no trial runs. */
export function billedFeatures(
  terms: Terms,
  pack: PackWithEntitlements | null,
  overrides: FeatureOverride[] = [],
): string[] {
  const grants = grantsOf({ ...terms, isTrial: false }, pack, overrides);
  return grants.filter(mayBillOverage).map(({ feature }) => feature.key);
}

interface Bought {
  provider: Terms["provider"];
  providerSubscriptionId: string | null;
}

/**
 * Whether what a subscription may bill for use past its limits can be collected. PROVIDER_B invoices it, and a price is never paid
 * without a card. At a price of 0 the card provider is asked whether it has something to charge: nothing else ever made sure of it.
 * K7xxx.
 */
export async function isCollectible(
  scope: Scope,
  { provider, providerSubscriptionId }: Bought,
  { isFree, billed }: { isFree: boolean; billed: string[] },
): Promise<boolean> {
  if (provider !== BY_CARD || providerSubscriptionId === null || !isFree || billed.length === 0) return true;
  return (await cardProviderOf(scope)).hasPaymentMethod(providerSubscriptionId);
}

/**
 * Refuses what would bill use past a limit of a subscription that costs nothing and has no card, so that no use adds up that nothing can
 * collect: the rule of a start (requireCard) for what comes later. It asks the card provider, outside any transaction. Throws
 * overage_not_collectable.
 */
export async function requireCollectible(
  scope: Scope,
  bought: Bought,
  sale: { isFree: boolean; billed: string[] },
): Promise<void> {
  if (!(await isCollectible(scope, bought, sale)))
    throw new ApiError("overage_not_collectable", { details: { billed_features: sale.billed } });
}
