import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, lines, text } from "../../../platform/schema/common.ts";
import { Position, Translations } from "../schema.ts";

export const UpdateProduct = z
  .strictObject({
    product_id: Identifier,
    name: text(100).optional(),
    description: lines(2000).nullable().optional(),
    position: Position.optional(),
    free_plan_id: Identifier.nullable().optional(),
    translations: Translations.optional(),
  })
  .meta({ id: "UpdateProductRequest" });

export const updateProductMeta = writing(
  "PATCH",
  "/v1/catalog/products/{product_id}",
  "Change a product",
  "Its name, description, order and free plan.",
  {
    errors: ["product_not_found", "plan_not_found", "catalog_object_archived"],
  },
);
