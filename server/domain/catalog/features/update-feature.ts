import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { updateCatalogObject } from "../change-catalog.ts";
import type { Feature } from "../schema.ts";
import { FEATURE } from "./feature-kind.ts";
import type { UpdateFeature } from "./update-feature-schema.ts";

/** Throws feature_not_found. */
export function updateFeature(
  scope: Scope,
  input: z.output<typeof UpdateFeature>,
): Promise<z.output<typeof Feature>> {
  const { feature_id: id, name, description, unit_label: unitLabel, position, translations } = input;
  return updateCatalogObject(scope, FEATURE, id, {
    name,
    description,
    unitLabel,
    position,
    translations,
  });
}
