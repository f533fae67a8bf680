import { reading } from "../../../platform/schema/catalog-operation.ts";

export const getFeatureMeta = reading("/v1/catalog/features/{feature_id}", "Get a feature", "One feature.", {
  errors: ["feature_not_found"],
});
