import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import type { Scope } from "../scope.ts";
import { recoverChange } from "../subscriptions/change-plan.ts";
import { recoverStart } from "../subscriptions/start-subscription.ts";
import { recoverMove } from "./move-provider.ts";

const LEASE_SECONDS = 90;

/** Finishes one operation that a crash left behind, unless somebody else is at it. Throws what kept it from finishing. */
export async function recoverOperation(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  const taken = await db.providerOperation.updateMany({
    where: { tenantId, id, status: "PENDING", leaseUntil: { lte: now } },
    data: { leaseUntil: addSeconds(now, LEASE_SECONDS), updatedAt: now },
  });
  if (taken.count === 0) return;
  const operation = await db.providerOperation.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!operation) throw new ApiError("K9001");
  const recover = { START: recoverStart, CHANGE_PLAN: recoverChange, MOVE: recoverMove }[operation.kind];
  await recover(scope, operation);
}
