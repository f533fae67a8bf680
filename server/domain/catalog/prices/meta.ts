import { reading, writing } from "../meta.ts";

export const createPriceMeta = writing(
  "POST",
  "/v1/catalog/prices",
  "Create a plan price",
  "What a plan costs in one currency and interval.",
  {
    status: 201,
    isAtomic: true,
    errors: [
      "plan_not_found",
      "catalog_value_taken",
      "catalog_object_archived",
      "entitlement_invalid",
      "currency_unknown",
      "currency_not_sold",
      "amount_not_chargeable",
    ],
  },
);

export const listPricesMeta = reading(
  "/v1/catalog/prices",
  "List plan prices",
  "Newest first, of one plan when it is named.",
  {
    errors: ["plan_not_found"],
  },
);

export const getPriceMeta = reading("/v1/catalog/prices/{plan_price_id}", "Get a plan price", "One price.", {
  errors: ["plan_price_not_found"],
});

export const updatePriceMeta = writing(
  "PATCH",
  "/v1/catalog/prices/{plan_price_id}",
  "Change a plan price",
  "Its label and trial; amount, currency and interval never change.",
  { errors: ["plan_price_not_found"] },
);

export const archivePriceMeta = writing(
  "POST",
  "/v1/catalog/prices/{plan_price_id}/archive",
  "Archive a plan price",
  "Takes it off sale; its subscriptions continue.",
  { errors: ["plan_price_not_found"] },
);
