import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";
import { deliveriesUnder } from "./deliveries/schema.ts";

export const TestedEndpoint = z
  .object({ event_id: z.string().meta({ description: "Its delivery shows the response." }) })
  .meta({ id: "TestedWebhookEndpoint" });

export const testEndpointMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: `${deliveriesUnder}/test`,
  isAtomic: true,
  summary: "Send a test event",
  description: "An event of type webhook_endpoint.tested, to this endpoint alone, whatever types it takes.",
  errors: ["webhook_endpoint_not_found", "webhook_endpoint_disabled"],
});
