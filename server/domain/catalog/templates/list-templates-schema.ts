import { z } from "zod";
import { reading } from "../../../platform/schema/catalog-operation.ts";
import { Currency, FeatureType } from "../../../platform/schema/common.ts";
import { INTERVALS } from "../../../platform/schema/interval.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { EntitlementInput } from "../packs/schema.ts";
import { TemplateKey } from "./schema.ts";

export const ListTemplates = z.strictObject({
  currency: Currency.default("USD").meta({ description: "ISO 4217. The prices are shown in it." }),
});

const TemplatePlan = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  is_free: z
    .boolean()
    .meta({ description: "Whether it becomes the plan of customers without a subscription." }),
  prices: z.array(
    z.object({
      amount: Amount,
      currency: z.string(),
      interval: z.enum(INTERVALS),
      trial_days: z.number().int(),
    }),
  ),
  entitlements: z.array(z.object(EntitlementInput.shape)),
});

export const TemplateList = z
  .object({
    currency: z.string(),
    data: z.array(
      z.object({
        template: TemplateKey,
        name: z.string(),
        description: z.string(),
        signup_policy: z
          .enum(["WAITLIST"])
          .nullable()
          .meta({ description: "The tenant's signup_policy from then on; null: it stays." }),
        features: z.array(
          z.object({
            key: z.string(),
            name: z.string(),
            type: FeatureType,
            unit_label: z.string().nullable(),
          }),
        ),
        plans: z.array(TemplatePlan),
      }),
    ),
  })
  .meta({ id: "CatalogTemplateList" });

export const listTemplatesMeta = reading(
  "/v1/catalog/templates",
  "List catalog templates",
  "First catalogs for common kinds of products, with the prices that they would have in a currency.",
  { errors: ["currency_unknown", "currency_not_sold"] },
);
