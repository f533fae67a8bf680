import { operation } from "../../../platform/schema/operation.ts";

export const getOverrideMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/billing/overrides/{id}",
  summary: "Get an override",
  description: "With its reason and author.",
  errors: ["override_not_found"],
});
