import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { getPackOrThrow, lockPackOrThrow, requireDraft } from "./load-pack.ts";
import type { Pack } from "./schema.ts";
import type { SetEntitlements } from "./set-entitlements-schema.ts";
import { inputsOf, viewPack } from "./view-pack.ts";
import { writeEntitlements } from "./write-entitlements.ts";

/** Replaces a draft's entitlements, all of them. Throws pack_not_found or pack_status_conflict. */
export async function setEntitlements(
  scope: Scope,
  input: z.output<typeof SetEntitlements>,
): Promise<z.output<typeof Pack>> {
  return scope.db.$transaction(async (tx) => {
    const before = await lockPackOrThrow(tx, scope, input.pack_id);
    requireDraft(before, "changed");
    await writeEntitlements(tx, scope, before.id, input.entitlements, inputsOf(before));
    await tx.pack.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
      data: { updatedAt: scope.clock.now() },
    });
    const after = viewPack(await getPackOrThrow(tx, scope, before.id));
    await recordChange(tx, scope, {
      type: "pack.updated",
      objectType: "pack",
      objectId: before.id,
      before: viewPack(before),
      after,
    });
    return after;
  });
}
