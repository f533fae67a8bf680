import { z } from "zod";
import { reading } from "../../../platform/schema/catalog-operation.ts";
import { pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { Feature } from "../schema.ts";

export const ListFeatures = z.strictObject({ ...pageQuery });

export const FeaturePage = pageOf(Feature);

export const listFeaturesMeta = reading("/v1/catalog/features", "List features", "Newest first.");
