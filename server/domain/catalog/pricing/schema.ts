import { z } from "zod";
import { FeatureType, Overage } from "../../../platform/schema/common.ts";
import { INTERVALS, RESET_INTERVALS } from "../../../platform/schema/interval.ts";
import { EntitlementPrice } from "../packs/schema.ts";
import { PriceSummary } from "../schema.ts";

const OveragePrice = z.object({
  currency: z.string(),
  interval: z.enum(INTERVALS).nullable().meta({
    description:
      "For subscriptions that pay at this interval; null = at any that has no price of its own in the currency.",
  }),
  pricing: z.enum(["FLAT", "GRADUATED", "VOLUME"]),
  unit_amount: z.string().nullable().meta({ description: "Per overage step, minor units; a decimal." }),
  tiers: EntitlementPrice.shape.tiers
    .unwrap()
    .meta({ description: "Of GRADUATED and VOLUME; null for FLAT." }),
  overage_cap_amount: z.number().nullable(),
  driver_step_amount: z
    .number()
    .nullable()
    .meta({ description: "What one bought step costs per billing period, minor units." }),
});

const PricingFeature = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: FeatureType,
  unit_label: z.string().nullable(),
  enabled: z.boolean(),
  limit: z
    .number()
    .nullable()
    .meta({ description: "Units included; null = unlimited, or a feature without units." }),
  value: z.unknown().meta({ description: "Of a STATIC feature." }),
  reset_interval: z.enum(RESET_INTERVALS).nullable().meta({
    description:
      "How often the limit of a METERED feature starts anew: 250000 and MONTH are 250,000 a month. BILLING, or longer than the interval of the price: with each billing period. null for other types.",
  }),
  overage: Overage,
  overage_step: z.number(),
  driver_step_size: z.number().nullable(),
  driver_max_steps: z.number().nullable(),
  prices: z.array(OveragePrice),
});

export const PricingPlan = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  is_free: z.boolean().meta({ description: "Whether it is the plan of customers without a subscription." }),
  is_highlighted: z.boolean().meta({ description: "Whether it is the recommended one." }),
  contact_url: z
    .string()
    .nullable()
    .meta({ description: "https: or mailto:. It is sold there, not at the checkout." }),
  includes: z
    .object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      feature_keys: z
        .array(z.string())
        .meta({ description: "Features that this plan grants just as that one does: no news to list." }),
    })
    .nullable()
    .meta({ description: "A plan on sale, all of which this one has, too: everything in Hobby, plus." }),
  prices: z.array(
    PriceSummary.extend({ trial_days: z.number().int(), trial_needs_card: z.boolean() }).meta({
      id: "PricingPrice",
    }),
  ),
  features: z.array(PricingFeature),
});

export const Pricing = z
  .object({
    products: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        description: z.string().nullable(),
        plans: z.array(PricingPlan),
      }),
    ),
  })
  .meta({ id: "Pricing" });
