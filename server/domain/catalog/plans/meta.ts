import { reading, writing } from "../meta.ts";

export const createPlanMeta = writing("POST", "/v1/catalog/plans", "Create a plan", "A tier of a product.", {
  status: 201,
  isAtomic: true,
  errors: ["product_not_found", "plan_not_found", "catalog_value_taken", "catalog_object_archived"],
});

export const listPlansMeta = reading(
  "/v1/catalog/plans",
  "List plans",
  "Newest first, of one product when it is named.",
  {
    errors: ["product_not_found"],
  },
);

export const getPlanMeta = reading("/v1/catalog/plans/{plan_id}", "Get a plan", "One plan.", {
  errors: ["plan_not_found"],
});

export const updatePlanMeta = writing(
  "PATCH",
  "/v1/catalog/plans/{plan_id}",
  "Change a plan",
  "Its name, description, order and how the price list shows it.",
  {
    errors: ["plan_not_found"],
  },
);

export const orderPlansMeta = writing(
  "POST",
  "/v1/catalog/plans/order",
  "Order a product's plans",
  "Sets the positions of its plans, which the price list follows.",
  { errors: ["product_not_found", "plan_not_found"] },
);

export const archivePlanMeta = writing(
  "POST",
  "/v1/catalog/plans/{plan_id}/archive",
  "Archive a plan",
  "Takes it off sale, once it has no live subscription.",
  { errors: ["plan_not_found", "catalog_object_in_use", "plan_is_free_plan"] },
);
