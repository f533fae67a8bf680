import { z } from "zod";
import { lines } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { EndpointTypes, EndpointUrl } from "./schema.ts";

export const CreateWebhookEndpoint = z
  .strictObject({
    url: EndpointUrl,
    description: lines(500).nullable().optional(),
    types: EndpointTypes.default(["*"]),
  })
  .meta({ id: "CreateWebhookEndpointRequest" });

export const createEndpointMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/webhook-endpoints",
  isAtomic: true,
  status: 201,
  summary: "Create a webhook endpoint",
  description:
    "From now on events of its types are posted to it, signed according to Standard Webhooks. The secret is shown only once.",
  errors: ["webhook_url_refused", "webhook_endpoints_limit_reached"],
});
