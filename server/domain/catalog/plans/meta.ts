import { reading, writing } from "../meta.ts";

export const createPlanMeta = writing("POST", "/v1/catalog/plans", "Create a plan", "A tier of a product.", {
  status: 201,
  isAtomic: true,
  errors: ["K5001", "K5002", "K5006", "K5008"],
});

export const listPlansMeta = reading(
  "/v1/catalog/plans",
  "List plans",
  "Newest first, of one product when it is named.",
  {
    errors: ["K5001"],
  },
);

export const getPlanMeta = reading("/v1/catalog/plans/{plan_id}", "Get a plan", "One plan.", {
  errors: ["K5002"],
});

export const updatePlanMeta = writing(
  "PATCH",
  "/v1/catalog/plans/{plan_id}",
  "Change a plan",
  "Its name, description, order and how the price list shows it.",
  {
    errors: ["K5002"],
  },
);

export const orderPlansMeta = writing(
  "POST",
  "/v1/catalog/plans/order",
  "Order a product's plans",
  "Sets the positions of its plans, which the price list follows.",
  { errors: ["K5001", "K5002"] },
);

export const archivePlanMeta = writing(
  "POST",
  "/v1/catalog/plans/{plan_id}/archive",
  "Archive a plan",
  "Takes it off sale, once it has no live subscription.",
  { errors: ["K5002", "K5012", "K5013"] },
);
