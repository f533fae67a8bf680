import { ApiError } from "../../../../errors/api-error.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { ProviderSubscription } from "../../../../providers/port.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { makeMissingAnew } from "../../../tenants/provider/make-missing-anew.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { isEnding } from "../coming/coming.ts";
import { syncCounters, trySyncCounters } from "../sync/sync-counters.ts";
import { unlessEnded } from "../sync/unless-ended.ts";
import { lockSubscription } from "../update-subscription.ts";
import { agreeOnMoment, forgetPendingChange, keepPendingChange, pendingPlan } from "./pending-change.ts";
import { consumeQuote } from "./quotes.ts";
import { isOfItems, providerItemsOf } from "./stored-change.ts";
import type { StoredPlan } from "./stored-plan.ts";

/**
 * Schedules a change for the period's end. Our row stores it first, then the card provider schedules it: after a crash in between the
 * reconciler schedules it again. Where another change was saved meanwhile, that one stays. A subscription that ends with its period cannot
 * change then. Throws subscription_status_conflict.
 */
export async function schedulePlanChange(
  scope: Scope,
  { id }: LoadedSubscription,
  plan: StoredPlan,
  quoteId: string | null,
): Promise<void> {
  const { db } = scope;
  const row = await db.$transaction(async (tx) => {
    const current = await lockSubscription(tx, scope, id);
    refuseEnding(current);
    await keepPendingChange(tx, scope, current, plan);
    if (quoteId !== null) await consumeQuote(tx, scope, quoteId);
    return getSubscriptionOrThrow(tx, scope, id);
  });
  try {
    await unlessEnded(scope, id, () => scheduleAtProvider(scope, row, plan));
  } catch (error) {
    // Refused for good: undo our row. Unreachable: the reconciler schedules it again.
    if (error instanceof ApiError && error.status < 500) await forget(scope, id);
    throw error;
  }
  await tryDropUnknownSchedule(scope, id);
}

/** Refuses a change for the end of a period with which the subscription ends. Throws subscription_status_conflict. */
export function refuseEnding({ status, ...row }: LoadedSubscription): void {
  const ends = isEnding(row);
  if (status === "CANCELED" || ends)
    throw new ApiError("subscription_status_conflict", { details: { status: ends ? "ending" : status } });
}

/**
 * Drops what is scheduled at the card provider where nothing is scheduled here, as when a change was saved while another one was being
 * scheduled: both ask for it when they are done, so that the later one finds what the other has left. A failure is logged: the comparison
 * then shows it.
 */
export async function tryDropUnknownSchedule(scope: Scope, id: string): Promise<void> {
  try {
    const row = await getSubscriptionOrThrow(scope.db, scope, id);
    if (row.pendingPlanPriceId === null && row.status !== "CANCELED") await dropAtProvider(scope, row);
  } catch (error) {
    scope.log.warn(
      { err: error, subscription_id: id },
      "a schedule that is not known here could not be dropped at the card provider yet",
    );
  }
}

/**
 * Schedules a waiting change at the card provider, and notes when it begins there. Where that is not the end of the period that we know,
 * the provider has renewed, and our row follows. Idempotent. K7xxx.
 */
export async function scheduleAtProvider(
  scope: Scope,
  row: LoadedSubscription,
  plan: StoredPlan,
): Promise<void> {
  if (row.provider !== BY_CARD || row.providerSubscriptionId === null) return;
  const provider = await cardProviderOf(scope);
  const { providerSubscriptionId: id } = row;
  if (!(await agreeOnMoment(scope, row.id, plan, null))) return;
  const at = await makeMissingAnew(scope, async () =>
    provider.scheduleChange({ id, items: await providerItemsOf(scope, provider, plan, row.taxBehavior) }),
  );
  await agreeOnMoment(scope, row.id, plan, at);
  if (at.getTime() !== row.currentPeriodEnd?.getTime()) await trySyncCounters(scope, row.id);
}

/**
 * Drops a scheduled change, with its schedule at the card provider. That comes first: the reconciler repairs a row that still has the
 * change, but not a provider that still has it. "begun": the provider had renewed with the new prices before, and so our row has them now.
 * K7xxx.
 */
export async function forgetSchedule(scope: Scope, row: LoadedSubscription): Promise<"dropped" | "begun"> {
  const plan = pendingPlan(row);
  if (plan && row.provider === BY_CARD) {
    if (!(await agreeOnMoment(scope, row.id, plan, null))) return "begun";
    const remote = await dropAtProvider(scope, row);
    if (remote && (await hasBegun(scope, row, plan, remote))) {
      await agreeOnMoment(scope, row.id, plan, remote.currentPeriodStart);
      await syncCounters(scope, row.id);
      return "begun";
    }
  }
  await forget(scope, row.id);
  return "dropped";
}

/** Whether the provider charges the change's prices, after what was scheduled there is dropped. A trial has its present ones back. */
async function hasBegun(
  scope: Scope,
  { taxBehavior }: LoadedSubscription,
  plan: StoredPlan,
  remote: ProviderSubscription,
): Promise<boolean> {
  if (remote.status === "TRIALING" || remote.status === "CANCELED") return false;
  return isOfItems(remote, await providerItemsOf(scope, await cardProviderOf(scope), plan, taxBehavior));
}

/** Drops what is scheduled at the card provider. Returns its subscription after that; null where there is none. Idempotent. K7xxx. */
export async function dropAtProvider(
  scope: Scope,
  row: LoadedSubscription,
): Promise<ProviderSubscription | null> {
  if (row.provider !== BY_CARD || row.providerSubscriptionId === null) return null;
  const provider = await cardProviderOf(scope);
  const items = await providerItemsOf(scope, provider, presentPlan(row), row.taxBehavior);
  return provider.dropScheduledChange({ id: row.providerSubscriptionId, items });
}

/** The items that a subscription pays for now. */
export function presentPlan(row: LoadedSubscription): StoredPlan {
  return { planPriceId: row.planPriceId, planId: row.planId, packId: row.packId ?? "", drivers: row.drivers };
}

async function forget(scope: Scope, id: string): Promise<void> {
  await scope.db.$transaction(async (tx) =>
    forgetPendingChange(tx, scope, await lockSubscription(tx, scope, id)),
  );
}
