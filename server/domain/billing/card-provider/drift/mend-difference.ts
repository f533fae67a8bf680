import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../../../../errors/api-error.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { recordChange } from "../../../events/record-change.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { ACTIONS, type Action } from "./actions.ts";
import { requireOurAccount } from "./check-account.ts";
import type { Difference } from "./compare.ts";
import { type LoadedSides, loadSides, type Sides } from "./load-sides.ts";
import { sidesOfMend, viewMend } from "./view-mend.ts";

/** The result of one difference. */
export interface Result {
  /** open: a person must decide · held: skipped, because a person undid this before · gone: already resolved · left: unresolved. */
  outcome: "open" | "held" | "gone" | "mended" | "left" | "failed";
  mendId: string | null;
  failure: { code: string; message: string } | null;
}

const PLAIN = { mendId: null, failure: null };

/**
 * Carries out one action for one difference and returns the result; never throws. Both sides are read before and after: the
 * difference must still exist, and the result is "mended" only when it is gone. Both are stored, so that it can be undone.
 */
export async function mendDifference(scope: Scope, difference: Difference, action: Action): Promise<Result> {
  let mendId: string | null = null;
  try {
    const provider = await cardProviderOf(scope);
    await requireOurAccount(scope, provider);
    const before = await loadSides(scope, provider, difference);
    if (!isThere(difference, before)) return { ...PLAIN, outcome: "gone" };
    mendId = await begin(scope, difference, action, before.sides);
    await ACTIONS[action](scope, provider, before, difference);
    const after = await loadSides(scope, provider, difference);
    const isKept = await finish(scope, mendId, before.sides, after.sides);
    const outcome = isThere(difference, after) ? "left" : "mended";
    return { ...PLAIN, outcome, mendId: isKept ? mendId : null };
  } catch (error) {
    scope.log.error({ err: error, ...difference }, "a difference to the card provider could not be mended");
    const known = error instanceof ApiError ? error : new ApiError("internal_error");
    const failure = { code: known.code, message: known.message };
    return { outcome: "failed", mendId: mendId && (await afterFailure(scope, difference, mendId)), failure };
  }
}

function isThere({ kind }: Difference, sides: LoadedSides): boolean {
  return sides.differences.some((one) => one.kind === kind);
}

/** Stored before anything changes, so that the earlier state is known after a crash. */
async function begin(scope: Scope, difference: Difference, action: Action, before: Sides): Promise<string> {
  const { tenantId, db, clock, actor } = scope;
  const { kind, subscriptionId, providerSubscriptionId, theirs } = difference;
  const what = { kind, action, subscriptionId, providerSubscriptionId, theirs };
  const by = { actorType: actor.type, actorId: actor.id, createdAt: clock.now() };
  const made = await db.driftMend.create({
    data: { tenantId, id: newId("driftMend"), ...what, before, ...by },
  });
  return made.id;
}

/** Stores the result with an audit row; deletes a mend that changed nothing. Returns whether it was stored. */
async function finish(scope: Scope, id: string, before: Sides, after: Sides): Promise<boolean> {
  const { tenantId, db } = scope;
  const where = { tenantId_id: { tenantId, id } };
  if (isDeepStrictEqual(before, after)) {
    await db.driftMend.delete({ where });
    return false;
  }
  await db.$transaction(async (tx) => {
    const mend = await tx.driftMend.update({ where, data: { after } });
    await recordChange(tx, scope, {
      type: "drift.mended",
      objectType: "drift_mend",
      objectId: id,
      after: viewMend(mend),
    });
  });
  return true;
}

/** Stores what changed before the failure, as far as both sides can be read. Returns the mend's id when something changed. */
async function afterFailure(scope: Scope, difference: Difference, id: string): Promise<string | null> {
  const { tenantId, db } = scope;
  try {
    const mend = await db.driftMend.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    const { before } = sidesOfMend(mend);
    const { sides } = await loadSides(scope, await cardProviderOf(scope), difference);
    return (await finish(scope, id, before, sides)) ? id : null;
  } catch (error) {
    scope.log.error({ err: error, mend_id: id }, "the changes of a failed mend could not be read");
    return id;
  }
}
