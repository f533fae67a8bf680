import { reading, writing } from "../meta.ts";

export const createPackMeta = writing(
  "POST",
  "/v1/catalog/packs",
  "Create a pack",
  "A draft of the next version of a plan's entitlements.",
  {
    status: 201,
    isAtomic: true,
    errors: ["K5002", "K5005", "K5008", "K5009", "K5011", "K5018", "K5019", "K8001"],
  },
);

export const listPacksMeta = reading(
  "/v1/catalog/packs",
  "List packs",
  "Newest first, of one plan when it is named.",
  {
    errors: ["K5002"],
  },
);

export const getPackMeta = reading(
  "/v1/catalog/packs/{pack_id}",
  "Get a pack",
  "One version with its entitlements.",
  {
    errors: ["K5005"],
  },
);

export const setEntitlementsMeta = writing(
  "PUT",
  "/v1/catalog/packs/{pack_id}/entitlements",
  "Set a draft's entitlements",
  "Replaces the whole bundle of a draft.",
  {
    errors: ["K5005", "K5007", "K5008", "K5009", "K5011", "K5018", "K5019", "K8001"],
  },
);

export const publishPackMeta = writing(
  "POST",
  "/v1/catalog/packs/{pack_id}/publish",
  "Publish a pack",
  "Makes a draft the version on sale; the one before is archived. A published pack never changes.",
  {
    isAtomic: true,
    errors: ["K5005", "K5007", "K5008", "K5009"],
  },
);

export const archivePackMeta = writing(
  "POST",
  "/v1/catalog/packs/{pack_id}/archive",
  "Archive a pack",
  "Takes a version off sale for good; it still serves the subscriptions pinned to it.",
  { errors: ["K5005", "K5007"] },
);

export const diffPackMeta = reading(
  "/v1/catalog/packs/{pack_id}/diff",
  "Compare a pack",
  "The differences between it and the version on sale.",
  { errors: ["K5005"] },
);

export const deletePackMeta = writing(
  "DELETE",
  "/v1/catalog/packs/{pack_id}",
  "Delete a draft",
  "Deletes a draft.",
  {
    errors: ["K5005", "K5007"],
  },
);
