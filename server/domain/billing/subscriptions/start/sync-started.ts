import { ApiError } from "../../../../errors/api-error.ts";
import type { ProviderOperation } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import type { ProviderSubscription } from "../../../../providers/port.ts";
import { getPlanPriceOrThrow } from "../../../catalog/load-plan-price.ts";
import { findAtProvider } from "../../../customers/provider-customer.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { statusOf } from "../../terms/rules.ts";
import {
  finishDuplicate,
  isUniqueViolation,
  recordDuplicate,
  resolveConflict,
} from "../duplicate-subscriptions.ts";
import { closeSupersededSoon } from "../open-checkouts.ts";
import { completeOperation } from "../sync/provider-operations.ts";
import { saveNewSubscription } from "../sync/save-subscription.ts";
import { consumeTerms, releaseTerms } from "./promised-terms.ts";
import { StartOperation } from "./start-operation.ts";
import { keepTrialUse } from "./trials.ts";

/** An operation that waits for the cardholder's confirmation. */
const WAITING = { status: "FAILED", failureCode: WAITS_FOR_CARDHOLDER } as const;

/** One that waited in an account which the tenant has left since: nothing of it is left there (leave-account.ts). */
const LEFT = { status: "FAILED", failureCode: "LEFT" } as const;

/**
 * Saves the subscription of a start that waited for the cardholder's confirmation (card_authentication_required) and was confirmed since.
 * The provider's callback and the next call may run it concurrently: it saves one. Returns our id; null when it is not ours or not paid.
 */
export async function syncStarted(scope: Scope, remote: ProviderSubscription): Promise<string | null> {
  const { tenantId, subscriptionId } = remote;
  if (tenantId !== scope.tenantId || subscriptionId === null || !isPaid(remote)) return null;
  const where = { tenantId, subscriptionId, kind: "START", ...WAITING } as const;
  const operation = await scope.db.providerOperation.findFirst({ where });
  return operation ? save(scope, operation, remote) : null;
}

/**
 * The subscription that the customer has confirmed of an earlier attempt at this product; null when there is none. An attempt
 * that still waits for confirmation is ended: the new start replaces it, so that the customer does not get two. What one that was left
 * with its account had claimed is given back.
 */
export async function syncConfirmed(
  scope: Scope,
  customerId: string,
  productId: string,
): Promise<string | null> {
  const { tenantId, db } = scope;
  const of = { tenantId, customerId, productId, kind: "START" } as const;
  for (const operation of await db.providerOperation.findMany({ where: { ...of, ...LEFT } }))
    await db.$transaction((tx) => endAttempt(tx, scope, operation));
  const waiting = await db.providerOperation.findMany({
    where: { ...of, ...WAITING },
    orderBy: { id: "desc" },
  });
  if (waiting.length === 0) return null;
  const provider = await cardProviderOf(scope);
  for (const operation of waiting) {
    const remote = await findAtProvider(scope, provider, operation);
    // With another account's key everything is missing: an attempt that we cannot see may not be over.
    if (!remote) continue;
    if (isPaid(remote)) return save(scope, operation, remote);
    await supersede(scope, operation, remote);
  }
  return null;
}

/**
 * Ends an unpaid attempt. The cardholder may confirm it concurrently: from now on it cannot become a subscription, and a payment
 * for it is refunded. K7xxx.
 */
async function supersede(
  scope: Scope,
  operation: ProviderOperation,
  remote: ProviderSubscription,
): Promise<void> {
  const { customerId, productId } = operation;
  const isWaiting = remote.status === "INCOMPLETE" && remote.endedAt === null;
  const isOurs = await scope.db.$transaction(async (tx) => {
    if (!(await endAttempt(tx, scope, operation))) return false;
    if (isWaiting) await recordDuplicate(tx, scope, remote, { customerId, productId, reason: "SUPERSEDED" });
    return true;
  });
  if (isOurs && isWaiting) await finishDuplicate(scope, remote.id);
}

/** Marks a waiting attempt as one that cannot become a subscription any more, and gives back what it had claimed. */
async function endAttempt(tx: Tx, scope: Scope, operation: ProviderOperation): Promise<boolean> {
  const { tenantId, clock } = scope;
  const { count } = await tx.providerOperation.updateMany({
    where: { tenantId, id: operation.id, OR: [WAITING, LEFT] },
    data: { failureCode: "SUPERSEDED", updatedAt: clock.now() },
  });
  if (count > 0) await releaseTerms(tx, scope, operation.subscriptionId);
  return count > 0;
}

function isPaid(remote: ProviderSubscription): boolean {
  const status = statusOf(remote);
  return status !== null && status !== "CANCELED";
}

async function save(
  scope: Scope,
  operation: ProviderOperation,
  remote: ProviderSubscription,
): Promise<string | null> {
  const ended = async () => {
    await scope.db.$transaction((tx) => endAttempt(tx, scope, operation));
    return null;
  };
  if (await finishDuplicate(scope, remote.id)) return ended();
  const stored = StartOperation.parse(operation.input);
  const price = await getPlanPriceOrThrow(scope, stored.planPriceId);
  const { subscriptionId, customerId } = operation;
  const { productId } = price.plan;
  try {
    await scope.db.$transaction(async (tx) => {
      const sale = { subscriptionId, customerId, price, packId: stored.packId, drivers: stored.drivers };
      await saveNewSubscription(tx, scope, sale, remote);
      if (remote.trialEnd)
        await keepTrialUse(tx, scope, productId, subscriptionId, stored.terms?.traits ?? []);
      await consumeTerms(tx, scope, stored.grantId, subscriptionId);
      await completeOperation(tx, scope, operation);
    });
  } catch (error) {
    // Another start has ended it in the meantime: it is refunded, not saved.
    if (
      error instanceof ApiError &&
      error.errorName === "subscription_change_in_progress" &&
      (await finishDuplicate(scope, remote.id))
    )
      return null;
    if (!isUniqueViolation(error)) throw error;
    const settled = await resolveConflict(scope, remote, { subscriptionId, customerId, productId });
    if (settled === "FREE") return save(scope, operation, remote);
    // Another process has saved it, or another live subscription exists.
    if (settled !== "SAVED") return ended();
  }
  await closeSupersededSoon(scope, { customerId, productId });
  return subscriptionId;
}
