import { z } from "zod";
import { Identifier } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

export const RotateWebhookSecret = z
  .strictObject({
    endpoint_id: Identifier,
    overlap_seconds: z
      .number()
      .int()
      .min(0)
      .max(7 * 86_400)
      .default(86_400)
      .meta({ description: "How long deliveries are signed with the old secret, too, in seconds." }),
  })
  .meta({ id: "RotateWebhookSecretRequest" });

export const rotateSecretMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/webhook-endpoints/{endpoint_id}/rotate-secret",
  isAtomic: true,
  summary: "Rotate an endpoint's secret",
  description: "Deliveries are signed with the new and, for overlap_seconds, with the old one, too.",
  errors: ["webhook_endpoint_not_found"],
});
