import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, lines, text } from "../../../platform/schema/common.ts";
import { FeatureTranslations, Position } from "../schema.ts";

export const UpdateFeature = z
  .strictObject({
    feature_id: Identifier,
    name: text(100).optional(),
    description: lines(2000).nullable().optional(),
    unit_label: text(50).nullable().optional(),
    position: Position.optional(),
    translations: FeatureTranslations.optional(),
  })
  .meta({ id: "UpdateFeatureRequest" });

export const updateFeatureMeta = writing(
  "PATCH",
  "/v1/catalog/features/{feature_id}",
  "Change a feature",
  "Its name, description and order.",
  {
    errors: ["feature_not_found"],
  },
);
