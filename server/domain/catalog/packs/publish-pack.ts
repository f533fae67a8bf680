import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { changeCatalog } from "../change-catalog.ts";
import { getActivePack, type PackWithEntitlements } from "../load-plan-price.ts";
import { lockOpenPlan } from "../plans/lock-plan.ts";
import { setStatus } from "./change-pack-status.ts";
import { lockPackOrThrow, requireDraft } from "./load-pack.ts";
import { requirePriced } from "./require-priced.ts";
import type * as schema from "./schema.ts";

/**
 * Makes a draft the plan's one ACTIVE version; the version before is archived in the same transaction and still serves the subscriptions
 * pinned to it. A published pack never changes. Throws pack_not_found, pack_status_conflict or catalog_object_archived.
 */
export async function publishPack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.Pack>> {
  return changeCatalog(scope, async (tx) => {
    const before = await lockPackOrThrow(tx, scope, input.pack_id);
    requireDraft(before, "published");
    await lockOpenPlan(tx, scope, before.planId);
    return publishLocked(tx, scope, before);
  });
}

/** Publishes a draft of a plan that the caller has locked. Throws catalog_object_archived or entitlement_invalid. */
export async function publishLocked(
  tx: Tx,
  scope: Scope,
  draft: PackWithEntitlements,
): Promise<z.output<typeof schema.Pack>> {
  const archived = draft.entitlements.find(({ feature }) => feature.archivedAt);
  if (archived)
    throw new ApiError("catalog_object_archived", { details: { thing: `feature ${archived.feature.key}` } });
  await refuseUnpriced(tx, scope, draft);
  const now = scope.clock.now();
  const active = await getActivePack(tx, scope, draft.planId);
  if (active) await setStatus(tx, scope, active.id, { status: "ARCHIVED", archivedAt: now }, "pack.archived");
  return setStatus(tx, scope, draft.id, { status: "ACTIVE", publishedAt: now }, "pack.published");
}

/** Throws entitlement_invalid. */
async function refuseUnpriced(tx: Tx, scope: Scope, pack: PackWithEntitlements): Promise<void> {
  const { tenantId } = scope;
  const sold = await tx.planPrice.findMany({
    where: { tenantId, planId: pack.planId, archivedAt: null },
    select: { currency: true, interval: true },
    distinct: ["currency", "interval"],
  });
  for (const price of sold) requirePriced(pack, price);
}
