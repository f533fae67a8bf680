import { reading, writing } from "../meta.ts";

export const listTemplatesMeta = reading(
  "/v1/catalog/templates",
  "List catalog templates",
  "First catalogs for common kinds of products, with the prices that they would have in a currency.",
  { errors: ["currency_unknown", "currency_not_sold"] },
);

export const createFromTemplateMeta = writing(
  "POST",
  "/v1/catalog/templates/{template}/products",
  "Create a product from a template",
  "Creates a product with plans, prices and published packs, ready to be bought, all of it or nothing. Features that the tenant has with the same key and type are used as they are.",
  { status: 201, isAtomic: true, errors: ["catalog_value_taken", "currency_unknown", "currency_not_sold"] },
);
