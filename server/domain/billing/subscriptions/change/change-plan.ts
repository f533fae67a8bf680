import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import type { Subscription } from "../schema.ts";
import { redeeming } from "../start/look-up-promotion-code.ts";
import { loadPresent } from "../sync/sync-counters.ts";
import { unlessEnded } from "../sync/unless-ended.ts";
import { viewSubscription } from "../view-subscription.ts";
import { type ChangeResult, changePlanByCard } from "./change-by-card.ts";
import { changePlanByInvoice } from "./change-by-invoice.ts";
import type { ChangePlan } from "./change-plan-schema.ts";
import { requireCardForLater, requireCollectibleChange } from "./collectible-change.ts";
import { tryDropEndedChange } from "./drop-ended-change.ts";
import { giveUpWaitingChange } from "./drop-waiting-change.ts";
import { findChangePromotion } from "./find-change-promotion.ts";
import { preparePlanChange } from "./prepare-plan-change.ts";
import { getQuoteOrThrow } from "./quotes.ts";
import { forgetSchedule, schedulePlanChange } from "./schedule-change.ts";
import { storedPlan } from "./stored-change.ts";

/**
 * docs/interface.md 4.4: moves a subscription to another price of its product, at once or with its next period. At once is prorated to the second
 * and charged; a failed charge leaves the old plan. The last request is what comes: each drops a scheduled change and one that waits for
 * its cardholder, also a request for what the subscription has, which changes nothing else. A pack stays pinned while the plan stays;
 * another plan brings its active pack.
 */
export async function changePlan(
  caller: Scope,
  input: z.output<typeof ChangePlan>,
): Promise<z.output<typeof Subscription>> {
  try {
    return await redeeming(
      input.promotion_code,
      () => makeChange(caller, input),
      async () => {
        const subscription = await getSubscriptionOrThrow(caller.db, caller, input.id);
        const scope = await withCustomerClock(caller.db, caller, subscription.customer);
        await findChangePromotion(scope, subscription, input);
      },
    );
  } catch (error) {
    // The provider's callback may have saved this very change, and used its quote, since the call began.
    if (!(error instanceof ApiError && error.errorName === "quote_invalid")) throw error;
    const subscription = await getSubscriptionOrThrow(caller.db, caller, input.id);
    if (await preparePlanChange(caller, subscription, input)) throw error;
    return viewSubscription(caller.db, caller, subscription);
  }
}

/**
 * A change that overtook the end of its subscription waits for its cardholder in vain: it is dropped, and refused. Throws
 * subscription_status_conflict.
 */
async function changeByCard(
  caller: Scope,
  subscription: LoadedSubscription,
  order: Parameters<typeof changePlanByCard>[2],
): Promise<ChangeResult> {
  try {
    return await changePlanByCard(caller, subscription, order);
  } catch (error) {
    if (!(error instanceof ApiError && error.errorName === "card_authentication_required")) throw error;
    const { status } = await getSubscriptionOrThrow(caller.db, caller, subscription.id);
    if (status !== "CANCELED") throw error;
    await tryDropEndedChange(caller, subscription.id);
    throw new ApiError("subscription_status_conflict", { cause: error, details: { status } });
  }
}

/** "changed": what was to be dropped has begun meanwhile, so that the request is to be judged anew. */
type Dropped = "changed" | "unchanged";

/** Drops everything that was to come, because what the subscription has is asked for. Of one that has ended nothing comes. */
async function dropComing(caller: Scope, scope: Scope, subscription: LoadedSubscription): Promise<Dropped> {
  if ((await dropScheduled(caller, scope, subscription)) === "changed") return "changed";
  return dropWaiting(caller, scope, subscription);
}

async function dropScheduled(caller: Scope, scope: Scope, row: LoadedSubscription): Promise<Dropped> {
  if (row.pendingPlanPriceId === null) return "unchanged";
  const dropped = await unlessEnded(caller, row.id, () => forgetSchedule(scope, row));
  return dropped === "begun" ? "changed" : "unchanged";
}

function dropWaiting(caller: Scope, scope: Scope, row: LoadedSubscription): Promise<Dropped> {
  return unlessEnded(caller, row.id, () => giveUpWaitingChange(scope, row));
}

async function makeChange(
  caller: Scope,
  input: z.output<typeof ChangePlan>,
): Promise<z.output<typeof Subscription>> {
  const subscription = await loadPresent(caller, input.id);
  const change = await preparePlanChange(caller, subscription, input);
  const scope = await withCustomerClock(caller.db, caller, subscription.customer);
  if (!change) {
    if ((await dropComing(caller, scope, subscription)) === "changed") return makeChange(caller, input);
    return viewSubscription(caller.db, scope, await getSubscriptionOrThrow(caller.db, caller, input.id));
  }
  await requireCollectibleChange(scope, subscription, change);
  const promotionCodeId = await findChangePromotion(scope, subscription, input);
  const now = scope.clock.now();
  const plan = storedPlan(change);
  const effective = input.effective === "now" ? "NOW" : "PERIOD_END";
  const quote =
    input.quote_id === undefined
      ? null
      : await getQuoteOrThrow(caller, input.quote_id, now, {
          subscriptionId: subscription.id,
          plan,
          effective,
          promotionCodeId,
        });
  if (effective === "PERIOD_END") {
    await requireCardForLater(scope, subscription, change);
    if ((await dropWaiting(caller, scope, subscription)) === "changed") return makeChange(caller, input);
    await schedulePlanChange(scope, subscription, plan, quote?.id ?? null);
  } else {
    if ((await dropScheduled(caller, scope, subscription)) === "changed") return makeChange(caller, input);
    const at = quote?.prorationDate ?? now;
    if (subscription.provider === BY_INVOICE)
      await changePlanByInvoice(scope, subscription.id, { change, at, quote });
    else {
      const promotion =
        promotionCodeId === null || input.promotion_code === undefined
          ? null
          : { id: promotionCodeId, code: input.promotion_code };
      const order = { change, prorationDate: at, quote, promotion };
      if ((await changeByCard(caller, subscription, order)) === "again") return makeChange(caller, input);
    }
  }
  const row = await getSubscriptionOrThrow(caller.db, caller, input.id);
  if (row.status === "CANCELED")
    throw new ApiError("subscription_status_conflict", { details: { status: row.status } });
  return viewSubscription(caller.db, scope, row);
}
