import { ApiError } from "../../../../errors/api-error.ts";
import { Prisma } from "../../../../platform/database/client/client.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { syncFromProvider } from "../../checkout/process-provider-event.ts";
import { itemsOf } from "../../subscriptions/change/change-card-plan.ts";
import { pendingPlan } from "../../subscriptions/change/pending-change.ts";
import { presentPlan, scheduleAtProvider } from "../../subscriptions/change/schedule-change.ts";
import { lockSubscription, setSubscription } from "../../subscriptions/renew/manual-status.ts";
import { endSurplus } from "../../subscriptions/surplus-subscriptions.ts";
import { syncedColumns } from "../../subscriptions/sync/save-subscription.ts";
import { syncWithInvoices } from "../../subscriptions/sync/sync-now.ts";
import { EVENT_OF } from "../../subscriptions/sync/sync-subscription.ts";
import { findLiveSubscriptions, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { statusOf } from "../../terms/rules.ts";
import type { Difference, Field } from "./compare.ts";
import type { LoadedSides } from "./load-sides.ts";

/** What can be done about a difference. */
export type Action =
  | "follow"
  | "adopt"
  | "schedule"
  | "end_here"
  | "restore_here"
  | "tell_provider"
  | "end_surplus";

/**
 * What the hourly job does by itself. The provider decides what is paid, ends and for how long: our row follows it. What we
 * began and lack is adopted. A change that was ordered here and waits is an operation of ours that was not finished: the
 * provider is told of it again. A second subscription at the provider for one of ours is ended and refunded.
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
 * What a person may decide. That something is missing is no proof that it has ended, what ended here may go on there, and
 * prices that nobody changed here are never changed there without a person's word.
 */
export const MANUAL_ACTIONS: Partial<Record<Field, Action>> = {
  missing: "end_here",
  ended_here: "restore_here",
  prices: "tell_provider",
};

type Act = (scope: Scope, provider: CardProvider, look: LoadedSides, difference: Difference) => Promise<void>;

/** How each is done. Again is harmless. */
export const ACTIONS: Record<Action, Act> = {
  follow: (scope, _provider, { row }) => syncWithInvoices(scope, ours(row).id),
  adopt: (scope, _provider, _look, { providerSubscriptionId }) =>
    syncFromProvider(scope, providerSubscriptionId),
  schedule: async (scope, _provider, { row }) => {
    const plan = pendingPlan(ours(row));
    if (plan)
      await scheduleAtProvider(await withCustomerClock(scope.db, scope, ours(row).customer), ours(row), plan);
  },
  end_surplus: (scope, _provider, { first }, { providerSubscriptionId }) => {
    const { customerId, productId } = ours(first);
    return endSurplus(scope, { id: providerSubscriptionId }, { customerId, productId, reason: "SECOND" });
  },
  end_here: (scope, _provider, { row }) => endHere(scope, ours(row).id),
  restore_here: restoreHere,
  tell_provider: async (scope, provider, { row, remote }) => {
    // Its next phase would put its own prices back, or be lost.
    if (remote?.isScheduled) throw new ApiError("K7015");
    const items = await itemsOf(scope, provider, presentPlan(ours(row)));
    await provider.exchangePrices({ id: ours(row).providerSubscriptionId ?? "", items });
  },
};

function ours(row: LoadedSubscription | null): LoadedSubscription {
  if (!row) throw new ApiError("K6001");
  return row;
}

/** Ends our row alone; the provider is not told. */
export async function endHere(scope: Scope, id: string): Promise<void> {
  await scope.db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, id);
    if (row.status === "CANCELED") return;
    const now = scope.clock.now();
    const ended = { status: "CANCELED", canceledAt: row.canceledAt ?? now, endedAt: now } as const;
    await setSubscription(tx, scope, row, "subscription.canceled", ended);
  });
}

/** Brings a row back that ended here while it goes on at the provider. K6002 another has taken its place since. */
async function restoreHere(scope: Scope, _provider: CardProvider, look: LoadedSides): Promise<void> {
  const { id } = ours(look.row);
  const { remote } = look;
  const status = remote && statusOf(remote);
  if (!remote || !status) throw new ApiError("K7014");
  await orConflict(scope, ours(look.row), () =>
    scope.db.$transaction(async (tx) => {
      const row = await lockSubscription(tx, scope, id);
      if (row.status !== "CANCELED") return;
      await setSubscription(tx, scope, row, EVENT_OF[status], syncedColumns(scope, remote, row));
    }),
  );
  await syncWithInvoices(scope, id);
}

/** Says which subscription took the place of one that is brought back: one live one a customer and product. K6002. */
export async function orConflict(
  scope: Scope,
  row: LoadedSubscription,
  bringBack: () => Promise<void>,
): Promise<void> {
  try {
    await bringBack();
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")) throw error;
    const live = await findLiveSubscriptions(scope.db, scope, row.customerId);
    const other = live.find(({ productId }) => productId === row.productId);
    throw new ApiError("K6002", { details: { subscription_id: other?.id ?? "" } });
  }
}
