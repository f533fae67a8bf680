import { ApiError } from "../../../../errors/api-error.ts";
import { Decimal } from "../../../../platform/decimal.ts";
import { isArchived } from "../../../catalog/for-sale.ts";
import type { PlanPriceWithPlan } from "../../../catalog/load-plan-price.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { canChangePlan } from "../../terms/rules.ts";
import type { DriverChoice } from "../sale-lines.ts";

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

/** The refusal of a change in the status that the subscription has. */
export function statusRefusal({ status }: LoadedSubscription): ApiError {
  return new ApiError("subscription_status_conflict", { details: { status } });
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
