import { ApiError } from "../../../../errors/api-error.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { findPromotion } from "../start/look-up-promotion-code.ts";

interface Asked {
  effective: "now" | "period_end";
  promotion_code?: string | undefined;
}

/**
 * The card provider's id of the promotion code of a change; null without one. Throws field_not_for_provider,
 * promotion_code_not_redeemable or promotion_code_needs_change_now.
 */
export async function findChangePromotion(
  scope: Scope,
  { provider, providerCustomerId: customerId, planPrice }: LoadedSubscription,
  { effective, promotion_code: code }: Asked,
): Promise<string | null> {
  if (code === undefined) return null;
  if (provider === BY_INVOICE)
    throw new ApiError("field_not_for_provider", { details: { field: "promotion_code", provider } });
  if (effective === "period_end") throw new ApiError("promotion_code_needs_change_now");
  const { currency } = planPrice;
  const asked = { code, customerId, currency, now: scope.clock.now() };
  return findPromotion(scope, await cardProviderOf(scope), asked);
}
