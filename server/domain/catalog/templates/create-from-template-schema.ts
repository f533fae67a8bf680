import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Currency, Slug, text } from "../../../platform/schema/common.ts";
import { Product } from "../schema.ts";
import { TemplateKey } from "./schema.ts";

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

export const createFromTemplateMeta = writing(
  "POST",
  "/v1/catalog/templates/{template}/products",
  "Create a product from a template",
  "Creates a product with plans, prices and published packs, ready to be bought, all of it or nothing. Features that the tenant has with the same key and type are used as they are.",
  { status: 201, isAtomic: true, errors: ["catalog_value_taken", "currency_unknown", "currency_not_sold"] },
);
