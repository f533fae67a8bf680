import { z } from "zod";
import { Identifier, lines, Overage, TimestampInput, text } from "../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Quantity, SignedQuantity } from "../../../platform/schema/quantity.ts";

export const CreateOverride = z
  .strictObject({
    customer: Identifier.meta({ description: "Your own identifier of the customer, or our cus_ id." }),
    feature_key: text(128),
    enabled: z.boolean().optional().meta({ description: "Switches the feature on or off." }),
    limit_set: Quantity.optional().meta({ description: "The limit instead of the plan's." }),
    limit_add: SignedQuantity.optional().meta({
      description: "Added to the limit; several overrides add up. Below 0 takes away.",
    }),
    unlimited: z.literal(true).optional().meta({ description: "No limit." }),
    value: z
      .union([
        z.string().max(10_000),
        z.number(),
        z.boolean(),
        z.record(z.string(), z.unknown()),
        z.array(z.unknown()),
      ])
      .optional()
      .meta({ description: "The value of a STATIC feature." }),
    overage: Overage.optional(),
    overage_ceiling: Quantity.optional(),
    overage_cap_amount: Amount.min(0).max(MAX_AMOUNT).optional(),
    reason: lines(500).meta({ description: "Why; kept for the audit." }),
    starts_at: TimestampInput.optional().meta({ description: "Now when left out." }),
    ends_at: TimestampInput.optional().meta({
      description: "The first moment it is not in force; none when left out.",
    }),
  })
  .meta({ id: "CreateOverrideRequest" });

export const createOverrideMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/billing/overrides",
  isAtomic: true,
  status: 201,
  role: "SUPPORT",
  summary: "Create an override",
  description:
    "Changes what the customer's plan grants, while it is in force. Of several overrides the later one wins, field by field; limit_add adds up. One that would bill use past a limit of a subscription at a price of 0 without a card is refused.",
  errors: [
    "customer_not_found",
    "overage_not_collectable",
    "card_provider_unavailable",
    "card_provider_answer_unknown",
    "card_provider_not_connected",
    "card_provider_key_revoked",
    "card_provider_refused_request",
    "feature_key_unknown",
    "override_invalid",
  ],
});
