import { z } from "zod";
import {
  Identifier,
  lines,
  Overage,
  pageOf,
  pageQuery,
  Timestamp,
  TimestampInput,
  text,
} from "../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Quantity, SignedQuantity } from "../../../platform/schema/quantity.ts";
import { booleanText } from "../../../platform/schema/query.ts";

export const Override = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    feature_key: z.string(),
    enabled: z.boolean().nullable(),
    limit_set: z.number().nullable(),
    limit_add: z.number().nullable(),
    unlimited: z.boolean(),
    value: z.unknown().meta({ description: "The value of a STATIC feature; null changes nothing." }),
    overage: Overage.nullable(),
    overage_ceiling: z.string().nullable(),
    overage_cap_amount: z.number().nullable(),
    reason: z.string(),
    created_by: z.string(),
    created_at: Timestamp,
    starts_at: Timestamp,
    ends_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    is_active: z.boolean().meta({ description: "Whether it is in force now." }),
  })
  .meta({ id: "Override" });

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

export const OverrideId = z.strictObject({ id: Identifier });

export const ListOverrides = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional(),
  feature_key: text(128).optional(),
  active: booleanText().meta({ description: "true: only those in force now." }).optional(),
});

export const OverridePage = pageOf(Override);

const shared = { tag: "Billing", security: "app+jwt", scope: "billing:admin" } as const;

export const createOverrideMeta = operation({
  ...shared,
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
export const listOverridesMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/overrides",
  summary: "List overrides",
  description: "Newest first; by customer, feature, or those in force.",
  errors: ["customer_not_found", "feature_key_unknown"],
});
export const getOverrideMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/overrides/{id}",
  summary: "Get an override",
  description: "With its reason and author.",
  errors: ["override_not_found"],
});
export const revokeOverrideMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/billing/overrides/{id}/revoke",
  role: "SUPPORT",
  summary: "Revoke an override",
  description: "It is no longer in force. Idempotent.",
  errors: ["override_not_found"],
});
