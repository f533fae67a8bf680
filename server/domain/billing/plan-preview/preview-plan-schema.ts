import { z } from "zod";
import { Identifier, text } from "../../../platform/schema/common.ts";
import { INTERVALS } from "../../../platform/schema/interval.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Quantity } from "../../../platform/schema/quantity.ts";
import { EntitlementInput, PackDiff } from "../../catalog/packs/schema.ts";
import { PricingPlan } from "../../catalog/pricing/schema.ts";

const MAX_FEATURES = 200;

export const PreviewPlan = z
  .strictObject({
    plan_id: Identifier,
    pack_id: Identifier.optional().meta({ description: "A version of the plan, published or a draft." }),
    entitlements: z.array(EntitlementInput).max(MAX_FEATURES).optional().meta({
      description: "Instead of a version: what the plan would grant. Both left out: the version on sale.",
    }),
    plan_price_id: Identifier.optional().meta({
      description: "The price that `cost` is calculated at; left out: the plan's lowest one.",
    }),
    usage: z
      .array(z.strictObject({ feature_key: text(128), units: Quantity }))
      .max(MAX_FEATURES)
      .refine(
        (uses) => new Set(uses.map(({ feature_key: key }) => key)).size === uses.length,
        "must name each feature once",
      )
      .default([])
      .meta({
        description: "How much a customer uses in a period of each feature, or holds. Each feature once.",
      }),
  })
  .refine(({ pack_id, entitlements }) => pack_id === undefined || entitlements === undefined, {
    path: ["pack_id"],
    error: "cannot be combined with entitlements",
  })
  .meta({ id: "PreviewPlanRequest" });

const Every = z.enum(INTERVALS).meta({ description: "How often it is paid." });

const Cost = z
  .object({
    plan_price_id: z.string(),
    currency: z.string(),
    lines: z.array(
      z.object({
        kind: z.enum(["PLAN", "STEPS", "OVERAGE"]).meta({
          description:
            "The plan itself, the steps to buy for a limit that holds the units, or use past the limit.",
        }),
        feature_key: z.string().nullable(),
        feature_name: z.string().nullable(),
        units: z.number().nullable().meta({ description: "What it pays for; null for the plan itself." }),
        amount: Amount,
        interval: Every,
      }),
    ),
    totals: z
      .array(z.object({ interval: Every, amount: Amount }))
      .meta({ description: "The lines together, by how often they are paid." }),
    refused: z
      .array(
        z.object({
          feature_key: z.string(),
          feature_name: z.string(),
          allowed: z.number(),
          refused: z.number(),
        }),
      )
      .meta({
        description:
          "Units that the plan would refuse, such as those of a feature that it does not grant. They cost nothing.",
      }),
    summary: z
      .string()
      .meta({ description: "In English, without what is refused: 12,000 API calls cost $69.00 a month." }),
  })
  .meta({ id: "PlanCost" });

export const PlanPreview = z
  .object({
    plan: PricingPlan.meta({
      description: "As the price list would show it, with prices in every currency.",
    }),
    features: z
      .array(
        z.object({
          feature_key: z.string(),
          summary: z.string().meta({ description: "In English: 5 included, then $10 each a month." }),
          problem: z
            .string()
            .nullable()
            .meta({ description: "Why the plan cannot be published with it; null when it can." }),
        }),
      )
      .meta({ description: "In the catalog's order." }),
    changes: PackDiff.shape.summary.meta({
      description: "What differs from the version on sale, feature by feature, in English.",
    }),
    subscribers: PackDiff.shape.subscribers,
    cost: Cost.nullable().meta({ description: "What `usage` costs; null while the plan has no price." }),
  })
  .meta({ id: "PlanPreview" });

export const previewPlanMeta = operation({
  method: "POST",
  path: "/v1/catalog/plans/{plan_id}/preview",
  tag: "Catalog",
  security: "app+jwt",
  scope: "billing:admin",
  role: "VIEWER",
  summary: "Preview a plan",
  description:
    "How the price list would show the plan with a version of its features, saved or not, and what a customer pays for some use, by the rules that bill it. Changes nothing.",
  errors: [
    "plan_not_found",
    "plan_price_not_found",
    "pack_not_found",
    "entitlement_invalid",
    "feature_key_unknown",
    "feature_not_counted",
  ],
});
