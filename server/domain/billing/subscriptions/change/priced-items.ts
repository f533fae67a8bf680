import type { Scope, Tx } from "../../../../platform/scope.ts";
import { getPackWithEntitlements, readPlanPrice } from "../../../catalog/get-plan-price.ts";
import type { Priced } from "../../charges/rules.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { linesOf } from "../sync/provider-prices.ts";
import type { PlanChange } from "./plan-change.ts";

/** The items that a subscription pays for each period: its plan, and each driver's steps. K6009. */
export function pricedItems({ price, pack, drivers }: PlanChange): Priced[] {
  return linesOf(price, pack, drivers).map(({ amount, quantity, name, featureId }) => ({
    item: featureId ?? "plan",
    description: quantity === 1 ? name : `${quantity} × ${name}`,
    amount: amount * BigInt(quantity),
  }));
}

/** The items that a subscription pays for each period now. */
export async function presentItems(tx: Tx, scope: Scope, row: LoadedSubscription): Promise<Priced[]> {
  const price = await readPlanPrice(tx, scope, row.planPriceId);
  const pack = row.packId === null ? null : await getPackWithEntitlements(tx, scope, row.packId);
  if (!pack) return [];
  const drivers = row.drivers.map(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return { featureId, featureKey: entitlement?.feature.key ?? featureId, steps };
  });
  return pricedItems({ price, pack, drivers });
}
