import { z } from "zod";
import {
  Currency,
  FeatureType,
  Identifier,
  Overage,
  Timestamp,
  text,
} from "../../../platform/schema/common.ts";
import { INTERVALS, RESET_INTERVALS } from "../../../platform/schema/interval.ts";
import { Amount, MAX_AMOUNT, UnitAmount } from "../../../platform/schema/money.ts";
import { Quantity } from "../../../platform/schema/quantity.ts";

const Binding = z.enum(["CUSTOMER", "DIMENSION"]);

const DecimalText = z
  .string()
  .max(30)
  .regex(/^\d{1,12}(?:\.\d{1,12})?$/, "must be a decimal number at least 0, such as 0.25");

/** A quantity as text: at most 6 decimal places, because more would be rounded silently. */
const QuantityText = z
  .string()
  .max(30)
  .regex(/^\d{1,12}(?:\.\d{1,6})?$/, "must be a decimal number at least 0 with at most 6 places");

const Money = Amount.min(0).max(MAX_AMOUNT);

const DEEPEST_JSON = 32;

/** Whether PostgreSQL can keep a JSON value: well-formed text without U+0000, not too deep. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000");
  if (typeof value !== "object" || value === null) return true;
  if (depth === DEEPEST_JSON) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1));
}

const Tier = z.strictObject({
  up_to: DecimalText.nullable().meta({
    description: "Units past the limit up to which the tier reaches; null = without end.",
  }),
  unit_amount: UnitAmount.meta({ description: "Per started step of the tier, minor units." }),
  flat_amount: UnitAmount.optional().meta({ description: "Once, when the tier is entered, minor units." }),
});

export const EntitlementPrice = z.strictObject({
  currency: Currency,
  interval: z.enum(INTERVALS).nullable().default(null).meta({
    description:
      "For subscriptions that pay at this interval; null = at any that has no price of its own in the currency.",
  }),
  pricing: z.enum(["FLAT", "GRADUATED", "VOLUME"]).default("FLAT").meta({
    description:
      "FLAT: one price; GRADUATED: each tier's units at its own; VOLUME: all units at that of the tier they reach. Started steps are billed whole in each.",
  }),
  unit_amount: UnitAmount.nullable()
    .default(null)
    .meta({ description: "Per started overage step, minor units; fractions allowed. FLAT alone." }),
  tiers: z.array(Tier).max(20).nullable().default(null),
  overage_cap_amount: Money.nullable()
    .default(null)
    .meta({ description: "The most that overage may bill in an allowance period, minor units." }),
  driver_step_amount: Money.nullable()
    .default(null)
    .meta({ description: "What one bought step costs per billing period, minor units." }),
});

export const EntitlementInput = z.strictObject({
  feature_key: text(128),
  enabled: z.boolean().default(true),
  limit: Quantity.nullable().default(null).meta({ description: "Units included; null = unlimited." }),
  reset_interval: z.enum(RESET_INTERVALS).nullable().default(null).meta({
    description:
      "METERED: how often the limit starts anew, never less often than the subscription pays; BILLING = with each billing period. Left out or null: MONTH. null for other types.",
  }),
  value: z
    .union([
      z.string().max(10_000),
      z.number(),
      z.boolean(),
      z.record(z.string(), z.unknown()),
      z.array(z.unknown()),
    ])
    .refine(
      (value) => isStorable(value),
      `must be well-formed text without U+0000, at most ${DEEPEST_JSON} levels deep`,
    )
    .nullable()
    .default(null),
  overage: Overage.default("BLOCK"),
  limit_binding: Binding.default("CUSTOMER"),
  cap_binding: Binding.default("CUSTOMER"),
  max_dimensions: z.number().int().min(1).max(1_000_000).nullable().default(null),
  overage_ceiling: QuantityText.nullable()
    .default(null)
    .meta({ description: "The most units past the limit in a period." }),
  overage_step: Quantity.refine((step) => step > 0, "must be above 0")
    .default(1)
    .meta({ description: "Units that one unit_amount pays for. A started step is billed whole." }),
  rollover_max: Quantity.nullable()
    .default(null)
    .meta({ description: "The most unused units that move to the next period." }),
  driver_step_size: Quantity.nullable()
    .default(null)
    .meta({ description: "Units that one bought step adds to the limit." }),
  driver_max_steps: z.number().int().min(1).max(1_000_000).nullable().default(null),
  prices: z.array(EntitlementPrice).max(50).default([]),
});
export type EntitlementInput = z.output<typeof EntitlementInput>;

/** An entitlement as a pack shows it: as it was sent, with defaults for all that was left out. */
const PackEntitlement = z
  .object({
    ...EntitlementInput.shape,
    feature_id: z.string(),
    feature_name: z.string(),
    feature_type: FeatureType,
  })
  .meta({ id: "PackEntitlement" });

export const Pack = z
  .object({
    id: z.string(),
    plan_id: z.string(),
    version: z.number().int(),
    status: z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]),
    created_at: Timestamp,
    updated_at: Timestamp,
    published_at: Timestamp.nullable(),
    archived_at: Timestamp.nullable(),
    entitlements: z.array(PackEntitlement),
  })
  .meta({ id: "Pack" });

export const PackId = z.strictObject({ pack_id: Identifier });

export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: "Deleted" });

const Change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const PackDiff = z
  .object({
    pack_id: z.string(),
    compared_to: z.string().nullable().meta({ description: "The published pack; null when there is none." }),
    added: z.array(z.string()).meta({ description: "Feature keys." }),
    removed: z.array(z.string()).meta({ description: "Feature keys." }),
    changed: z.array(z.object({ feature_key: z.string(), changes: z.array(Change) })),
    summary: z
      .array(
        z.object({
          feature_key: z.string(),
          feature_name: z.string(),
          before: z.string().nullable().meta({ description: "null: the version on sale lacks it." }),
          after: z.string().nullable().meta({ description: "null: the pack lacks it." }),
        }),
      )
      .meta({ description: "The same in English: 5 included, then $10 each a month." }),
    subscribers: z.number().int().meta({
      description: "Live subscriptions of the plan: they keep their version until you move them.",
    }),
  })
  .meta({ id: "PackDiff" });
