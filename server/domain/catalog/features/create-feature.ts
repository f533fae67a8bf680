import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { viewFeature } from "../views.ts";

/** Key and type never change afterwards. K5006 a taken key. */
export async function createFeature(
  scope: Scope,
  input: z.output<typeof schema.CreateFeature>,
): Promise<z.output<typeof schema.Feature>> {
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
