import { reading, writing } from "../meta.ts";

export const createFeatureMeta = writing(
  "POST",
  "/v1/catalog/features",
  "Create a feature",
  "Something a plan can grant. Key and type never change.",
  { status: 201, isAtomic: true, errors: ["catalog_value_taken"] },
);

export const listFeaturesMeta = reading("/v1/catalog/features", "List features", "Newest first.");

export const getFeatureMeta = reading("/v1/catalog/features/{feature_id}", "Get a feature", "One feature.", {
  errors: ["feature_not_found"],
});

export const updateFeatureMeta = writing(
  "PATCH",
  "/v1/catalog/features/{feature_id}",
  "Change a feature",
  "Its name, description and order.",
  {
    errors: ["feature_not_found"],
  },
);

export const archiveFeatureMeta = writing(
  "POST",
  "/v1/catalog/features/{feature_id}/archive",
  "Archive a feature",
  "No new pack can grant it.",
  {
    errors: ["feature_not_found"],
  },
);
