import { z } from "zod";
import { Identifier, isPlain, Timestamp } from "../../platform/schema/common.ts";
import { EVENT_TYPES } from "../events/types.ts";

const NOUNS = [...new Set(Object.keys(EVENT_TYPES).map((type) => `${type.split(".")[0]}.*`))];

export const EndpointTypes = z
  .array(z.enum(["*", ...NOUNS, ...Object.keys(EVENT_TYPES)]))
  .min(1, "Choose at least one event.")
  .max(100)
  .meta({ description: "Which events it takes: types, `noun.*` for all of a noun, `*` for all." });

export const EndpointUrl = z.url().max(2_000).refine(isPlain, "must not contain control characters").meta({
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
export const WebhookEndpointInList = WebhookEndpoint.extend({
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

export const WebhookEndpointId = z.strictObject({ endpoint_id: Identifier });
