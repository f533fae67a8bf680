import { reading, writing } from "../meta.ts";

export const createFeatureMeta = writing(
  "POST",
  "/v1/catalog/features",
  "Create a feature",
  "Something a plan can grant. Key and type never change.",
  { status: 201, isAtomic: true, errors: ["K5006"] },
);

export const listFeaturesMeta = reading("/v1/catalog/features", "List features", "Newest first.");

export const getFeatureMeta = reading("/v1/catalog/features/{feature_id}", "Get a feature", "One feature.", {
  errors: ["K5004"],
});

export const updateFeatureMeta = writing(
  "PATCH",
  "/v1/catalog/features/{feature_id}",
  "Change a feature",
  "Its name, description and order.",
  {
    errors: ["K5004"],
  },
);

export const archiveFeatureMeta = writing(
  "POST",
  "/v1/catalog/features/{feature_id}/archive",
  "Archive a feature",
  "No new pack can grant it.",
  {
    errors: ["K5004"],
  },
);
