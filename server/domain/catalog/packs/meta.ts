import { reading, writing } from "../meta.ts";

export const createPackMeta = writing(
  "POST",
  "/v1/catalog/packs",
  "Create a pack",
  "A draft of the next version of a plan's entitlements.",
  {
    status: 201,
    isAtomic: true,
    errors: [
      "plan_not_found",
      "pack_not_found",
      "catalog_object_archived",
      "entitlement_invalid",
      "currency_unknown",
      "currency_not_sold",
      "amount_not_chargeable",
      "feature_key_unknown",
    ],
  },
);

export const listPacksMeta = reading(
  "/v1/catalog/packs",
  "List packs",
  "Newest first, of one plan when it is named.",
  {
    errors: ["plan_not_found"],
  },
);

export const getPackMeta = reading(
  "/v1/catalog/packs/{pack_id}",
  "Get a pack",
  "One version with its entitlements.",
  {
    errors: ["pack_not_found"],
  },
);

export const setEntitlementsMeta = writing(
  "PUT",
  "/v1/catalog/packs/{pack_id}/entitlements",
  "Set a draft's entitlements",
  "Replaces the whole bundle of a draft.",
  {
    errors: [
      "pack_not_found",
      "pack_status_conflict",
      "catalog_object_archived",
      "entitlement_invalid",
      "currency_unknown",
      "currency_not_sold",
      "amount_not_chargeable",
      "feature_key_unknown",
    ],
  },
);

export const publishPackMeta = writing(
  "POST",
  "/v1/catalog/packs/{pack_id}/publish",
  "Publish a pack",
  "Makes a draft the version on sale; the one before is archived. A published pack never changes.",
  {
    isAtomic: true,
    errors: ["pack_not_found", "pack_status_conflict", "catalog_object_archived", "entitlement_invalid"],
  },
);

export const archivePackMeta = writing(
  "POST",
  "/v1/catalog/packs/{pack_id}/archive",
  "Archive a pack",
  "Takes a version off sale for good; it still serves the subscriptions pinned to it.",
  { errors: ["pack_not_found", "pack_status_conflict"] },
);

export const diffPackMeta = reading(
  "/v1/catalog/packs/{pack_id}/diff",
  "Compare a pack",
  "The differences between it and the version on sale.",
  { errors: ["pack_not_found"] },
);

export const deletePackMeta = writing(
  "DELETE",
  "/v1/catalog/packs/{pack_id}",
  "Delete a draft",
  "Deletes a draft.",
  {
    errors: ["pack_not_found", "pack_status_conflict"],
  },
);
