import type { Feature } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";

/** Every feature of the tenant that is not archived, in the order of the catalog. */
export function listAllFeatures({ tenantId, db }: Scope): Promise<Feature[]> {
  return db.feature.findMany({
    where: { tenantId, archivedAt: null },
    orderBy: [{ position: "asc" }, { key: "asc" }],
  });
}
