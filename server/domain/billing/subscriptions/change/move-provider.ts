import { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { ProviderOperation } from "../../../../platform/database/client/client.ts";
import { BY_CARD, BY_INVOICE, PROVIDERS } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { attachCard } from "../../../customers/attach-card.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { ensureProviderCustomer } from "../../../customers/provider-customer.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { keyAfter, makeMissingAnew } from "../../../tenants/provider/make-missing-anew.ts";
import { giveBalance, type Moving, markForBalance, takeBalance } from "../../charges/move-balance.ts";
import { takeBackCharges } from "../../charges/send-charges.ts";
import { syncInvoices } from "../../invoices/sync-invoice.ts";
import { sendWaiting } from "../../periods/send-waiting.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { settleLeftDrafts } from "../end/settle-ended-drafts.ts";
import type { Subscription } from "../schema.ts";
import { policiesOf } from "../start/provider-policies.ts";
import { loadSettled } from "../sync/leave-unpaid.ts";
import {
  type Attempt,
  beginOperation,
  claimOperation,
  completeOperation,
  endIfRefused,
  failOperation,
  findOwnOperation,
  isRefusedForGood,
  withLease,
} from "../sync/provider-operations.ts";
import { findTaxBehavior } from "../sync/provider-prices.ts";
import { syncedColumns } from "../sync/save-subscription.ts";
import { syncSubscriptionNow } from "../sync/sync-now.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";
import { dropWaitingChange } from "./drop-waiting-change.ts";
import { followRenewal, isBilledByUs } from "./follow-renewal.ts";
import type { MoveProvider } from "./move-provider-schema.ts";
import { pendingPlan } from "./pending-change.ts";
import { presentPlan, scheduleAtProvider } from "./schedule-change.ts";
import { providerItemsOf } from "./stored-change.ts";

const Stored = z.object({
  to: z.enum(PROVIDERS),
  paymentMethodId: z.string().nullable(),
  testCardToken: z.string().nullable(),
  dueDays: z.number().int().nullable(),
  /** The old provider's subscription, to be ended; for a move to PROVIDER_B only. */
  leaves: z.string().nullable(),
});
type Stored = z.output<typeof Stored>;

/** An invoice of the old provider that is unpaid stays there: its subscription is not moved. */
const MOVABLE = ["ACTIVE", "TRIALING"];

/**
 * Moves a live subscription to the other provider. The current period, billed by the old one, continues with its usage; the new one bills
 * from its end. Safe after a crash: the recovery job finishes it.
 */
export async function moveProvider(
  scope: Scope,
  input: z.output<typeof MoveProvider>,
): Promise<z.output<typeof Subscription>> {
  const own = await finishOwnMove(scope);
  if (own) return own;
  const row = await loadSettled(scope, input.id);
  if (row.provider === input.provider)
    throw new ApiError("provider_unchanged", { details: { provider: input.provider } });
  // What is owed comes before what is missing: an invoice of ours may be overdue though the worker has not said so yet.
  if (row.provider === BY_INVOICE) await bringUpToDate(scope, row.id);
  else await requireMovable(scope, row);
  const paymentMethodId = input.cardprovider_payment_method_id ?? null;
  const testCardToken = input.cardprovider_test_card_token ?? null;
  const isOne = (paymentMethodId === null) !== (testCardToken === null);
  if (input.provider === BY_CARD && !isOne) throw new ApiError("one_payment_method_required");
  const stored: Stored = {
    to: input.provider,
    paymentMethodId,
    testCardToken,
    dueDays: input.due_days ?? null,
    leaves: row.provider === BY_CARD ? row.providerSubscriptionId : null,
  };
  const begun = await beginOperation(scope, {
    kind: "MOVE",
    customerId: row.customerId,
    productId: row.productId,
    subscriptionId: row.id,
    input: stored,
  });
  if (begun.state === "running") throw new ApiError("subscription_change_in_progress");
  if (begun.state === "abandoned") {
    await recoverMove(scope, begun.operation);
    return moveProvider(scope, input);
  }
  await carryOut(scope, { operation: begun.operation, stored, attempt: "FIRST" });
  return viewSubscription(scope.db, scope, await getSubscriptionOrThrow(scope.db, scope, row.id));
}

/** Throws subscription_status_conflict. */
async function requireMovable(scope: Scope, row: LoadedSubscription): Promise<void> {
  const { status, cancelAtPeriodEnd, provider, providerSubscriptionId } = row;
  const isEnding = cancelAtPeriodEnd && status !== "CANCELED";
  if (isEnding || !MOVABLE.includes(status))
    throw new ApiError("subscription_status_conflict", { details: { status: isEnding ? "ending" : status } });
  if (provider !== BY_CARD || providerSubscriptionId === null) return;
  const cards = await cardProviderOf(scope);
  const invoices = await cards.listInvoices({ subscriptionId: providerSubscriptionId, limit: 10 });
  const hasDraft = invoices.some(({ status, lines }) => status === "DRAFT" && lines.length > 0);
  if (hasDraft) throw new ApiError("subscription_status_conflict", { details: { status: "renewing" } });
}

/**
 * The subscription as the provider that it leaves has it: it may have begun a period, or have ended, while its callback was lost or our
 * worker was away. What is paid there is not billed again by the new one. Throws subscription_status_conflict.
 */
async function bringUpToDate(scope: Scope, id: string): Promise<void> {
  await syncSubscriptionNow(scope, id);
  await requireMovable(scope, await getSubscriptionOrThrow(scope.db, scope, id));
}

/** The outcome of the move that this request began before it was retried, finished if necessary; null without one. */
async function finishOwnMove(scope: Scope): Promise<z.output<typeof Subscription> | null> {
  const operation = await findOwnOperation(scope, "MOVE");
  if (!operation || operation.status === "FAILED") return null;
  if (operation.status === "PENDING") {
    const taken = await claimOperation(scope, operation.id);
    if (!taken) throw new ApiError("subscription_change_in_progress");
    await carryOut(scope, again(taken));
  }
  return viewSubscription(
    scope.db,
    scope,
    await getSubscriptionOrThrow(scope.db, scope, operation.subscriptionId),
  );
}

/** Finishes a move that a crash interrupted. */
export async function recoverMove(scope: Scope, operation: ProviderOperation): Promise<void> {
  try {
    await carryOut(scope, again(operation));
  } catch (error) {
    if (!isRefusedForGood(operation, error)) throw error;
  }
}

interface Move {
  operation: ProviderOperation;
  stored: Stored;
  /** What is known of it before this attempt. */
  attempt: Attempt;
}

/** A move that an attempt before this one has begun. */
function again(operation: ProviderOperation): Move {
  return { operation, stored: Stored.parse(operation.input), attempt: "REPEATED" };
}

async function carryOut(scope: Scope, move: Move): Promise<void> {
  const { operation, stored, attempt } = move;
  try {
    const open = () => cardProviderOf(scope);
    const provider = await (attempt === "FIRST" ? endIfRefused(attempt, open) : open());
    const work = stored.to === BY_CARD ? toCards : toInvoices;
    await withLease(scope, operation, () => work(scope, move, provider));
  } catch (error) {
    await failOperation(scope, operation, error);
    throw error;
  }
}

/** The card provider starts a subscription that is paid until our period ends; then our row is synced from it. */
async function toCards(caller: Scope, move: Move, provider: CardProvider): Promise<void> {
  const { operation } = move;
  const { db } = caller;
  const id = operation.subscriptionId;
  const { customer, planPrice, provider: billedBy } = await getSubscriptionOrThrow(db, caller, id);
  const { currency } = planPrice;
  const scope = await withCustomerClock(db, caller, customer);
  // What is refused here is the provider's first customer for the currency, so that nothing is sold through it.
  const { customerId, known } = await endIfRefused(move.attempt, () =>
    makeMissingAnew(caller, async (lost) => {
      const customerId = await ensureProviderCustomer(caller, provider, customer, { currency, lost });
      return { customerId, known: await provider.findSubscription({ customerId, subscriptionId: id }) };
    }),
  );
  const isAlive = known !== null && known.status !== "CANCELED" && known.status !== "INCOMPLETE";
  // Moved by an attempt before this one, it may have ended there since.
  const isSold = isAlive || (known !== null && billedBy === BY_CARD);
  const remote = isSold
    ? known
    : await endIfRefused(move.attempt, () => startAtCards({ caller, scope, move, provider, customerId }));
  const row = await getSubscriptionOrThrow(db, caller, id);
  await db.$transaction(async (tx) => {
    const current = await lockSubscription(tx, scope, id);
    if (current.provider === BY_CARD) return;
    await setSubscription(tx, scope, current, "move", {
      ...syncedColumns(scope, remote, current),
      provider: BY_CARD,
      // The new provider has yet to say when a change that waits begins (scheduleAtProvider).
      pendingChangeAt: null,
      providerSubscriptionId: remote.id,
      providerCustomerId: remote.customerId,
      taxBehavior: await findTaxBehavior(tx, scope, remote),
    });
    await markForBalance(tx, scope, { key: balanceKey(operation), subscriptionId: id });
  });
  await giveBalance(scope, provider, movingOf(operation, row, remote.customerId));
  // What waited for our next invoice is on the provider's next one.
  await sendWaiting(scope, id);
  await db.$transaction((tx) => completeOperation(tx, caller, operation));
  const moved = await getSubscriptionOrThrow(db, caller, id);
  const plan = pendingPlan(moved);
  if (!plan) return;
  try {
    await scheduleAtProvider(scope, moved, plan);
  } catch (error) {
    // The move is made and saved. The reconciler schedules the change again.
    scope.log.warn(
      { err: error, subscription_id: id },
      "a change could not be scheduled at the card provider yet",
    );
  }
}

interface CardStart {
  caller: Scope;
  /** In the customer's time. */
  scope: Scope;
  move: Move;
  provider: CardProvider;
  /** The provider's id. */
  customerId: string;
}

/** Starts the card provider's subscription for one of ours. Throws subscription_status_conflict or one_payment_method_required. */
async function startAtCards({
  caller,
  scope,
  move: { operation, stored },
  provider,
  customerId,
}: CardStart): Promise<ProviderSubscription> {
  const { tenantId, db } = caller;
  const id = operation.subscriptionId;
  await bringUpToDate(scope, id);
  // Locked, so that the move includes a change of plan that has begun; one that begins later finds this operation.
  const row = await db.$transaction((tx) => lockSubscription(tx, caller, id));
  const { paymentMethodId, testCardToken } = stored;
  const card = await attachCard(scope, provider, {
    customerId: row.customerId,
    payer: customerId,
    currency: row.planPrice.currency,
    paymentMethodId,
    testCardToken,
    idempotencyKey: `${operation.id}:card`,
  });
  const isTrial = row.status === "TRIALING";
  const { taxBehavior, ...policies } = await policiesOf(scope);
  return makeMissingAnew(scope, async (lost) =>
    provider.startSubscription({
      idempotencyKey: keyAfter(operation.id, lost),
      tenantId,
      subscriptionId: id,
      customerId,
      paymentMethodId: card?.paymentMethodId ?? null,
      items: await providerItemsOf(scope, provider, presentPlan(row), taxBehavior),
      trialEnd: isTrial ? row.currentPeriodEnd : null,
      paidUntil: isTrial ? null : row.currentPeriodEnd,
      ...policies,
    }),
  );
}

/**
 * Moves our row first, so that the end of the provider's subscription does not end it; then ends that one. What it has on no issued
 * invoice goes along, and so does the customer's balance; the draft of a period that began there meanwhile is collected there, unless we
 * have billed that period already. A change that waits for its cardholder is dropped. Its invoices are copied before the move, which makes
 * them known as ours.
 */
async function toInvoices(
  caller: Scope,
  { operation, stored, attempt }: Move,
  provider: CardProvider,
): Promise<void> {
  const { db } = caller;
  const id = operation.subscriptionId;
  const { customer, provider: billedBy } = await getSubscriptionOrThrow(db, caller, id);
  const scope = await withCustomerClock(db, caller, customer);
  // Nothing is ended at the provider before our row has moved.
  const untilMoved = (work: () => Promise<void>) =>
    billedBy === BY_CARD ? endIfRefused(attempt, work) : work();
  const { leaves } = stored;
  if (billedBy === BY_CARD)
    await untilMoved(async () => {
      if (leaves !== null) await dropWaitingChange(scope, provider, { id, remoteId: leaves });
      await bringUpToDate(scope, id);
    });
  const row = await getSubscriptionOrThrow(db, caller, id);
  const payerOf = async () => {
    if (leaves === null) return null;
    // A try before this one may have moved our row already.
    return row.providerCustomerId ?? (await provider.readSubscription(leaves))?.customerId ?? null;
  };
  const takeBack = async () => {
    const payer = await payerOf();
    if (leaves === null || !payer) return;
    const { taxBehavior } = row;
    const sold = { id, providerCustomerId: payer, providerSubscriptionId: leaves, taxBehavior };
    await takeBackCharges(scope, provider, sold, "MOVED");
  };
  const copyInvoices = async () => (leaves === null ? undefined : syncInvoices(caller, leaves));
  await untilMoved(async () => {
    await takeBack();
    await copyInvoices();
  });
  await db.$transaction(async (tx) => {
    const current = await lockSubscription(tx, scope, id);
    if (current.provider === BY_INVOICE) return;
    await setSubscription(tx, scope, current, "move", {
      provider: BY_INVOICE,
      pendingChangeAt: current.pendingPlanPriceId === null ? null : current.currentPeriodEnd,
      providerSubscriptionId: null,
      providerCustomerId: null,
      invoiceDueDays: stored.dueDays,
    });
  });
  if (leaves !== null) {
    const ended = await provider.cancelSubscription({
      id: leaves,
      idempotencyKey: `${operation.id}:leave`,
    });
    await followRenewal(scope, provider, id, ended);
    // A worker may have sent something before the move.
    await takeBack();
    const isOurs = await isBilledByUs(scope, id, ended.currentPeriodStart);
    await settleLeftDrafts(provider, leaves, { isOurs });
  }
  await copyInvoices();
  const payer = await payerOf();
  if (payer) await takeBalance(scope, provider, movingOf(operation, row, payer));
  await db.$transaction((tx) => completeOperation(tx, caller, operation));
}

/** The key of what a move changes in the customer's balance at the card provider. */
function balanceKey({ id }: ProviderOperation): string {
  return `${id}:balance`;
}

function movingOf(
  operation: ProviderOperation,
  { id: subscriptionId, customerId, planPrice: { currency } }: LoadedSubscription,
  providerCustomerId: string,
): Moving {
  return { key: balanceKey(operation), customerId, subscriptionId, currency, providerCustomerId };
}
