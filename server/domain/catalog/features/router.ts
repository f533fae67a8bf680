import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { Feature } from "../schema.ts";
import { archiveFeature } from "./archive-feature.ts";
import { archiveFeatureMeta } from "./archive-feature-schema.ts";
import { createFeature } from "./create-feature.ts";
import { CreateFeature, createFeatureMeta } from "./create-feature-schema.ts";
import { getFeature } from "./get-feature.ts";
import { getFeatureMeta } from "./get-feature-schema.ts";
import { listFeatures } from "./list-features.ts";
import { FeaturePage, ListFeatures, listFeaturesMeta } from "./list-features-schema.ts";
import { FeatureId } from "./schema.ts";
import { updateFeature } from "./update-feature.ts";
import { UpdateFeature, updateFeatureMeta } from "./update-feature-schema.ts";

/** Features: what a pack grants. */
export const featuresRouter = router({
  create: mutation(createFeatureMeta, CreateFeature, Feature, createFeature),
  list: query(listFeaturesMeta, ListFeatures, FeaturePage, listFeatures),
  get: query(getFeatureMeta, FeatureId, Feature, getFeature),
  update: mutation(updateFeatureMeta, UpdateFeature, Feature, updateFeature),
  archive: mutation(archiveFeatureMeta, FeatureId, Feature, archiveFeature),
});
