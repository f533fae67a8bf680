import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { forgetTenant } from "../../../platform/shared-cache.ts";
import { recordChange } from "../../events/record-change.ts";
import type { EventType } from "../../events/types.ts";
import { forgetCatalog } from "../find-free-plans.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { viewFeature } from "../views.ts";

type View = z.output<typeof schema.Feature>;

async function getFeatureOrThrow(tx: Tx, scope: Scope, id: string) {
  const feature = await tx.feature.findUnique({ where: { tenantId_id: { tenantId: scope.tenantId, id } } });
  if (!feature) throw new ApiError("K5004");
  return feature;
}

/** Key and type never change afterwards. K5006 a taken key. */
export async function createFeature(
  scope: Scope,
  input: z.output<typeof schema.CreateFeature>,
): Promise<View> {
  const now = scope.clock.now();
  const { key, name, description = null, type, unit_label: unitLabel = null, position } = input;
  const valueType = type === "STATIC" ? (input.value_type ?? "string") : null;
  return refuseDuplicate("key", key, () =>
    scope.db.$transaction(async (tx) => {
      const owner = { tenantId: scope.tenantId, id: newId("feature"), createdAt: now, updatedAt: now };
      const after = viewFeature(
        await tx.feature.create({
          data: { ...owner, key, name, description, type, unitLabel, valueType, position },
        }),
      );
      await recordChange(tx, scope, {
        type: "feature.created",
        objectType: "feature",
        objectId: after.id,
        after,
      });
      return after;
    }),
  );
}

/** K5004. */
export async function updateFeature(
  scope: Scope,
  input: z.output<typeof schema.UpdateFeature>,
): Promise<View> {
  const { name, description, unit_label: unitLabel, position } = input;
  return change(scope, input.feature_id, "feature.updated", { name, description, unitLabel, position });
}

/** No new pack can grant it; those that do go on. K5004. Again is harmless. */
export async function archiveFeature(scope: Scope, input: z.output<typeof schema.FeatureId>): Promise<View> {
  const feature = await getFeatureOrThrow(scope.db, scope, input.feature_id);
  if (feature.archivedAt) return viewFeature(feature);
  return change(scope, feature.id, "feature.archived", { archivedAt: scope.clock.now() });
}

interface Data {
  name?: string | undefined;
  description?: string | null | undefined;
  unitLabel?: string | null | undefined;
  position?: number | undefined;
  archivedAt?: Date;
}

async function change(scope: Scope, id: string, type: EventType, data: Data): Promise<View> {
  const view = await scope.db.$transaction(async (tx) => {
    const before = await getFeatureOrThrow(tx, scope, id);
    const where = { tenantId_id: { tenantId: scope.tenantId, id } };
    const after = viewFeature(
      await tx.feature.update({ where, data: { ...data, updatedAt: scope.clock.now() } }),
    );
    await recordChange(tx, scope, {
      type,
      objectType: "feature",
      objectId: id,
      before: viewFeature(before),
      after,
    });
    await forgetTenant(tx, scope.tenantId);
    return after;
  });
  forgetCatalog(scope);
  return view;
}

export async function getFeature(scope: Scope, input: z.output<typeof schema.FeatureId>): Promise<View> {
  return viewFeature(await getFeatureOrThrow(scope.db, scope, input.feature_id));
}

/** Newest first. */
export async function listFeatures(
  scope: Scope,
  input: z.output<typeof schema.ListFeatures>,
): Promise<z.output<typeof schema.FeaturePage>> {
  const before = decodeCursor(input.cursor);
  const where = { tenantId: scope.tenantId, ...(before && { id: { lt: before } }) };
  const rows = await scope.db.feature.findMany({ where, orderBy: { id: "desc" }, take: input.limit + 1 });
  return toPage(rows, input.limit, viewFeature);
}
