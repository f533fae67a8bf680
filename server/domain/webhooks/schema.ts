import { z } from "zod";
import { Identifier, isPlain, lines, pageOf, pageQuery, Timestamp } from "../../platform/schema/common.ts";
import { internalOperation, operation } from "../../platform/schema/operation.ts";
import { EVENT_TYPES } from "../events/types.ts";

const NOUNS = [...new Set(Object.keys(EVENT_TYPES).map((type) => `${type.split(".")[0]}.*`))];

const Types = z
  .array(z.enum(["*", ...NOUNS, ...Object.keys(EVENT_TYPES)]))
  .min(1, "Choose at least one event.")
  .max(100)
  .meta({ description: "Which events it takes: types, `noun.*` for all of a noun, `*` for all." });

const Url = z.url().max(2_000).refine(isPlain, "must not contain control characters").meta({
  description: "A public https address, without user name and password. Redirects are not followed.",
});

export const WebhookEndpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    types: z.array(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp,
    state: z.enum(["ENABLED", "FAILING", "DISABLED"]).meta({
      description: "FAILING: it is enabled, the last tries failed, and the last of them less than a day ago.",
    }),
    failing_since: Timestamp.nullable().meta({
      description: "When the present run of failures began; null after a success.",
    }),
    last_failed_at: Timestamp.nullable().meta({
      description: "When the last try of that run failed; null after a success.",
    }),
    disabled_at: Timestamp.nullable().meta({
      description: "Since when nothing is sent, nor queued; null: it is enabled.",
    }),
    disabled_reason: z.enum(["BY_HAND", "FAILING", "GONE"]).nullable().meta({
      description: "FAILING: nothing succeeded for 5 days. GONE: it answered 410.",
    }),
  })
  .meta({ id: "WebhookEndpoint" });

/** An endpoint in a list. */
const WebhookEndpointInList = WebhookEndpoint.extend({
  waiting: z
    .number()
    .int()
    .meta({ description: "Deliveries that are being sent, or wait for their next try." }),
}).meta({ id: "WebhookEndpointInList" });

/** One endpoint with what became of its deliveries. */
export const WebhookEndpointDetail = WebhookEndpointInList.extend({
  failed: z.number().int().meta({ description: "Deliveries that are not tried any more." }),
  next_attempt_at: Timestamp.nullable().meta({
    description: "When the first of those that wait is tried next; null: none waits, or it is disabled.",
  }),
  last_success_at: Timestamp.nullable().meta({
    description: "When a delivery arrived last. What was delivered is kept for 30 days.",
  }),
  last_failure: z
    .object({ at: Timestamp, reason: z.string(), response_status: z.number().int().nullable() })
    .nullable()
    .meta({
      description:
        "The last try of the present run of failures; without one, of the newest delivery that FAILED; null: none.",
    }),
  secret_created_at: Timestamp.meta({ description: "When the secret that signs was made." }),
  former_secret_until: Timestamp.nullable().meta({
    description: "Until when deliveries are signed with the former secret, too; null: they are not.",
  }),
}).meta({ id: "WebhookEndpointDetail" });

export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().meta({ description: "The secret that signs deliveries. Shown only once." }),
}).meta({ id: "WebhookEndpointWithSecret" });

export const AddressRule = z.object({
  may_be_private: z
    .boolean()
    .meta({ description: "Whether http and addresses that are not public are allowed." }),
  what_holds: z.string().meta({ description: "What an address must be, in words, without a full stop." }),
});

/** The endpoints that need mending, those that failed first at the top. */
export const FailingEndpoints = z.object({
  data: z.array(WebhookEndpoint.pick({ id: true, url: true, state: true })),
});

export const CreateWebhookEndpoint = z
  .strictObject({ url: Url, description: lines(500).nullable().optional(), types: Types.default(["*"]) })
  .meta({ id: "CreateWebhookEndpointRequest" });

export const UpdateWebhookEndpoint = z
  .strictObject({
    endpoint_id: Identifier,
    url: Url.optional(),
    description: lines(500).nullable().optional(),
    types: Types.optional(),
    disabled: z.boolean().optional().meta({
      description:
        "true: nothing is sent any more; waiting deliveries are kept. false: waiting deliveries are sent; replay by range the events that happened in the meantime.",
    }),
  })
  .meta({ id: "UpdateWebhookEndpointRequest" });

export const WebhookEndpointId = z.strictObject({ endpoint_id: Identifier });
export const ListWebhookEndpoints = z.strictObject({ ...pageQuery });
export const WebhookEndpointPage = pageOf(WebhookEndpointInList);
export const DeletedWebhookEndpoint = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedWebhookEndpoint" });

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

const shared = { tag: "Webhooks", security: "app+jwt", scope: "billing:admin" } as const;
const one = { ...shared, path: "/v1/webhook-endpoints/{endpoint_id}" } as const;

export const createEndpointMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/webhook-endpoints",
  isAtomic: true,
  status: 201,
  summary: "Create a webhook endpoint",
  description:
    "From now on events of its types are posted to it, signed according to Standard Webhooks. The secret is shown only once.",
  errors: ["webhook_url_refused", "webhook_endpoints_limit_reached"],
});
export const listEndpointsMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/webhook-endpoints",
  summary: "List webhook endpoints",
  description: "Newest first, without their secrets.",
});
export const addressRuleMeta = internalOperation({ role: "VIEWER" });
export const failingEndpointsMeta = internalOperation({ role: "VIEWER" });
export const getEndpointMeta = operation({
  ...one,
  method: "GET",
  summary: "Get a webhook endpoint",
  description: "With what became of its deliveries, without its secret.",
  errors: ["webhook_endpoint_not_found"],
});
export const updateEndpointMeta = operation({
  ...one,
  method: "PATCH",
  summary: "Change a webhook endpoint",
  description: "Its address, types or description; disables and enables it. Takes effect with the next try.",
  errors: ["webhook_endpoint_not_found", "webhook_url_refused"],
});
export const deleteEndpointMeta = operation({
  ...one,
  method: "DELETE",
  summary: "Delete a webhook endpoint",
  description: "With its deliveries and their log; waiting deliveries are not sent.",
  errors: ["webhook_endpoint_not_found"],
});
export const rotateSecretMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/webhook-endpoints/{endpoint_id}/rotate-secret",
  isAtomic: true,
  summary: "Rotate an endpoint's secret",
  description: "Deliveries are signed with the new and, for overlap_seconds, with the old one, too.",
  errors: ["webhook_endpoint_not_found"],
});
