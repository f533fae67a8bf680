import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockOpenPlan } from "../plans/lock-plan.ts";
import type { CreatePack } from "./create-pack-schema.ts";
import { getPackOrThrow } from "./load-pack.ts";
import type { EntitlementInput, Pack } from "./schema.ts";
import { inputsOf, viewPack } from "./view-pack.ts";
import { writeEntitlements } from "./write-entitlements.ts";

/** Creates a draft of the next version of a plan's entitlements: empty, given, or copied. Throws plan_not_found or pack_not_found. */
export async function createPack(
  scope: Scope,
  input: z.output<typeof CreatePack>,
): Promise<z.output<typeof Pack>> {
  return scope.db.$transaction(async (tx) => {
    const plan = await lockOpenPlan(tx, scope, input.plan_id);
    const source =
      input.from_pack_id === undefined ? null : await getPackOrThrow(tx, scope, input.from_pack_id);
    const copied = source ? inputsOf(source) : [];
    return insertDraft(tx, scope, plan.id, input.entitlements ?? copied, copied);
  });
}

/**
 * Writes a draft of the next version of a plan that the caller has locked, with its event and audit row. `kept` as in writeEntitlements,
 * whose errors it throws.
 */
export async function insertDraft(
  tx: Tx,
  scope: Scope,
  planId: string,
  entitlements: EntitlementInput[],
  kept: EntitlementInput[],
): Promise<z.output<typeof Pack>> {
  const { tenantId, clock } = scope;
  const last = await tx.pack.aggregate({ where: { tenantId, planId }, _max: { version: true } });
  const id = newId("pack");
  const now = clock.now();
  const version = (last._max.version ?? 0) + 1;
  await tx.pack.create({ data: { tenantId, id, planId, version, createdAt: now, updatedAt: now } });
  await writeEntitlements(tx, scope, id, entitlements, kept);
  const after = viewPack(await getPackOrThrow(tx, scope, id));
  await recordChange(tx, scope, { type: "pack.created", objectType: "pack", objectId: id, after });
  return after;
}
