import type { z } from "zod";
import type { Feature, Prisma } from "../../../platform/database/client/client.ts";
import { forgetTenant } from "../../../platform/shared-cache.ts";
import type { CatalogKind } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { viewFeature } from "../views.ts";
import { getFeatureOrThrow } from "./get-feature.ts";

type Data = Pick<
  Prisma.FeatureUncheckedUpdateInput,
  "name" | "description" | "unitLabel" | "position" | "translations"
>;

export const FEATURE: CatalogKind<Feature, Data, z.output<typeof schema.Feature>> = {
  name: "feature",
  async lock(tx, scope, id) {
    await tx.$queryRaw`select 1 from features where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
    return getFeatureOrThrow(tx, scope, id);
  },
  async save(tx, key, data) {
    const saved = await tx.feature.update({ where: { tenantId_id: key }, data });
    // Every process keeps features in memory.
    await forgetTenant(tx, key.tenantId);
    return saved;
  },
  view: viewFeature,
};
