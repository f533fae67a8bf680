import { reading } from "../../../platform/schema/catalog-operation.ts";

export const getPriceMeta = reading("/v1/catalog/prices/{plan_price_id}", "Get a plan price", "One price.", {
  errors: ["plan_price_not_found"],
});
