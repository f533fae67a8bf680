import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { archiveCatalogObject } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { FEATURE } from "./feature-kind.ts";

/** Archives a feature: no new pack can grant it; packs that grant it keep it. Throws feature_not_found. Idempotent. */
export function archiveFeature(
  scope: Scope,
  input: z.output<typeof schema.FeatureId>,
): Promise<z.output<typeof schema.Feature>> {
  return archiveCatalogObject(scope, FEATURE, input.feature_id);
}
