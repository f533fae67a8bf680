import { writing } from "../../../platform/schema/catalog-operation.ts";

export const archiveFeatureMeta = writing(
  "POST",
  "/v1/catalog/features/{feature_id}/archive",
  "Archive a feature",
  "No new pack can grant it.",
  {
    errors: ["feature_not_found"],
  },
);
