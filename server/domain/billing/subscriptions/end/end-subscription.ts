import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { takeBackCharges } from "../../charges/send-charges.ts";
import { trySyncInvoices } from "../../invoices/try-sync-invoices.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { lockByInvoice } from "../by-invoice/lock-by-invoice.ts";
import { billEnded, endLocked } from "../by-invoice/renew-by-invoice.ts";
import { dropWaitingChange } from "../change/drop-waiting-change.ts";
import { forgetPendingChange } from "../change/pending-change.ts";
import { forgetSchedule } from "../change/schedule-change.ts";
import { enderOf, isEnding } from "../coming/coming.ts";
import type { Subscription } from "../schema.ts";
import { loadSettled } from "../sync/leave-unpaid.ts";
import { syncCounters } from "../sync/sync-counters.ts";
import { trySync } from "../sync/sync-subscription.ts";
import { unlessEnded } from "../sync/unless-ended.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";
import type { CancelSubscription } from "./end-subscription-schema.ts";
import type { SubscriptionId } from "./schema.ts";

type View = z.output<typeof Subscription>;

/**
 * Cancels at the period's end, or now: then usage is billed at once. The provider is called first and our row is synced from it, so that
 * its callback repairs a crash in between. Drafts that the subscription has then are settled. A change scheduled for the period's end is
 * dropped; now, also one that waits for its cardholder. Throws subscription_not_found, subscription_status_conflict or
 * subscription_change_in_progress.
 */
export function cancelSubscription(scope: Scope, input: z.output<typeof CancelSubscription>): Promise<View> {
  const { at, reason } = input;
  return change(scope, input.id, {
    isAllowed: (row) => row.status !== "CANCELED",
    isReached: ({ status }) => status === "CANCELED",
    callProvider: async (provider, id, row) => {
      if (at !== "now") {
        // Before the ending, which drops the schedule, too: what has begun until now stays.
        if (row.pendingPlanPriceId !== null) await forgetSchedule(scope, row);
        return withEnder(scope, row, reason, () =>
          provider.setEnding({ id, atPeriodEnd: true, reason: reason ?? null }),
        );
      }
      // A pause there says what becomes of the drafts (settle-ended-drafts.ts).
      await trySync(scope, row.id);
      await dropWaitingChange(scope, provider, { id: row.id, remoteId: id });
      return provider.cancelSubscription({ id, idempotencyKey: `${row.id}:cancel` });
    },
    changeOurs: async (tx, inTime, row) => {
      const now = inTime.clock.now();
      if (at === "now") return endLocked(tx, inTime, row, now);
      if (row.cancelAtPeriodEnd) return;
      await setSubscription(tx, inTime, row, "schedule_ending", enderColumns(scope, reason));
    },
    afterwards: (inTime) => billEnded(inTime, input.id),
  });
}

const NOBODY = { endingBy: null, endingReason: null } as const;

function enderColumns(scope: Scope, reason: string | undefined) {
  return { endingBy: enderOf(scope), endingReason: reason ?? null };
}

/**
 * Notes who cancels, and why, before the card provider is asked, so that our row has it when it is synced; of one that ends already the
 * first stays. A refusal takes it back.
 */
async function withEnder<T>(
  scope: Scope,
  row: LoadedSubscription,
  reason: string | undefined,
  cancel: () => Promise<T>,
): Promise<T> {
  if (isEnding(row)) return cancel();
  const where = { tenantId_id: { tenantId: scope.tenantId, id: row.id } };
  await scope.db.subscription.update({ where, data: enderColumns(scope, reason) });
  try {
    return await cancel();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      await scope.db.subscription.update({ where, data: NOBODY });
    throw error;
  }
}

const CAN_PAUSE = ["ACTIVE", "TRIALING", "PAST_DUE", "PAUSED"];

/**
 * Pauses collection and access; a change that waits for its cardholder is dropped. Idempotent. Throws subscription_not_found,
 * subscription_status_conflict or subscription_change_in_progress.
 */
export function pauseSubscription(scope: Scope, input: z.output<typeof SubscriptionId>): Promise<View> {
  return change(scope, input.id, {
    isAllowed: ({ status }) => CAN_PAUSE.includes(status),
    isReached: ({ status }) => status === "PAUSED",
    callProvider: async (provider, remoteId, row) => {
      await dropWaitingChange(scope, provider, { id: row.id, remoteId });
      // A pause voids the renewal's draft: what was owed before is not on it, and waits for a later invoice.
      const { id, providerCustomerId, taxBehavior } = row;
      if (providerCustomerId !== null) {
        const sold = { id, providerCustomerId, providerSubscriptionId: remoteId, taxBehavior };
        await takeBackCharges(scope, provider, sold, "PAUSED");
      }
      await requireNoChange(scope, row);
      await provider.pauseSubscription(remoteId);
    },
    changeOurs: async (tx, inTime, row) => {
      if (row.status !== "PAUSED") await setSubscription(tx, inTime, row, "pause");
    },
  });
}

/** A change that another call makes now is paid for: it is not made of one that is paused. Throws subscription_change_in_progress. */
async function requireNoChange({ tenantId, db, clock }: Scope, row: LoadedSubscription): Promise<void> {
  const { customerId, productId } = row;
  const running = { tenantId, customerId, productId, kind: "CHANGE_PLAN", status: "PENDING" } as const;
  const isRunning = await db.providerOperation.count({
    where: { ...running, leaseUntil: { gt: clock.now() } },
  });
  if (isRunning > 0) throw new ApiError("subscription_change_in_progress");
}

