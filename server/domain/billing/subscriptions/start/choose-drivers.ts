import { ApiError } from "../../../../errors/api-error.ts";
import { MAX_AMOUNT } from "../../../../platform/schema/money.ts";
import { MAX_UNITS } from "../../../../platform/schema/quantity.ts";
import type { PackWithEntitlements } from "../../../catalog/load-plan-price.ts";
import { type DriverChoice, isPast, NO_DRIVER, pastMost } from "../sale-lines.ts";

/** The most steps in an order. */
const MAX_STEPS = 1_000_000;

type SoldByStep = Pick<
  PackWithEntitlements["entitlements"][number],
  "driverStepSize" | "driverMaxSteps" | "prices"
>;

/** The most steps of a driver that can be sold: their price must fit an invoice, and their units a counter. */
export function maxSteps({ driverStepSize, driverMaxSteps, prices }: SoldByStep): number {
  const dearest = prices.reduce((most, { driverStepAmount: one }) => (one && one > most ? one : most), 0n);
  const affordable = dearest === 0n ? MAX_STEPS : Math.floor(MAX_AMOUNT / Number(dearest));
  const holdable = driverStepSize === null ? MAX_STEPS : Math.floor(MAX_UNITS / driverStepSize.toNumber());
  return Math.min(driverMaxSteps ?? MAX_STEPS, affordable, holdable);
}

/** Throws quantity_invalid or quantity_too_large. */
export function chooseDrivers(
  pack: PackWithEntitlements,
  wanted: { feature_key: string; steps: number }[],
): DriverChoice[] {
  return wanted.map(({ feature_key, steps }, index) => {
    const entitlement = pack.entitlements.find(({ feature }) => feature.key === feature_key);
    const isTwice = wanted.findIndex((other) => other.feature_key === feature_key) !== index;
    const refuse = (reason: string) => new ApiError("quantity_invalid", { details: { feature_key, reason } });
    if (isTwice) throw refuse("it is named twice");
    if (!entitlement?.driverStepSize) throw refuse(NO_DRIVER);
    if (isPast(entitlement, steps)) throw refuse(pastMost(entitlement));
    const most = maxSteps(entitlement);
    if (steps > most) throw new ApiError("quantity_too_large", { details: { feature_key, most } });
    return { featureId: entitlement.featureId, featureKey: feature_key, steps };
  });
}
