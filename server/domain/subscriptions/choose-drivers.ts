import { ApiError } from "../../errors/api-error.ts";
import type { PackWithEntitlements } from "../catalog/get-plan-price.ts";
import type { DriverChoice } from "./provider-prices.ts";

/** K6009 a feature that is no driver of the pack, that is named twice, or more steps than are sold. */
export function chooseDrivers(
  pack: PackWithEntitlements,
  wanted: { feature_key: string; steps: number }[],
): DriverChoice[] {
  return wanted.map(({ feature_key, steps }, index) => {
    const entitlement = pack.entitlements.find(({ feature }) => feature.key === feature_key);
    const isTwice = wanted.findIndex((other) => other.feature_key === feature_key) !== index;
    const tooMany = entitlement?.driverMaxSteps != null && steps > entitlement.driverMaxSteps;
    if (!entitlement?.driverStepSize || isTwice || tooMany)
      throw new ApiError("K6009", { details: { feature_key } });
    return { featureId: entitlement.featureId, featureKey: feature_key, steps };
  });
}
