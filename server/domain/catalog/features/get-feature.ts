import { ApiError } from "../../../errors/api-error.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";

/**
 * The tenant's feature with that key, archived or not: what was bought stays. From memory; changing one is told to every
 * process. K8001 when there is none.
 */
export async function getFeatureByKeyOrThrow(scope: Scope, key: string): Promise<Feature> {
  const { tenantId, db, features } = scope;
  const feature = await features.get(`${tenantId} ${key}`, async () => {
    const value = await db.feature.findUnique({ where: { tenantId_key: { tenantId, key } } });
    return value && { tenantId, value };
  });
  if (!feature) throw new ApiError("K8001", { details: { feature_key: key } });
  return feature;
}
