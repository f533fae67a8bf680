import { z } from "zod";
import { Identifier, lines } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { EndpointTypes, EndpointUrl } from "./schema.ts";

export const UpdateWebhookEndpoint = z
  .strictObject({
    endpoint_id: Identifier,
    url: EndpointUrl.optional(),
    description: lines(500).nullable().optional(),
    types: EndpointTypes.optional(),
    disabled: z.boolean().optional().meta({
      description:
        "true: nothing is sent any more; waiting deliveries are kept. false: waiting deliveries are sent; replay by range the events that happened in the meantime.",
    }),
  })
  .meta({ id: "UpdateWebhookEndpointRequest" });

export const updateEndpointMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/webhook-endpoints/{endpoint_id}",
  method: "PATCH",
  summary: "Change a webhook endpoint",
  description: "Its address, types or description; disables and enables it. Takes effect with the next try.",
  errors: ["webhook_endpoint_not_found", "webhook_url_refused"],
});