/** What a resume can undo. */
type Undone = "PAUSE" | "CANCELLATION";

const UNDOES: Record<Undone, Way> = {
  PAUSE: {
    isAllowed: ({ status }) => status === "PAUSED",
    isReached: ({ status }) => status !== "CANCELED",
    callProvider: (provider, remoteId) => provider.resumeSubscription(remoteId),
    changeOurs: async (tx, inTime, row) => {
      await setSubscription(tx, inTime, row, "resume");
    },
  },
  CANCELLATION: {
    isAllowed: isCanceled,
    isReached: ({ status }) => status !== "CANCELED",
    refusal: ({ status }) => (status === "CANCELED" ? notIn(status) : new ApiError("nothing_to_resume")),
    callProvider: (provider, id) => provider.setEnding({ id, atPeriodEnd: false, reason: null }),
    changeOurs: async (tx, inTime, row) => {
      await setSubscription(tx, inTime, row, "withdraw_ending", NOBODY);
    },
  },
};

function isCanceled({ status, cancelAtPeriodEnd }: LoadedSubscription): boolean {
  return status !== "CANCELED" && cancelAtPeriodEnd;
}

/**
 * Undoes a pause; of a subscription that is not paused, a cancellation at the period's end. One that is both stays canceled, whichever came
 * first: what the customer has ended is not charged again until somebody says so. A request undoes one thing, however often it is sent
 * under its Idempotency-Key.
 */
export function resumeSubscription(scope: Scope, { id }: z.output<typeof SubscriptionId>): Promise<View> {
  return change(scope, id, async (known, now) => {
    // As the caller saw it: a pause may have come, or ended, at the card provider alone.
    const isPaused = known.status === "PAUSED" || (!isCanceled(known) && now.status === "PAUSED");
    const undone: Undone = isPaused ? "PAUSE" : "CANCELLATION";
    const kept = (await scope.chooseOnce?.(undone)) ?? undone;
    return UNDOES[kept === "PAUSE" ? kept : "CANCELLATION"];
  });
}

const notIn = (status: string) => new ApiError("subscription_status_conflict", { details: { status } });

interface Way {
  isAllowed: (row: LoadedSubscription) => boolean;
  /** Whether a row already has the requested state, since an interrupted request may have made the change. */
  isReached: (row: LoadedSubscription) => boolean;
  /** Why it is refused; subscription_status_conflict without one. */
  refusal?: (row: LoadedSubscription) => ApiError;
  callProvider: (provider: CardProvider, remoteId: string, row: LoadedSubscription) => Promise<unknown>;
  /** Changes a locked row of which isAllowed holds. */
  changeOurs: (tx: Tx, inTime: Scope, row: LoadedSubscription) => Promise<void>;
  /** What follows once the change of ours is stored. Idempotent. */
  afterwards?: (inTime: Scope) => Promise<void>;
}

/** Changes a subscription one way, or the way that is chosen by it as it was known and as it is. */
async function change(
  caller: Scope,
  id: string,
  oneWay: Way | ((known: LoadedSubscription, now: LoadedSubscription) => Promise<Way>),
): Promise<View> {
  const known = await getSubscriptionOrThrow(caller.db, caller, id);
  const row = await loadSettled(caller, id);
  const way = typeof oneWay === "function" ? await oneWay(known, row) : oneWay;
  // It may have come to that at the card provider, or by a request at the same time, unknown to the caller.
  const isDone = (now: LoadedSubscription) => {
    if (way.isAllowed(now)) return false;
    if ((caller.isRepeat || way.isAllowed(known)) && way.isReached(now)) return true;
    throw way.refusal?.(now) ?? notIn(now.status);
  };
  if (isDone(row)) return viewSubscription(caller.db, caller, row);
  const scope = await withCustomerClock(caller.db, caller, row.customer);
  if (row.provider === BY_INVOICE) {
    await scope.db.$transaction(async (tx) => {
      const locked = await lockByInvoice(tx, scope, id);
      if (!isDone(locked)) await way.changeOurs(tx, scope, locked);
    });
    await way.afterwards?.(scope);
  } else {
    const remoteId = row.providerSubscriptionId;
    if (remoteId === null) throw notIn(row.status);
    const provider = await cardProviderOf(caller);
    await unlessEnded(caller, id, () => way.callProvider(provider, remoteId, row));
    await syncCounters(caller, id);
    await trySyncInvoices(caller, id);
  }
  const after = await dropImpossibleChange(scope, id);
  // It has ended at the card provider before the call came there.
  if (after.status === "CANCELED" && !way.isReached(after)) throw notIn(after.status);
  return viewSubscription(caller.db, scope, after);
}

/** Drops the scheduled change of a subscription that ends with its period; the provider has dropped it already. */
async function dropImpossibleChange(scope: Scope, id: string): Promise<LoadedSubscription> {
  const row = await getSubscriptionOrThrow(scope.db, scope, id);
  const isEnding = row.cancelAtPeriodEnd || row.status === "CANCELED";
  if (!isEnding || row.pendingPlanPriceId === null) return row;
  await withRow(scope, id, (tx, locked) => forgetPendingChange(tx, scope, locked));
  return getSubscriptionOrThrow(scope.db, scope, id);
}

function withRow(
  scope: Scope,
  id: string,
  work: (tx: Tx, row: LoadedSubscription) => Promise<void>,
): Promise<void> {
  return scope.db.$transaction(async (tx) => work(tx, await lockSubscription(tx, scope, id)));
}
