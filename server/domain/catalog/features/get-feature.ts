import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Feature as FeatureSchema } from "../schema.ts";
import { viewFeature } from "../views.ts";
import type { FeatureId } from "./schema.ts";

/** The tenant's feature of that id. Throws feature_not_found. */
export async function getFeatureOrThrow(tx: Tx, scope: Scope, id: string) {
  const feature = await tx.feature.findUnique({ where: { tenantId_id: { tenantId: scope.tenantId, id } } });
  if (!feature) throw new ApiError("feature_not_found");
  return feature;
}

/** Throws feature_not_found. */
export async function getFeature(
  scope: Scope,
  input: z.output<typeof FeatureId>,
): Promise<z.output<typeof FeatureSchema>> {
  return viewFeature(await getFeatureOrThrow(scope.db, scope, input.feature_id));
}

/**
 * The tenant's feature with that key, archived or not, since customers keep what they bought. Read from memory; the database notifies every
 * process of a change. Throws feature_key_unknown.
 */
export async function getFeatureByKeyOrThrow(scope: Scope, key: string): Promise<Feature> {
  const { tenantId, db, features } = scope;
  const feature = await features.get(`${tenantId} ${key}`, async () => {
    const value = await db.feature.findUnique({ where: { tenantId_key: { tenantId, key } } });
    return value && { tenantId, value };
  });
  if (!feature) throw new ApiError("feature_key_unknown", { details: { feature_key: key } });
  return feature;
}
