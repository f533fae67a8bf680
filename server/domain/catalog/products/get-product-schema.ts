import { reading } from "../../../platform/schema/catalog-operation.ts";

export const getProductMeta = reading("/v1/catalog/products/{product_id}", "Get a product", "One product.", {
  errors: ["product_not_found"],
});
