import type { Interval } from "../../../../platform/calendar.ts";
import type { PackWithEntitlements } from "../../../catalog/load-plan-price.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { recurringOf } from "../recurring-amount.ts";

/** What somebody has bought, as the page and the mail after the purchase tell it. */
export interface Purchase {
  /** Product and plan, as they are sold. */
  name: string;
  /** Minor units for each interval, before usage and taxes. */
  amount: number;
  currency: string;
  interval: Interval;
  /** What is counted and can be bought in steps, such as seats: what the plan includes and what was added, together. */
  quantities: { name: string; quantity: number }[];
  isTrial: boolean;
  /** When the card is charged next; null: not again. */
  nextChargeAt: Date | null;
}

/** A subscription as it was bought. */
export function purchaseOf(row: LoadedSubscription, pack: PackWithEntitlements | null): Purchase {
  const { recurring_amount: amount } = recurringOf(row, pack);
  const { currency, interval } = row.planPrice;
  const quantities = (pack?.entitlements ?? []).flatMap(({ featureId, feature, limit, driverStepSize }) => {
    if (driverStepSize === null) return [];
    const steps = row.drivers.find((driver) => driver.featureId === featureId)?.steps ?? 0;
    const quantity = (limit?.toNumber() ?? 0) + steps * driverStepSize.toNumber();
    return quantity > 0 ? [{ name: feature.name, quantity }] : [];
  });
  const isTrial = row.status === "TRIALING";
  const isLast = amount === 0 || row.cancelAtPeriodEnd || row.endedAt !== null;
  return {
    name: `${row.product.name} ${row.plan.name}`,
    amount,
    currency,
    interval,
    quantities,
    isTrial,
    nextChargeAt: isLast ? null : isTrial ? row.trialEnd : row.currentPeriodEnd,
  };
}
