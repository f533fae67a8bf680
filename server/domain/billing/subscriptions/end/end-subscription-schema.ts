import { z } from "zod";
import { Identifier, lines } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { CHANGES } from "../../../../platform/schema/throttles.ts";

export const CancelSubscription = z
  .strictObject({
    id: Identifier,
    at: z.enum(["now", "period_end"]).default("period_end").meta({
      description:
        "now: it ends at once, use past a limit is billed, except of held units (ALLOCATED), which whole periods bill. period_end: it continues until then.",
    }),
    reason: lines(500).optional().meta({ description: "Kept for the audit." }),
  })
  .meta({ id: "CancelSubscriptionRequest" });

export const cancelSubscriptionMeta = operation({
  method: "POST",
  tag: "Billing",
  security: "app+jwt",
  path: "/v1/billing/subscriptions/{id}/cancel",
  isForPortal: true,
  summary: "Cancel a subscription",
  description:
    "At the period's end: its status stays until then, and resuming undoes the cancellation. Now: it ends at once, nothing is refunded, and use past a limit is billed, except of held units (ALLOCATED), which whole periods bill.",
  errors: [
    "subscription_not_found",
    "subscription_status_conflict",
    "subscription_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
  throttle: CHANGES,
});

export const pauseSubscriptionMeta = operation({
  method: "POST",
  tag: "Billing",
  security: "app+jwt",
  path: "/v1/billing/subscriptions/{id}/pause",
  summary: "Pause a subscription",
  description:
    "Nothing is collected and nothing may be used until it is resumed; its periods continue. Idempotent.",
  errors: [
    "subscription_not_found",
    "subscription_status_conflict",
    "subscription_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
});

export const resumeSubscriptionMeta = operation({
  method: "POST",
  tag: "Billing",
  security: "app+jwt",
  path: "/v1/billing/subscriptions/{id}/resume",
  isForPortal: true,
  summary: "Resume a subscription",
  description:
    "Undoes a pause; of a subscription that is not paused, a cancellation at the period's end. One that is paused and canceled is resumed twice to go on.",
  errors: [
    "subscription_not_found",
    "subscription_status_conflict",
    "subscription_change_in_progress",
    "nothing_to_resume",
    ...PROVIDER_ERRORS,
  ],
  throttle: CHANGES,
});
