import { reading, writing } from "../meta.ts";

export const createPriceMeta = writing(
  "POST",
  "/v1/catalog/prices",
  "Create a plan price",
  "What a plan costs in one currency and interval.",
  {
    status: 201,
    isAtomic: true,
    errors: ["K5002", "K5006", "K5008", "K5009", "K5011", "K5018", "K5019"],
  },
);

export const listPricesMeta = reading(
  "/v1/catalog/prices",
  "List plan prices",
  "Newest first, of one plan when it is named.",
  {
    errors: ["K5002"],
  },
);

export const getPriceMeta = reading("/v1/catalog/prices/{plan_price_id}", "Get a plan price", "One price.", {
  errors: ["K5003"],
});

export const updatePriceMeta = writing(
  "PATCH",
  "/v1/catalog/prices/{plan_price_id}",
  "Change a plan price",
  "Its label and trial; amount, currency and interval never change.",
  { errors: ["K5003"] },
);

export const archivePriceMeta = writing(
  "POST",
  "/v1/catalog/prices/{plan_price_id}/archive",
  "Archive a plan price",
  "Takes it off sale; its subscriptions continue.",
  { errors: ["K5003"] },
);
