import { operation } from "../../../platform/schema/operation.ts";

export const revokeOverrideMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/billing/overrides/{id}/revoke",
  role: "SUPPORT",
  summary: "Revoke an override",
  description: "It is no longer in force. Idempotent.",
  errors: ["override_not_found"],
});
