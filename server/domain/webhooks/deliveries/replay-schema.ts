import { z } from "zod";
import { Identifier, TimestampInput } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { deliveriesUnder } from "./schema.ts";

export const ReplayWebhooks = z
  .strictObject({
    endpoint_id: Identifier,
    event_id: Identifier.optional().meta({ description: "One event; send no other field with it." }),
    from: TimestampInput.optional().meta({ description: "Events of this moment or later." }),
    to: TimestampInput.optional().meta({ description: "Events before this moment." }),
    only_failed: z
      .boolean()
      .optional()
      .meta({ description: "Only what is FAILED; without from and to: all that is." }),
    waiting: z.boolean().optional().meta({
      description: "What waits for its next try is tried now, too; without another field: that alone.",
    }),
  })
  .meta({ id: "ReplayWebhooksRequest" });

export const Replayed = z
  .object({ queued: z.number().int().meta({ description: "How many events will be sent again." }) })
  .meta({ id: "ReplayedWebhooks" });

export const replayMeta = operation({
  tag: "Webhooks",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: `${deliveriesUnder}/replay`,
  isAtomic: true,
  summary: "Send events again",
  description:
    "One event, the events of a time range whose types the endpoint takes (also while it was disabled), all that FAILED, or all that waits. " +
    "Each is tried as often as a new one, under the same webhook-id.",
  errors: [
    "webhook_endpoint_not_found",
    "event_not_found",
    "webhook_endpoint_disabled",
    "webhook_replay_selection_missing",
  ],
});
