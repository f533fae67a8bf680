import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { CHANGES } from "../../../../platform/schema/throttles.ts";

export const dropPendingChangeMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "DELETE",
  path: "/v1/billing/subscriptions/{id}/pending-change",
  isForPortal: true,
  summary: "Drop a scheduled change",
  description: "The subscription then stays with its plan when the period ends.",
  errors: ["subscription_not_found", "pending_change_missing", ...PROVIDER_ERRORS],
  throttle: CHANGES,
});
