import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { CHANGES } from "../../../../platform/schema/throttles.ts";

export const dropPendingChangeMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "DELETE",
  path: "/v1/billing/subscriptions/{id}/pending-change",
  isForPortal: true,
  summary: "Drop the change that comes",
  description:
    "One that is scheduled for the period's end: the subscription stays with its plan. Or one that waits for its cardholder to confirm the payment: its open invoice is voided, and nothing is charged.",
  errors: ["subscription_not_found", "pending_change_missing", ...PROVIDER_ERRORS],
  throttle: CHANGES,
});
