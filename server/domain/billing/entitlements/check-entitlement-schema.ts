import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";

/** docs/interface.md 4.11. */
export const checkEntitlementMeta = operation({
  method: "GET",
  path: "/v1/billing/entitlements/{feature_key}",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Check a single entitlement",
  description: "Whether a customer may use a feature now, with the numbers behind the answer.",
  errors: ["customer_not_found", "customer_required", "feature_key_unknown"],
  throttle: OWN_DATA,
});
