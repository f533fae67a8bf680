import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";

export const DeletedWebhookEndpoint = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedWebhookEndpoint" });

export const deleteEndpointMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/webhook-endpoints/{endpoint_id}",
  method: "DELETE",
  summary: "Delete a webhook endpoint",
  description: "With its deliveries and their log; waiting deliveries are not sent.",
  errors: ["webhook_endpoint_not_found"],
});
