import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as schema from "../schema.ts";
import { archiveFeature } from "./archive-feature.ts";
import { createFeature } from "./create-feature.ts";
import { getFeature } from "./get-feature.ts";
import { listFeatures } from "./list-features.ts";
import * as meta from "./meta.ts";
import { updateFeature } from "./update-feature.ts";

/** Features: what a pack grants. */
export const featuresRouter = router({
  create: mutation(meta.createFeatureMeta, schema.CreateFeature, schema.Feature, createFeature),
  list: query(meta.listFeaturesMeta, schema.ListFeatures, schema.FeaturePage, listFeatures),
  get: query(meta.getFeatureMeta, schema.FeatureId, schema.Feature, getFeature),
  update: mutation(meta.updateFeatureMeta, schema.UpdateFeature, schema.Feature, updateFeature),
  archive: mutation(meta.archiveFeatureMeta, schema.FeatureId, schema.Feature, archiveFeature),
});
