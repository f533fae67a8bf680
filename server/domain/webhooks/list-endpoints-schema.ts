import { z } from "zod";
import { pageOf, pageQuery } from "../../platform/schema/common.ts";
import { internalOperation, operation } from "../../platform/schema/operation.ts";
import { WebhookEndpoint, WebhookEndpointInList } from "./schema.ts";

/** The endpoints that need mending, those that failed first at the top. */
export const FailingEndpoints = z.object({
  data: z.array(WebhookEndpoint.pick({ id: true, url: true, state: true })),
});

export const ListWebhookEndpoints = z.strictObject({ ...pageQuery });

export const WebhookEndpointPage = pageOf(WebhookEndpointInList);

export const listEndpointsMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/webhook-endpoints",
  summary: "List webhook endpoints",
  description: "Newest first, without their secrets.",
});

export const failingEndpointsMeta = internalOperation({ role: "VIEWER" });
