import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockPackOrThrow, requireDraft } from "./load-pack.ts";
import type * as schema from "./schema.ts";
import { viewPack } from "./view-pack.ts";

/** Deletes a draft. Throws pack_not_found or pack_status_conflict. */
export async function deletePack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.Deleted>> {
  return scope.db.$transaction(async (tx) => {
    const pack = await lockPackOrThrow(tx, scope, input.pack_id);
    requireDraft(pack, "deleted");
    await tx.pack.delete({ where: { tenantId_id: { tenantId: scope.tenantId, id: pack.id } } });
    const before = viewPack(pack);
    const after = { id: pack.id, deleted: true } as const;
    await recordChange(tx, scope, {
      type: "pack.deleted",
      objectType: "pack",
      objectId: pack.id,
      before,
      after,
    });
    return after;
  });
}
