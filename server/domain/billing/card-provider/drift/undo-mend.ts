import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { DriftMend } from "../../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { recordChange } from "../../../events/record-change.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { lockSubscription, setSubscription } from "../../subscriptions/update-subscription.ts";
import type { Action } from "./actions.ts";
import { endHere, orConflict } from "./actions.ts";
import { requireOurAccount } from "./check-account.ts";
import { OurSide } from "./load-sides.ts";
import type { DriftMend as DriftMendSchema } from "./schema.ts";
import type { DriftMendId } from "./undo-mend-schema.ts";
import { sidesOfMend, viewMend } from "./view-mend.ts";

type View = z.output<typeof DriftMendSchema>;

/** The side that each action changed, which an undo restores. */
const SIDE: Record<Action, "ours" | "theirs" | "final"> = {
  follow: "ours",
  adopt: "ours",
  end_here: "ours",
  restore_here: "ours",
  schedule: "theirs",
  tell_provider: "theirs",
  // A subscription that ended at the provider does not continue, and a refund is not taken back.
  end_surplus: "final",
  // What was scheduled there is not stored.
  release_schedule: "final",
};

/**
 * Undoes a mend: restores the side that it changed, with an audit row; a subscription that it saved ends here. The job then skips the
 * returning difference. Throws drift_mend_not_found, drift_mend_not_reversible or subscription_exists.
 */
export async function undoMend(scope: Scope, { id }: z.output<typeof DriftMendId>): Promise<View> {
  const { tenantId, db } = scope;
  const mend = await db.driftMend.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!mend) throw new ApiError("drift_mend_not_found");
  if (mend.undoneAt !== null) throw new ApiError("drift_mend_not_reversible");
  // The action was checked when it was written.
  const side = SIDE[mend.action as Action];
  if (side === "final") throw new ApiError("drift_mend_not_reversible");
  if (side === "ours") await putOursBack(scope, mend);
  else await putTheirsBack(scope, mend);
  const undone = await db.driftMend.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  return viewMend(undone);
}

async function putOursBack(scope: Scope, mend: DriftMend): Promise<void> {
  const { tenantId, db } = scope;
  const { before, after } = sidesOfMend(mend);
  const reference = {
    tenantId,
    provider: BY_CARD,
    providerSubscriptionId: mend.providerSubscriptionId,
  } as const;
  const row = await db.subscription.findUnique({
    where: { tenantId_provider_providerSubscriptionId: reference },
    include: { customer: true, product: true, plan: true, planPrice: true, pack: true, drivers: true },
  });
  if (!row) throw new ApiError("drift_mend_not_reversible");
  const { ours } = before;
  if (ours === null) {
    await endHere(scope, row.id);
    await db.$transaction((tx) => markUndone(tx, scope, mend));
    return;
  }
  await orConflict(scope, row, () =>
    db.$transaction(async (tx) => {
      const locked = await lockSubscription(tx, scope, row.id);
      if (after !== null && !isDeepStrictEqual(OurSide.parse(locked), after.ours))
        throw new ApiError("drift_mend_not_reversible");
      await setSubscription(tx, scope, locked, null, ours);
      await markUndone(tx, scope, mend);
    }),
  );
}

async function putTheirsBack(scope: Scope, mend: DriftMend): Promise<void> {
  const { theirs } = sidesOfMend(mend).before;
  if (!theirs) throw new ApiError("drift_mend_not_reversible");
  const provider = await cardProviderOf(scope);
  await requireOurAccount(scope, provider);
  const target = { id: mend.providerSubscriptionId, items: theirs.items };
  if (mend.action === "schedule") {
    await forgetMoment(scope, mend.providerSubscriptionId);
    await provider.dropScheduledChange(target);
  } else await provider.exchangePrices(target);
  await scope.db.$transaction((tx) => markUndone(tx, scope, mend));
}

/** What waits here and not at the provider begins at no moment. */
async function forgetMoment({ tenantId, db }: Scope, providerSubscriptionId: string): Promise<void> {
  await db.subscription.updateMany({
    where: { tenantId, provider: BY_CARD, providerSubscriptionId },
    data: { pendingChangeAt: null },
  });
}

/** Throws drift_mend_not_reversible. */
async function markUndone(tx: Tx, scope: Scope, mend: DriftMend): Promise<void> {
  const { tenantId, clock, actor } = scope;
  const data = { undoneAt: clock.now(), undoneBy: actor.id };
  const { count } = await tx.driftMend.updateMany({ where: { tenantId, id: mend.id, undoneAt: null }, data });
  if (count === 0) throw new ApiError("drift_mend_not_reversible");
  await recordChange(tx, scope, {
    type: "drift.mend_undone",
    objectType: "drift_mend",
    objectId: mend.id,
    before: viewMend(mend),
    after: viewMend({ ...mend, ...data }),
  });
}
