import { ApiError } from "../../../../errors/api-error.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { SAVES_CARD } from "../../../../providers/port.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { loadOverridesOf } from "../../grants/load-overrides.ts";
import { billedFeatures, requireCollectible } from "../../terms/collectible.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import type { PlanChange } from "./prepare-plan-change.ts";
import { presentItems, pricedItems } from "./priced-items.ts";

/**
 * Refuses a change to a price of 0 that bills use past a limit where nothing can collect it: of the plan itself, or with the customer's
 * overrides. Throws overage_not_collectable.
 */
export async function requireCollectibleChange(
  scope: Scope,
  subscription: LoadedSubscription,
  change: PlanChange,
): Promise<void> {
  const { price, pack, drivers } = change;
  const { provider, customerId } = subscription;
  const { currency, interval } = price;
  const terms = { customerId, packId: pack.id, currency, interval, drivers, provider, isTrial: false };
  const overrides = await loadOverridesOf(scope.db, scope, customerId);
  const billed = [...billedFeatures(terms, pack), ...billedFeatures(terms, pack, overrides)];
  await requireCollectible(scope, subscription, {
    isFree: pricedItems(change).every(({ amount }) => amount === 0n),
    billed: [...new Set(billed)],
  });
}

/**
 * Refuses a change of a free plan to a paid one with the next period where the customer has no card: the provider takes it, and the paid
 * plan would begin unpaid. At once the provider refuses it by itself. Throws card_missing_for_currency.
 */
export async function requireCardForLater(
  scope: Scope,
  row: LoadedSubscription,
  change: PlanChange,
): Promise<void> {
  const { provider, providerSubscriptionId: id } = row;
  const isFree = (items: { amount: bigint }[]) => items.every(({ amount }) => amount === 0n);
  if (provider !== BY_CARD || id === null || isFree(pricedItems(change))) return;
  if (!isFree(await presentItems(scope.db, scope, row))) return;
  if (await (await cardProviderOf(scope)).hasPaymentMethod(id)) return;
  const { currency } = change.price;
  throw new ApiError("card_missing_for_currency", { details: { currency, save_with: SAVES_CARD } });
}
