import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { archiveCatalogObject } from "../change-catalog.ts";
import type { Feature } from "../schema.ts";
import { FEATURE } from "./feature-kind.ts";
import type { FeatureId } from "./schema.ts";

/** Archives a feature: no new pack can grant it; packs that grant it keep it. Throws feature_not_found. Idempotent. */
export function archiveFeature(
  scope: Scope,
  input: z.output<typeof FeatureId>,
): Promise<z.output<typeof Feature>> {
  return archiveCatalogObject(scope, FEATURE, input.feature_id);
}
