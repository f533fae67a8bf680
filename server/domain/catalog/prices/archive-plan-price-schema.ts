import { writing } from "../../../platform/schema/catalog-operation.ts";

export const archivePriceMeta = writing(
  "POST",
  "/v1/catalog/prices/{plan_price_id}/archive",
  "Archive a plan price",
  "Takes it off sale; its subscriptions continue.",
  { errors: ["plan_price_not_found"] },
);
