import { writing } from "../../../platform/schema/catalog-operation.ts";

export const deletePackMeta = writing(
  "DELETE",
  "/v1/catalog/packs/{pack_id}",
  "Delete a draft",
  "Deletes a draft.",
  {
    errors: ["pack_not_found", "pack_status_conflict"],
  },
);
