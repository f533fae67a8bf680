import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { getPackWithEntitlements, type PackWithEntitlements } from "../load-plan-price.ts";
import { lockPlan } from "../plans/lock-plan.ts";

/** The tenant's pack of that id. Throws pack_not_found. */
export async function getPackOrThrow(tx: Tx, scope: Scope, id: string): Promise<PackWithEntitlements> {
  const pack = await getPackWithEntitlements(tx, scope, id);
  if (!pack) throw new ApiError("pack_not_found");
  return pack;
}

/** The pack, under its plan's lock: versions are counted, changed and published one after the other. */
export async function lockPackOrThrow(tx: Tx, scope: Scope, id: string): Promise<PackWithEntitlements> {
  const { planId } = await getPackOrThrow(tx, scope, id);
  await lockPlan(tx, scope, planId);
  return getPackOrThrow(tx, scope, id);
}

/** pack_status_conflict: a published pack never changes. */
export function requireDraft(pack: PackWithEntitlements, action: string): void {
  if (pack.status !== "DRAFT")
    throw new ApiError("pack_status_conflict", { details: { status: pack.status, action } });
}
