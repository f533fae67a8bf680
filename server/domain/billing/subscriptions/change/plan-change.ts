import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import {
  getActivePack,
  getPackWithEntitlements,
  getPlanPriceOrThrow,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/get-plan-price.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { canChangePlan } from "../../terms/rules.ts";
import { chooseDrivers } from "../start/choose-drivers.ts";
import type { DriverChoice } from "../sync/provider-prices.ts";

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
 * The target of a requested change; null when the subscription already has it. Drivers that are not named stay where the new pack
 * sells them. K5003, K5010, K6003, K6005, K6006, K6008, K6009, K6020.
 */
export async function preparePlanChange(
  scope: Scope,
  subscription: LoadedSubscription,
  wanted: Wanted,
): Promise<PlanChange | null> {
  const price = await getPlanPriceOrThrow(scope, wanted.plan_price_id);
  const isSame = price.id === subscription.planPriceId;
  // An ended subscription cannot be changed, not even to its own price.
  if (subscription.status === "CANCELED") throw statusRefusal(subscription);
  if (isSame && wanted.drivers === undefined) return null;
  refuseUnfit(subscription, price, isSame);
  const pack = await packFor(scope, subscription, price);
  const drivers =
    wanted.drivers === undefined ? driversKept(subscription, pack) : chooseDrivers(pack, wanted.drivers);
  return isSame && areSame(subscription.drivers, drivers) ? null : { price, pack, drivers };
}

function refuseUnfit(subscription: LoadedSubscription, price: PlanPriceWithPlan, isSame: boolean): void {
  if (!canChangePlan(subscription.status)) throw statusRefusal(subscription);
  if (price.plan.productId !== subscription.productId) throw new ApiError("K6005");
  if (price.currency !== subscription.planPrice.currency) throw new ApiError("K6006");
  if (!isSame && (price.archivedAt || price.plan.archivedAt)) throw new ApiError("K6008");
}

function statusRefusal({ status }: LoadedSubscription): ApiError {
  return new ApiError("K6003", { details: { status } });
}

/** The pack it is pinned to while the plan stays, the other plan's active one otherwise. */
async function packFor(
  scope: Scope,
  subscription: LoadedSubscription,
  price: PlanPriceWithPlan,
): Promise<PackWithEntitlements> {
  const pinned = price.planId === subscription.planId ? subscription.packId : null;
  const pack = pinned
    ? await getPackWithEntitlements(scope.db, scope, pinned)
    : await getActivePack(scope, price.planId);
  if (!pack) throw new ApiError("K5010");
  return pack;
}

/** Bought steps stay where the new pack has the driver. */
function driversKept(subscription: LoadedSubscription, pack: PackWithEntitlements): DriverChoice[] {
  return subscription.drivers.flatMap(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return entitlement?.driverStepSize ? [{ featureId, featureKey: entitlement.feature.key, steps }] : [];
  });
}

function areSame(had: { featureId: string; steps: number }[], wanted: DriverChoice[]): boolean {
  const text = (drivers: { featureId: string; steps: number }[]) =>
    drivers
      .filter(({ steps }) => steps > 0)
      .map(({ featureId, steps }) => `${featureId}=${steps}`)
      .sort()
      .join();
  return text(had) === text(wanted);
}
