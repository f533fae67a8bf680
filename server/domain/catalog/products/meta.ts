import { reading, writing } from "../meta.ts";

export const createProductMeta = writing(
  "POST",
  "/v1/catalog/products",
  "Create a product",
  "What is sold; its plans are its tiers.",
  {
    status: 201,
    isAtomic: true,
    errors: ["K5006"],
  },
);

export const listProductsMeta = reading("/v1/catalog/products", "List products", "Newest first.");

export const getProductMeta = reading("/v1/catalog/products/{product_id}", "Get a product", "One product.", {
  errors: ["K5001"],
});

export const updateProductMeta = writing(
  "PATCH",
  "/v1/catalog/products/{product_id}",
  "Change a product",
  "Its name, description, order and free plan.",
  {
    errors: ["K5001", "K5002", "K5008"],
  },
);

export const archiveProductMeta = writing(
  "POST",
  "/v1/catalog/products/{product_id}/archive",
  "Archive a product",
  "Takes it off sale; its subscriptions continue.",
  { errors: ["K5001"] },
);
