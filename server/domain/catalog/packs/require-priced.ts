import { ApiError } from "../../../errors/api-error.ts";
import type { PackWithEntitlements } from "../get-plan-price.ts";

/** K5009 where overage BILL has no price in the currency. */
export function requirePriced(pack: PackWithEntitlements, currency: string): void {
  const unpriced = pack.entitlements.find(
    ({ overage, prices }) => overage === "BILL" && !prices.some((price) => price.currency === currency),
  );
  if (!unpriced) return;
  const rule = `the plan is sold in ${currency}, and overage BILL has no price in it`;
  throw new ApiError("K5009", { details: { feature_key: unpriced.feature.key, rule } });
}
