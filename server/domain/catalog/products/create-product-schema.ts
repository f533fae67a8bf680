import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { lines, Slug, text } from "../../../platform/schema/common.ts";
import { Position, Translations } from "../schema.ts";

export const CreateProduct = z
  .strictObject({
    slug: Slug,
    name: text(100),
    description: lines(2000).optional(),
    position: Position.default(0),
    translations: Translations.default({}),
  })
  .meta({ id: "CreateProductRequest" });

export const createProductMeta = writing(
  "POST",
  "/v1/catalog/products",
  "Create a product",
  "What is sold; its plans are its tiers.",
  {
    status: 201,
    isAtomic: true,
    errors: ["catalog_value_taken"],
  },
);
