import { z } from "zod";
import { FeatureType, Identifier, Overage, Timestamp, text } from "../../../platform/schema/common.ts";
import { Quantity } from "../../../platform/schema/quantity.ts";
import { numberTextOr } from "../../../platform/schema/query.ts";

const FeatureKey = text(128);

const Dimension = text(255).meta({
  description: "An opaque name of a workspace, project or seat holder that usage is counted under.",
});

export const REASONS = [
  "NO_SUBSCRIPTION",
  "ENDED",
  "STATUS_BLOCKED",
  "NOT_IN_PLAN",
  "DISABLED",
  "LIMIT_REACHED",
  "CEILING_REACHED",
  "CAP_REACHED",
  "MAX_DIMENSIONS",
] as const;

const StaticValue = z.object({
  type: z.enum(["string", "number", "boolean", "json"]),
  value: z.unknown().meta({ description: "A value of that type; any JSON for json." }),
});

const SubscriptionStatus = z.object({
  subscription_id: z.string(),
  status: z.enum(["ACTIVE", "TRIALING", "PAST_DUE", "CANCELED", "UNPAID", "PAUSED"]),
  plan_slug: z.string(),
  current_period_end: Timestamp.nullable(),
  trial_end: Timestamp.nullable(),
});

const UpgradeOption = z.object({
  plan_id: z.string(),
  plan_slug: z.string(),
  plan_name: z.string(),
  plan_price_id: z.string(),
});

/** What one source grants of a feature. */
export const EntitlementPart = z
  .object({
    subscription_id: z
      .string()
      .nullable()
      .meta({ description: "The subscription that grants it; null for a free plan." }),
    product_id: z.string().nullable().meta({
      description: "The product of the subscription, or the one whose free plan grants it.",
    }),
    limit: z.number().nullable().meta({
      description:
        "Units that it includes, with those that rolled over; null = unlimited, or a feature without units.",
    }),
    used: z.number().meta({
      description: "Units counted here, reserved ones included, and overage where bears_overage is true.",
    }),
    remaining: z.number().nullable().meta({ description: "Included units that are left; null = unlimited." }),
    resets_at: Timestamp.nullable().meta({
      description: "When its units start again; null when they never do.",
    }),
    bears_overage: z.boolean().meta({
      description:
        "Units past what all parts include are counted here and billed by its terms; one part says true.",
    }),
  })
  .meta({ id: "EntitlementPart" });

/** docs/interface.md 2.7, with reason, resets_at and upgrade_options added. */
export const EntitlementCheck = z
  .object({
    allowed: z.boolean().meta({ description: "Whether the quantity asked for may be used now." }),
    feature_key: z.string(),
    feature_type: FeatureType,
    has_override: z.boolean(),
    configured: z.boolean().meta({ description: "The plan or an override grants the feature at all." }),
    enabled: z.boolean().meta({ description: "The feature is switched on." }),
    limit: z.number().nullable().meta({
      description:
        "Units that the terms of now include, with those that rolled over; null = unlimited, or a feature without units.",
    }),
    used: z.number(),
    remaining: z.number().nullable().meta({
      description: "Included units that are left, of all parts together; null = unlimited.",
    }),
    overage_behavior: Overage.meta({
      description:
        "BILL is BLOCK where nothing can be billed: in a trial, without a subscription, without a price in its currency.",
    }),
    access_limit: z
      .number()
      .nullable()
      .meta({ description: "The highest usage still granted; null = unbounded." }),
    billed_amount: z
      .number()
      .nullable()
      .meta({ description: "What overage has billed this period, minor units." }),
    currency: z.string().nullable(),
    cap_reached: z.boolean(),
    value: StaticValue.nullable().meta({ description: "The value of a STATIC feature." }),
    subscription_status: SubscriptionStatus.nullable().meta({
      description:
        "null without a subscription, and under a free plan. Where nothing gives access, the last one that ended.",
    }),
    reason: z.enum(REASONS).nullable().meta({ description: "Why it is refused; null when it is allowed." }),
    resets_at: Timestamp.nullable().meta({
      description: "When the counter starts again; null when it never does.",
    }),
    upgrade_options: z
      .array(UpgradeOption)
      .meta({ description: "Plans of the same product that would allow it." }),
    parts: z.array(EntitlementPart).meta({
      description:
        "Each subscription and free plan that grants the feature, in the order in which their included units are used up; limit and used are the sums. Held units (ALLOCATED) are one counter, shown in the same order. Empty where nothing gives access or grants the feature.",
    }),
  })
  .meta({ id: "EntitlementCheck" });

export const CheckEntitlement = z.strictObject({
  feature_key: FeatureKey,
  customer: Identifier.optional().meta({
    description: "Required with an application's token; a user's token implies its own customer.",
  }),
  dimension: Dimension.optional(),
  quantity: numberTextOr(1, Quantity).meta({ description: "The number of units to check." }),
});

export const ListEntitlements = CheckEntitlement.omit({ feature_key: true, quantity: true });
