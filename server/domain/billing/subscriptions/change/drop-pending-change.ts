import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import type { SubscriptionId } from "../end/schema.ts";
import type { Subscription } from "../schema.ts";
import { unlessEnded } from "../sync/unless-ended.ts";
import { viewSubscription } from "../view-subscription.ts";
import { giveUpWaitingChange } from "./drop-waiting-change.ts";
import { forgetSchedule } from "./schedule-change.ts";
import { isWaiting, newestChange } from "./stored-change.ts";

/**
 * Drops the change that comes: one that is scheduled for the period's end, or one that waits for its cardholder, whose open invoice is
 * voided. Throws subscription_not_found or pending_change_missing: there is none, or it has begun meanwhile.
 */
export async function dropPendingChange(
  caller: Scope,
  { id }: z.output<typeof SubscriptionId>,
): Promise<z.output<typeof Subscription>> {
  const row = await getSubscriptionOrThrow(caller.db, caller, id);
  const isScheduled = row.pendingPlanPriceId !== null;
  if (!isScheduled && !isWaiting(await newestChange(caller.db, caller, id)))
    throw new ApiError("pending_change_missing");
  const scope = await withCustomerClock(caller.db, caller, row.customer);
  const dropped = await unlessEnded(caller, id, () =>
    isScheduled ? forgetSchedule(scope, row) : giveUpWaitingChange(scope, row),
  );
  if (dropped === "begun" || dropped === "changed") throw new ApiError("pending_change_missing");
  return viewSubscription(caller.db, scope, await getSubscriptionOrThrow(caller.db, caller, id));
}
