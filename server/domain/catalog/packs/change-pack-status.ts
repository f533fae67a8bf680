import type { z } from "zod";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { EventType } from "../../events/types.ts";
import { getPackOrThrow } from "./load-pack.ts";
import type * as schema from "./schema.ts";
import { viewPack } from "./view-pack.ts";

type StatusChange = { status: "ACTIVE"; publishedAt: Date } | { status: "ARCHIVED"; archivedAt: Date };

/** Gives a locked pack another status, with its event and audit row. */
export async function setStatus(
  tx: Tx,
  scope: Scope,
  id: string,
  data: StatusChange,
  type: EventType,
): Promise<z.output<typeof schema.Pack>> {
  const before = viewPack(await getPackOrThrow(tx, scope, id));
  await tx.pack.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    data: { ...data, updatedAt: scope.clock.now() },
  });
  const after = viewPack(await getPackOrThrow(tx, scope, id));
  await recordChange(tx, scope, { type, objectType: "pack", objectId: id, before, after });
  return after;
}
