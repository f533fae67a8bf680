import { ApiError } from "../../../../errors/api-error.ts";
import { Prisma } from "../../../../platform/database/client/client.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { syncFromProvider } from "../../provider-events/process-event.ts";
import { pendingPlan } from "../../subscriptions/change/pending-change.ts";
import {
  dropAtProvider,
  presentPlan,
  scheduleAtProvider,
} from "../../subscriptions/change/schedule-change.ts";
import { providerItemsOf } from "../../subscriptions/change/stored-change.ts";
import { endDuplicate } from "../../subscriptions/duplicate-subscriptions.ts";
import { syncedColumns } from "../../subscriptions/sync/save-subscription.ts";
import { syncWithInvoices } from "../../subscriptions/sync/sync-now.ts";
import { lockSubscription, setSubscription } from "../../subscriptions/update-subscription.ts";
import { findLiveSubscriptions, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { statusOf } from "../../terms/rules.ts";
import type { Difference, Field } from "./compare.ts";
import type { LoadedSides } from "./load-sides.ts";

/** What can be done about a difference. */
export type Action =
  | "follow"
  | "adopt"
  | "schedule"
  | "release_schedule"
  | "end_here"
  | "restore_here"
  | "tell_provider"
  | "end_surplus";

/**
 * What the hourly job does without a person. The provider decides what is paid, what ends and the periods: our row is synced from
 * it. A subscription that we began and do not have is saved. A scheduled change that the provider does not have is an unfinished
 * operation of ours: it is scheduled there again. A second subscription at the provider for one of ours is ended and refunded.
 */
export const AUTOMATIC_ACTIONS: Partial<Record<Field, Action>> = {
  status: "follow",
  period_end: "follow",
  ending: "follow",
  unknown: "adopt",
  schedule: "schedule",
  twice: "end_surplus",
};

/**
 * What only a person may decide. A missing subscription need not have ended, one that ended here may still run at the provider, and
 * the provider's prices, and a schedule that we do not know, are never changed without a person's decision.
 */
export const MANUAL_ACTIONS: Partial<Record<Field, Action>> = {
  missing: "end_here",
  ended_here: "restore_here",
  prices: "tell_provider",
  unknown_schedule: "release_schedule",
};

type Act = (
  scope: Scope,
  provider: CardProvider,
  sides: LoadedSides,
  difference: Difference,
) => Promise<void>;

/** How each action is carried out. Idempotent. */
export const ACTIONS: Record<Action, Act> = {
  follow: (scope, _provider, { row }) => syncWithInvoices(scope, ours(row).id),
  adopt: (scope, _provider, _sides, { providerSubscriptionId }) =>
    syncFromProvider(scope, providerSubscriptionId),
  schedule: (scope, _provider, { row }) => scheduleOwn(scope, ours(row)),
  // Where a change of our own waits, it takes the place of theirs.
  release_schedule: async (scope, _provider, { row }) => {
    if (pendingPlan(ours(row))) await scheduleOwn(scope, ours(row));
    else await dropAtProvider(scope, ours(row));
  },
  end_surplus: (scope, _provider, { first }, { providerSubscriptionId }) => {
    const { customerId, productId } = ours(first);
    return endDuplicate(scope, { id: providerSubscriptionId }, { customerId, productId, reason: "SECOND" });
  },
  end_here: (scope, _provider, { row }) => endHere(scope, ours(row).id),
  restore_here: restoreHere,
  tell_provider: async (scope, provider, { row, remote }) => {
    // The schedule's next phase would restore its own prices, or be lost.
    if (remote?.isScheduled) throw new ApiError("card_provider_schedule_exists");
    const items = await providerItemsOf(scope, provider, presentPlan(ours(row)), ours(row).taxBehavior);
    await provider.exchangePrices({ id: ours(row).providerSubscriptionId ?? "", items });
  },
};

/** Schedules the change that waits here at the provider, in the place of what is scheduled there. */
async function scheduleOwn(scope: Scope, row: LoadedSubscription): Promise<void> {
  const plan = pendingPlan(row);
  if (plan) await scheduleAtProvider(await withCustomerClock(scope.db, scope, row.customer), row, plan);
}

function ours(row: LoadedSubscription | null): LoadedSubscription {
  if (!row) throw new ApiError("subscription_not_found");
  return row;
}

/** Ends our row only; the provider's subscription does not change. */
export async function endHere(scope: Scope, id: string): Promise<void> {
  await scope.db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, id);
    if (row.status === "CANCELED") return;
    await setSubscription(tx, scope, row, "cancel_now");
  });
}

/** Restores a row that ended here while the provider's subscription is live. Throws subscription_exists. */
async function restoreHere(scope: Scope, _provider: CardProvider, sides: LoadedSides): Promise<void> {
  const { id } = ours(sides.row);
  const { remote } = sides;
  const status = remote && statusOf(remote);
  if (!remote || !status) throw new ApiError("drift_stale");
  await orConflict(scope, ours(sides.row), () =>
    scope.db.$transaction(async (tx) => {
      const row = await lockSubscription(tx, scope, id);
      if (row.status !== "CANCELED") return;
      await setSubscription(tx, scope, row, null, syncedColumns(scope, remote, row));
    }),
  );
  await syncWithInvoices(scope, id);
}

/** Runs a restore; subscription_exists names the live subscription of the same customer and product that prevents it. */
export async function orConflict(
  scope: Scope,
  row: LoadedSubscription,
  restore: () => Promise<void>,
): Promise<void> {
  try {
    await restore();
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")) throw error;
    const live = await findLiveSubscriptions(scope.db, scope, row.customerId);
    const other = live.find(({ productId }) => productId === row.productId);
    throw new ApiError("subscription_exists", { details: { subscription_id: other?.id ?? "" } });
  }
}
