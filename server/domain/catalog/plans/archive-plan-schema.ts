import { writing } from "../../../platform/schema/catalog-operation.ts";

export const archivePlanMeta = writing(
  "POST",
  "/v1/catalog/plans/{plan_id}/archive",
  "Archive a plan",
  "Takes it off sale, once it has no live subscription.",
  { errors: ["plan_not_found", "catalog_object_in_use", "plan_is_free_plan"] },
);
