import { ApiError } from "../../../../errors/api-error.ts";
import { Decimal } from "../../../../platform/decimal.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { getOfferedPriceOrThrow, isArchived } from "../../../catalog/for-sale.ts";
import {
  getActivePack,
  getPackCached,
  getPackWithEntitlements,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/load-plan-price.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { canChangePlan } from "../../terms/rules.ts";
import { chooseDrivers, maxSteps } from "../start/choose-drivers.ts";
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

/** Why the subscription cannot have the price; null where it can. */
export function refusalOfChange(subscription: LoadedSubscription, price: PlanPriceWithPlan): ApiError | null {
  if (!canChangePlan(subscription.status)) return statusRefusal(subscription);
  // Another interval begins a new period now, and the old period's end would end it: paid for and not given.
  const isEnding = subscription.cancelAtPeriodEnd || subscription.cancelAt !== null;
  if (isEnding && price.interval !== subscription.planPrice.interval)
    return new ApiError("subscription_status_conflict", { details: { status: "ending" } });
  if (price.plan.productId !== subscription.productId) return new ApiError("product_mismatch");
  if (price.currency !== subscription.planPrice.currency) return new ApiError("currency_mismatch");
  const isSame = price.id === subscription.planPriceId;
  return !isSame && isArchived(price) ? new ApiError("price_not_for_sale") : null;
}

function statusRefusal({ status }: LoadedSubscription): ApiError {
  return new ApiError("subscription_status_conflict", { details: { status } });
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

/** How many new steps hold as many units as the steps bought; a started step counts whole. */
export function stepsKept(bought: number, old: Exact, now: Exact): number {
  return new Decimal(old.toString()).mul(bought).div(now.toString()).ceil().toNumber();
}

interface Exact {
  toString(): string;
}

type Steps = Pick<DriverChoice, "featureId" | "steps">;

/** Whether the same steps are bought of the same drivers, in any order. */
export function areSameDrivers(had: readonly Steps[], wanted: readonly Steps[]): boolean {
  const text = (drivers: readonly Steps[]) =>
    drivers
      .filter(({ steps }) => steps > 0)
      .map(({ featureId, steps }) => `${featureId}=${steps}`)
      .sort()
      .join();
  return text(had) === text(wanted);
}
