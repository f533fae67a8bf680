import { z } from "zod";
import { Identifier } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { CARD_TRIES } from "../../../../platform/schema/throttles.ts";
import { CHANGE_ERRORS, drivers, effective, promotion_code } from "./schema.ts";

export const ChangePlan = z
  .strictObject({
    id: Identifier,
    plan_price_id: Identifier,
    drivers,
    effective,
    promotion_code,
    quote_id: Identifier.optional().meta({
      description: "A preview of just this change: it then costs what the quote says, or is refused.",
    }),
  })
  .meta({ id: "ChangePlanRequest" });

/** docs/interface.md 4.4. */
export const changePlanMeta = operation({
  method: "POST",
  tag: "Billing",
  security: "app+jwt",
  path: "/v1/billing/subscriptions/{id}/change-plan",
  isForPortal: true,
  summary: "Change a subscription's plan or price",
  description:
    "Effective immediately, prorated to the second and charged at once. When the charge fails the old plan stays. What the subscription has already changes nothing, and drops a change that was to come. With `effective: period_end` it waits for the next period.",
  errors: [
    "subscription_change_in_progress",
    "quote_invalid",
    "quote_price_changed",
    "card_missing_for_currency",
    "promotion_code_cannot_wait_for_bank",
    "card_declined",
    "card_authentication_required",
    "card_provider_rate_limited",
    ...CHANGE_ERRORS,
  ],
  throttle: CARD_TRIES,
});
