import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { FeatureType, lines, text } from "../../../platform/schema/common.ts";
import { FeatureTranslations, Position, ValueType } from "../schema.ts";

const FeatureKey = z
  .string()
  .max(128)
  .regex(
    /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/,
    "Write lower-case letters and digits joined by _ . or -, such as api_calls",
  );

export const CreateFeature = z
  .strictObject({
    key: FeatureKey,
    name: text(100),
    description: lines(2000).optional(),
    type: FeatureType,
    unit_label: text(50).optional(),
    value_type: ValueType.optional().meta({ description: "Of a STATIC feature; string when left out." }),
    position: Position.default(0),
    translations: FeatureTranslations.default({}),
  })
  .meta({ id: "CreateFeatureRequest" });

export const createFeatureMeta = writing(
  "POST",
  "/v1/catalog/features",
  "Create a feature",
  "Something a plan can grant. Key and type never change.",
  { status: 201, isAtomic: true, errors: ["catalog_value_taken"] },
);
