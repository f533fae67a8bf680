import { writing } from "../../../platform/schema/catalog-operation.ts";

export const archiveProductMeta = writing(
  "POST",
  "/v1/catalog/products/{product_id}/archive",
  "Archive a product",
  "Takes it off sale; its subscriptions continue.",
  { errors: ["product_not_found"] },
);
