import type { Scope, Tx } from "../../../../platform/scope.ts";
import { getPackWithEntitlements, readPlanPrice } from "../../../catalog/load-plan-price.ts";
import type { Priced } from "../../charges/rules.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { linesOf } from "../sale-lines.ts";
import type { PlanChange } from "./prepare-plan-change.ts";

/** The items that a subscription pays for each period: its plan, and each driver's steps. Throws quantity_invalid. */
export function pricedItems({
  price,
  pack,
  drivers,
}: Pick<PlanChange, "price" | "pack" | "drivers">): Priced[] {
  return linesOf(price, pack, drivers).map(({ amount, quantity, name, featureId }) => ({
    item: featureId ?? "plan",
    description: quantity === 1 ? name : `${quantity} × ${name}`,
    amount: amount * BigInt(quantity),
  }));
}

/** The items that a subscription pays for each period now. */
export async function presentItems(tx: Tx, scope: Scope, row: LoadedSubscription): Promise<Priced[]> {
  const present = await presentPlan(tx, scope, row);
  return present === null ? [] : pricedItems(present);
}

/** The items of which the card provider has the same price before and after a change. */
export async function sameItems(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
  change: PlanChange,
): Promise<string[]> {
  const present = await presentPlan(tx, scope, row);
  if (present === null) return [];
  const keysOf = ({ price, pack, drivers }: Sold) =>
    linesOf(price, pack, drivers).map(({ key, featureId }) => ({ key, item: featureId ?? "plan" }));
  const before = new Set(keysOf(present).map(({ key }) => key));
  return keysOf(change)
    .filter(({ key }) => before.has(key))
    .map(({ item }) => item);
}

type Sold = Pick<PlanChange, "price" | "pack" | "drivers">;

async function presentPlan(tx: Tx, scope: Scope, row: LoadedSubscription): Promise<Sold | null> {
  const price = await readPlanPrice(tx, scope, row.planPriceId);
  const pack = row.packId === null ? null : await getPackWithEntitlements(tx, scope, row.packId);
  if (!pack) return null;
  const drivers = row.drivers.map(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return { featureId, featureKey: entitlement?.feature.key ?? featureId, steps };
  });
  return { price, pack, drivers };
}
