import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { FeatureContent } from "../object-content.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type { Feature } from "../schema.ts";
import { viewFeature } from "../views.ts";
import type { CreateFeature } from "./create-feature-schema.ts";

/** Key and type never change afterwards. Throws catalog_value_taken. */
export async function createFeature(
  scope: Scope,
  input: z.output<typeof CreateFeature>,
): Promise<z.output<typeof Feature>> {
  const { description = null, unit_label = null } = input;
  const value_type = input.type === "STATIC" ? (input.value_type ?? "string") : null;
  return refuseDuplicate("key", input.key, () =>
    scope.db.$transaction((tx) =>
      insertFeature(tx, scope, { ...input, description, unit_label, value_type }),
    ),
  );
}

/** Writes a new feature with its event and audit row. */
export async function insertFeature(
  tx: Tx,
  scope: Scope,
  content: FeatureContent,
): Promise<z.output<typeof Feature>> {
  const now = scope.clock.now();
  const { key, name, description, type, unit_label: unitLabel, value_type: valueType, position } = content;
  const { translations } = content;
  const owner = { tenantId: scope.tenantId, id: newId("feature"), createdAt: now, updatedAt: now };
  const after = viewFeature(
    await tx.feature.create({
      data: { ...owner, key, name, description, type, unitLabel, valueType, position, translations },
    }),
  );
  await recordChange(tx, scope, {
    type: "feature.created",
    objectType: "feature",
    objectId: after.id,
    after,
  });
  return after;
}
