import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";

export const FeatureId = z.strictObject({ feature_id: Identifier });
