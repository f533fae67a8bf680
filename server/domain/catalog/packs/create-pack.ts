import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockOpenPlan } from "../plans/lock-plan.ts";
import { writeBundle } from "./bundle.ts";
import { getPackOrThrow } from "./load-pack.ts";
import type * as schema from "./schema.ts";
import { inputsOf, viewPack } from "./view-pack.ts";

/** Creates a draft of the next version of a plan's entitlements: empty, given, or copied. K5002, K5005, errors of writeBundle. */
export async function createPack(
  scope: Scope,
  input: z.output<typeof schema.CreatePack>,
): Promise<z.output<typeof schema.Pack>> {
  const { tenantId, clock } = scope;
  return scope.db.$transaction(async (tx) => {
    const plan = await lockOpenPlan(tx, scope, input.plan_id);
    const source =
      input.from_pack_id === undefined ? null : await getPackOrThrow(tx, scope, input.from_pack_id);
    const last = await tx.pack.aggregate({ where: { tenantId, planId: plan.id }, _max: { version: true } });
    const id = newId("pack");
    const now = clock.now();
    await tx.pack.create({
      data: {
        tenantId,
        id,
        planId: plan.id,
        version: (last._max.version ?? 0) + 1,
        createdAt: now,
        updatedAt: now,
      },
    });
    const copied = source ? inputsOf(source) : [];
    await writeBundle(tx, scope, id, input.entitlements ?? copied, copied);
    const after = viewPack(await getPackOrThrow(tx, scope, id));
    await recordChange(tx, scope, { type: "pack.created", objectType: "pack", objectId: id, after });
    return after;
  });
}
