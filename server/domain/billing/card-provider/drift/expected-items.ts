import { ApiError } from "../../../../errors/api-error.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { PriceItem } from "../../../../providers/port.ts";
import { getPackWithEntitlements, getPlanPriceOrThrow } from "../../../catalog/load-plan-price.ts";
import { findReferences, presentEnvironment } from "../../../tenants/provider/provider-references.ts";
import { presentPlan } from "../../subscriptions/change/schedule-change.ts";
import type { StoredPlan } from "../../subscriptions/change/stored-plan.ts";
import { linesOf } from "../../subscriptions/sale-lines.ts";
import { priceKeyOf } from "../../subscriptions/sync/provider-prices.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";

/**
 * The provider's prices that our subscription should have on a plan, its present one or that of the change that waits, as far as we have
 * sold or imported them; null where they are unknown. Reads our rows only: comparing must not create anything at the provider.
 */
export function createExpectedItems(
  scope: Scope,
): (row: LoadedSubscription, plan?: StoredPlan) => Promise<PriceItem[] | null> {
  const known = new Map<string, Promise<PriceItem[] | null>>();
  return (row, plan = presentPlan(row)) => {
    const { planPriceId, packId, drivers } = plan;
    const key = JSON.stringify([planPriceId, packId, drivers, row.taxBehavior]);
    const items = known.get(key) ?? expectedItemsOf(scope, plan, row);
    known.set(key, items);
    return items;
  };
}

async function expectedItemsOf(
  scope: Scope,
  plan: StoredPlan,
  row: Pick<LoadedSubscription, "taxBehavior">,
): Promise<PriceItem[] | null> {
  const { db } = scope;
  const [price, pack] = await Promise.all([
    getPlanPriceOrThrow(scope, plan.planPriceId),
    plan.packId === "" ? null : getPackWithEntitlements(db, scope, plan.packId),
  ]);
  const drivers = plan.drivers.map(({ featureId, steps }) => ({ featureId, featureKey: featureId, steps }));
  if (!pack && drivers.length > 0) return null;
  const lines = pack ? soldLines(() => linesOf(price, pack, drivers)) : [{ key: price.id, quantity: 1 }];
  if (!lines) return null;
  const keyOf = (line: { key: string }) => priceKeyOf(line.key, row.taxBehavior);
  const references = await findReferences(db, scope, "PRICE", { objectId: { in: lines.map(keyOf) } });
  const items = lines.flatMap(({ key, quantity }) => {
    const reference = references.find((one) => one.objectId === keyOf({ key }));
    return reference ? [{ priceId: reference.providerId, quantity }] : [];
  });
  return items.length === lines.length ? items : null;
}

/** null where the pack no longer has such a driver. */
function soldLines<T>(lines: () => T): T | null {
  try {
    return lines();
  } catch (error) {
    if (error instanceof ApiError && error.errorName === "quantity_invalid") return null;
    throw error;
  }
}

/** The provider's items of a subscription of ours, with aliases replaced by the price that they are an alias of. */
export async function withoutAliases(
  scope: Scope,
  items: PriceItem[],
  { taxBehavior }: Pick<LoadedSubscription, "taxBehavior">,
): Promise<PriceItem[]> {
  const { tenantId, db } = scope;
  const environment = (await presentEnvironment(db, scope)) ?? "";
  const providerId = { in: items.map(({ priceId }) => priceId) };
  const aliases = await db.providerPriceAlias.findMany({
    where: { tenantId, provider: BY_CARD, environment, providerId },
  });
  if (aliases.length === 0) return items;
  const keyOf = (planPriceId: string) => priceKeyOf(planPriceId, taxBehavior);
  const objectId = { in: aliases.map(({ planPriceId }) => keyOf(planPriceId)) };
  const references = await findReferences(db, scope, "PRICE", { objectId });
  return items.map(({ priceId, quantity }) => {
    const alias = aliases.find(({ providerId }) => providerId === priceId);
    const own = alias && references.find((one) => one.objectId === keyOf(alias.planPriceId));
    return { priceId: own?.providerId ?? priceId, quantity };
  });
}
