import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { getOfferedPriceOrThrow } from "../../../catalog/for-sale.ts";
import {
  getActivePack,
  getPackCached,
  getPackWithEntitlements,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/load-plan-price.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import type { DriverChoice } from "../sale-lines.ts";
import { chooseDrivers, maxSteps } from "../start/choose-drivers.ts";
import { areSameDrivers, refusalOfChange, statusRefusal, stepsKept } from "./rules.ts";

/** The target of a change of plan. */
export interface PlanChange {
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
  drivers: DriverChoice[];
}

interface Wanted {
  plan_price_id: string;
  drivers?: { feature_key: string; steps: number }[] | undefined;
}

/**
 * The target of a requested change; null when the subscription already has it. Drivers that are not named keep their units where the new
 * pack sells them.
 */
export async function preparePlanChange(
  scope: Scope,
  subscription: LoadedSubscription,
  wanted: Wanted,
): Promise<PlanChange | null> {
  const price = await getOfferedPriceOrThrow(scope, wanted.plan_price_id, subscription.planPriceId);
  const isSame = price.id === subscription.planPriceId;
  // An ended subscription cannot be changed, not even to its own price.
  if (subscription.status === "CANCELED") throw statusRefusal(subscription);
  if (isSame && wanted.drivers === undefined) return null;
  const refusal = refusalOfChange(subscription, price);
  if (refusal) throw refusal;
  const pack = await packFor(scope, subscription, price);
  const named = wanted.drivers ?? [];
  const drivers = [
    ...(await driversKept(scope, subscription, pack, new Set(named.map(({ feature_key: key }) => key)))),
    ...chooseDrivers(pack, named),
  ];
  return isSame && areSameDrivers(subscription.drivers, drivers) ? null : { price, pack, drivers };
}

/** The pack it is pinned to while the plan stays, the other plan's active one otherwise. Throws plan_not_published. */
async function packFor(
  scope: Scope,
  subscription: LoadedSubscription,
  price: PlanPriceWithPlan,
): Promise<PackWithEntitlements> {
  const pinned = price.planId === subscription.planId ? subscription.packId : null;
  const pack = pinned
    ? await getPackWithEntitlements(scope.db, scope, pinned)
    : await getActivePack(scope.db, scope, price.planId);
  if (!pack) throw new ApiError("plan_not_published");
  return pack;
}

/**
 * The bought units of drivers that are not named, where the new pack sells them: in its own steps, a started one whole. Throws
 * quantity_too_large.
 */
async function driversKept(
  scope: Scope,
  { packId, drivers }: LoadedSubscription,
  pack: PackWithEntitlements,
  named: Set<string>,
): Promise<DriverChoice[]> {
  const old = packId === null || packId === pack.id ? pack : await getPackCached(scope.db, scope, packId);
  return drivers.flatMap(({ featureId, steps: bought }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    if (!entitlement?.driverStepSize || named.has(entitlement.feature.key)) return [];
    const { key: feature_key } = entitlement.feature;
    const had = old?.entitlements.find((candidate) => candidate.featureId === featureId)?.driverStepSize;
    const steps = stepsKept(bought, had ?? entitlement.driverStepSize, entitlement.driverStepSize);
    const most = maxSteps(entitlement);
    if (old !== pack && steps > most)
      throw new ApiError("quantity_too_large", { details: { feature_key, most } });
    return [{ featureId, featureKey: feature_key, steps }];
  });
}
