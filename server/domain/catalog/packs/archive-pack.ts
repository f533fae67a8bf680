import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { changeCatalog } from "../change-catalog.ts";
import { setStatus } from "./change-pack-status.ts";
import { lockPackOrThrow } from "./load-pack.ts";
import type * as schema from "./schema.ts";
import { viewPack } from "./view-pack.ts";

/** Takes a version off sale for good. Throws pack_not_found or pack_status_conflict. A second call changes nothing. */
export async function archivePack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.Pack>> {
  return changeCatalog(scope, async (tx) => {
    const pack = await lockPackOrThrow(tx, scope, input.pack_id);
    if (pack.status === "DRAFT")
      throw new ApiError("pack_status_conflict", { details: { status: pack.status, action: "archived" } });
    if (pack.status === "ARCHIVED") return viewPack(pack);
    return setStatus(
      tx,
      scope,
      pack.id,
      { status: "ARCHIVED", archivedAt: scope.clock.now() },
      "pack.archived",
    );
  });
}
