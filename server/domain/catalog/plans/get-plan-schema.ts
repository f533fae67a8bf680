import { reading } from "../../../platform/schema/catalog-operation.ts";

export const getPlanMeta = reading("/v1/catalog/plans/{plan_id}", "Get a plan", "One plan.", {
  errors: ["plan_not_found"],
});
