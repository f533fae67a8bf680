import { router, tenantProcedure } from "../../../trpc/init.ts";
import { reading, writing } from "../meta.ts";
import * as schema from "../schema.ts";
import { archiveFeature } from "./archive-feature.ts";
import { createFeature } from "./create-feature.ts";
import { getFeature } from "./get-feature.ts";
import { listFeatures } from "./list-features.ts";
import { updateFeature } from "./update-feature.ts";

/** Features: what a pack grants. */
export const featuresRouter = router({
  create: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/features",
        "Create a feature",
        "Something a plan can grant. Key and type never change.",
        { status: 201, isAtomic: true, errors: ["K5006"] },
      ),
    )
    .input(schema.CreateFeature)
    .output(schema.Feature)
    .mutation(({ ctx, input }) => createFeature(ctx.scope, input)),
  list: tenantProcedure
    .meta(reading("/v1/catalog/features", "List features", "Newest first."))
    .input(schema.ListFeatures)
    .output(schema.FeaturePage)
    .query(({ ctx, input }) => listFeatures(ctx.scope, input)),
  get: tenantProcedure
    .meta(
      reading("/v1/catalog/features/{feature_id}", "Get a feature", "One feature.", { errors: ["K5004"] }),
    )
    .input(schema.FeatureId)
    .output(schema.Feature)
    .query(({ ctx, input }) => getFeature(ctx.scope, input)),
  update: tenantProcedure
    .meta(
      writing("PATCH", "/v1/catalog/features/{feature_id}", "Change a feature", "Its words and order.", {
        errors: ["K5004"],
      }),
    )
    .input(schema.UpdateFeature)
    .output(schema.Feature)
    .mutation(({ ctx, input }) => updateFeature(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/features/{feature_id}/archive",
        "Archive a feature",
        "No new pack can grant it.",
        {
          errors: ["K5004"],
        },
      ),
    )
    .input(schema.FeatureId)
    .output(schema.Feature)
    .mutation(({ ctx, input }) => archiveFeature(ctx.scope, input)),
});
