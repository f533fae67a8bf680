import { reading, writing } from "../meta.ts";

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

export const listProductsMeta = reading("/v1/catalog/products", "List products", "Newest first.");

export const getProductMeta = reading("/v1/catalog/products/{product_id}", "Get a product", "One product.", {
  errors: ["product_not_found"],
});

export const updateProductMeta = writing(
  "PATCH",
  "/v1/catalog/products/{product_id}",
  "Change a product",
  "Its name, description, order and free plan.",
  {
    errors: ["product_not_found", "plan_not_found", "catalog_object_archived"],
  },
);

export const archiveProductMeta = writing(
  "POST",
  "/v1/catalog/products/{product_id}/archive",
  "Archive a product",
  "Takes it off sale; its subscriptions continue.",
  { errors: ["product_not_found"] },
);
