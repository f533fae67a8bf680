import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { updateCatalogObject } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { FEATURE } from "./feature-kind.ts";

/** Throws feature_not_found. */
export function updateFeature(
  scope: Scope,
  input: z.output<typeof schema.UpdateFeature>,
): Promise<z.output<typeof schema.Feature>> {
  const { feature_id: id, name, description, unit_label: unitLabel, position, translations } = input;
  return updateCatalogObject(scope, FEATURE, id, {
    name,
    description,
    unitLabel,
    position,
    translations,
  });
}
