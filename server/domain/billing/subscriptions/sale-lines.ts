import { ApiError } from "../../../errors/api-error.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import type { PackWithEntitlements, PlanPriceWithPlan } from "../../catalog/load-plan-price.ts";

/** A bought amount of a feature that drives the price. */
export interface DriverChoice {
  featureId: string;
  featureKey: string;
  steps: number;
}

/** One item that a subscription pays for each period. */
export interface SaleLine {
  key: string;
  amount: bigint;
  name: string;
  productKey: string;
  /** The driver; null for the plan's own price. */
  featureId: string | null;
  quantity: number;
}

/** The items of a sale: the plan's own price, and one for each driver with steps. Throws quantity_invalid. */
export function linesOf(
  price: PlanPriceWithPlan,
  pack: PackWithEntitlements,
  drivers: DriverChoice[],
): SaleLine[] {
  const name = `${price.plan.product.name} ${price.plan.name}`;
  const base = {
    key: price.id,
    amount: price.amount,
    name,
    productKey: price.planId,
    featureId: null,
    quantity: 1,
  };
  const driven = drivers
    .filter(({ steps }) => steps > 0)
    .map((driver) => driverLine(price, pack, driver, name));
  return [base, ...driven];
}

/** A driver of a pack: how many steps it sells, null without a bound. */
type SoldBySteps = Pick<PackWithEntitlements["entitlements"][number], "driverMaxSteps">;

/** Why a feature cannot be chosen, in the message of quantity_invalid. */
export const NO_DRIVER = "it is not a driver of this plan";
export const pastMost = ({ driverMaxSteps }: SoldBySteps) => `it has at most ${driverMaxSteps} steps`;

/** Whether it is more steps than the pack sells. */
export function isPast({ driverMaxSteps }: SoldBySteps, steps: number): boolean {
  return driverMaxSteps !== null && steps > driverMaxSteps;
}

function driverLine(
  price: PlanPriceWithPlan,
  pack: PackWithEntitlements,
  driver: DriverChoice,
  planName: string,
): SaleLine {
  const entitlement = pack.entitlements.find((candidate) => candidate.featureId === driver.featureId);
  const stepPrice = (entitlement && priceAt(entitlement.prices, price)?.driverStepAmount) ?? null;
  const refuse = (reason: string) =>
    new ApiError("quantity_invalid", { details: { feature_key: driver.featureKey, reason } });
  if (!entitlement?.driverStepSize || stepPrice === null) throw refuse(NO_DRIVER);
  if (isPast(entitlement, driver.steps)) throw refuse(pastMost(entitlement));
  return {
    // The step's price belongs to the pack's version, the interval to the plan price.
    key: `${price.id}/${entitlement.id}`,
    amount: stepPrice,
    name: `${planName}: ${entitlement.feature.name}`,
    productKey: `${price.planId}/${driver.featureId}`,
    featureId: driver.featureId,
    quantity: driver.steps,
  };
}
