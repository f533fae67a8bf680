import { writing } from "../../../platform/schema/catalog-operation.ts";

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
