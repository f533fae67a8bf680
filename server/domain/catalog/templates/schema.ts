import { z } from "zod";
import { Currency, FeatureType, Slug, text } from "../../../platform/schema/common.ts";
import { INTERVALS } from "../../../platform/schema/interval.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { EntitlementInput } from "../packs/schema.ts";
import { Product } from "../schema.ts";

export const TemplateKey = z.enum(["saas-with-seats", "api-with-overage", "freemium-with-waitlist"]);

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

export const CreateFromTemplate = z
  .strictObject({
    template: TemplateKey,
    name: text(100).meta({ description: "The name of the product." }),
    slug: Slug.meta({ description: "Of the product. It never changes." }),
    currency: Currency.meta({
      description: "ISO 4217. All prices are in it; add prices in other currencies afterwards.",
    }),
  })
  .meta({ id: "CreateFromTemplateRequest" });

export const CreatedFromTemplate = z
  .object({ template: TemplateKey, product: Product })
  .meta({ id: "CreatedFromTemplate" });
