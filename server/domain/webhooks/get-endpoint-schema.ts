import { operation } from "../../platform/schema/operation.ts";

export const getEndpointMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/webhook-endpoints/{endpoint_id}",
  method: "GET",
  summary: "Get a webhook endpoint",
  description: "With what became of its deliveries, without its secret.",
  errors: ["webhook_endpoint_not_found"],
});
