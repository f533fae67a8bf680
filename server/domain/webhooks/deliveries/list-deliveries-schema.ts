import { z } from "zod";
import { Identifier, pageOf, pageQuery, Timestamp } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Event, EventTypeName } from "../../events/schema.ts";
import { deliveriesUnder } from "./schema.ts";

const Status = z.enum(["PENDING", "DELIVERED", "FAILED"]).meta({
  description:
    "PENDING: being sent, or waiting for the next try. DELIVERED: answered 2xx. FAILED: not tried any more.",
});

/** The delivery of one event to one endpoint. */
export const WebhookDelivery = z
  .object({
    endpoint_id: z.string(),
    event_id: z.string(),
    type: EventTypeName,
    status: Status,
    attempts: z.number().int().meta({ description: "Tries since it was queued, or replayed, 15 at most." }),
    response_status: z.number().int().nullable().meta({ description: "Of the last try; null: no answer." }),
    last_error: z.string().nullable().meta({ description: "Why the last try failed; null when it did not." }),
    created_at: Timestamp,
    next_attempt_at: Timestamp.nullable().meta({
      description: "When it is tried next, at the latest; null when it is not PENDING.",
    }),
    delivered_at: Timestamp.nullable(),
  })
  .meta({ id: "WebhookDelivery" });

const Headers = z.record(z.string(), z.string());

const WebhookAttempt = z
  .object({
    id: z.string(),
    started_at: Timestamp,
    duration_ms: z.number().int(),
    url: z.string(),
    request_headers: Headers,
    response_status: z.number().int().nullable(),
    response_headers: Headers.nullable(),
    response_body: z.string().nullable().meta({ description: "The first 4,096 characters." }),
    error: z.string().nullable(),
  })
  .meta({ id: "WebhookAttempt" });

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  event: Event.meta({ description: "The body that is sent." }),
  attempt_log: z.array(WebhookAttempt).meta({ description: "The newest 50 tries of the last 30 days." }),
}).meta({ id: "WebhookDeliveryDetail" });

export const ListDeliveries = z.strictObject({
  endpoint_id: Identifier,
  status: Status.optional(),
  ...pageQuery,
});

export const DeliveryPage = pageOf(WebhookDelivery);

export const DeliveryId = z.strictObject({ endpoint_id: Identifier, event_id: Identifier });

export const listDeliveriesMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: `${deliveriesUnder}/deliveries`,
  summary: "List an endpoint's deliveries",
  description: "The newest event first. What was delivered is kept for 30 days.",
  errors: ["webhook_endpoint_not_found"],
});

export const getDeliveryMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: `${deliveriesUnder}/deliveries/{event_id}`,
  summary: "Get a delivery with its log",
  description: "The request and the response of each try.",
  errors: ["webhook_endpoint_not_found", "webhook_delivery_not_found"],
});
