import type { ProviderOperation } from "../../platform/database/client/client.ts";
import type { CardProvider, ProviderSubscription } from "../../providers/port.ts";
import { getPlanPriceOrThrow } from "../catalog/get-plan-price.ts";
import type { Scope } from "../scope.ts";
import { cardProviderOf } from "../tenants/connect-card-provider.ts";
import { consumeTerms } from "./customer-grants.ts";
import { closeSupersededSoon } from "./open-checkouts.ts";
import { completeOperation } from "./provider-operations.ts";
import { statusOf } from "./rules.ts";
import { saveNewSubscription } from "./save-subscription.ts";
import { StoredStart } from "./stored-start.ts";
import { finishSurplus, isTaken, settleTaken } from "./surplus.ts";
import { keepTrialUse, releaseTrial } from "./trials.ts";

/**
 * Makes our subscription of one that was left to its cardholder (K7002) and has been confirmed since. Told by the provider's
 * callback and by the next call at once, it makes one. Answers our id; null when it is not of our making or not paid.
 */
export async function adoptStarted(scope: Scope, remote: ProviderSubscription): Promise<string | null> {
  const { tenantId, subscriptionId } = remote;
  if (tenantId !== scope.tenantId || subscriptionId === null || !isPaid(remote)) return null;
  const where = { tenantId, subscriptionId, kind: "START", status: "FAILED", failureCode: "K7002" } as const;
  const operation = await scope.db.providerOperation.findFirst({ where });
  return operation ? save(scope, operation, remote) : null;
}

/**
 * What the customer has confirmed of an earlier try at this product; null when there is nothing. A try that still waits for
 * its cardholder is ended: whoever asks again starts anew, and must not end with two.
 */
export async function adoptConfirmed(
  scope: Scope,
  customerId: string,
  productId: string,
): Promise<string | null> {
  const { tenantId, db } = scope;
  const where = {
    tenantId,
    customerId,
    productId,
    kind: "START",
    status: "FAILED",
    failureCode: "K7002",
  } as const;
  const waiting = await db.providerOperation.findMany({ where, orderBy: { id: "desc" } });
  if (waiting.length === 0) return null;
  const provider = await cardProviderOf(scope);
  for (const operation of waiting) {
    const remote = await findRemote(scope, provider, operation);
    // With another account's key everything is missing: a try that we cannot see is not over.
    if (!remote) continue;
    if (isPaid(remote)) return save(scope, operation, remote);
    if (remote.status === "INCOMPLETE" && remote.endedAt === null) {
      await provider.cancelSubscription({ id: remote.id, idempotencyKey: `${operation.id}:superseded` });
    }
    await db.$transaction(async (tx) => {
      await tx.providerOperation.update({
        where: { tenantId_id: { tenantId, id: operation.id } },
        data: { failureCode: "SUPERSEDED", updatedAt: scope.clock.now() },
      });
      await releaseTrial(tx, scope, operation.subscriptionId);
    });
  }
  return null;
}

function isPaid(remote: ProviderSubscription): boolean {
  const status = statusOf(remote);
  return status !== null && status !== "CANCELED";
}

async function findRemote(scope: Scope, provider: CardProvider, operation: ProviderOperation) {
  const key = {
    tenantId: scope.tenantId,
    provider: "PROVIDER_A",
    kind: "CUSTOMER",
    objectId: operation.customerId,
  } as const;
  const reference = await scope.db.providerReference.findUnique({
    where: { tenantId_provider_kind_objectId: key },
  });
  if (!reference) return null;
  return provider.findSubscription({
    customerId: reference.providerId,
    subscriptionId: operation.subscriptionId,
  });
}

async function save(
  scope: Scope,
  operation: ProviderOperation,
  remote: ProviderSubscription,
): Promise<string | null> {
  if (await finishSurplus(scope, remote.id)) return null;
  const stored = StoredStart.parse(operation.input);
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
    if (!isTaken(error)) throw error;
    const settled = await settleTaken(scope, remote, { subscriptionId, customerId, productId });
    if (settled === "FREE") return save(scope, operation, remote);
    // Another process was told, too, and has saved it; or another subscription stands.
    if (settled !== "SAVED") return null;
  }
  await closeSupersededSoon(scope, { customerId, productId });
  return subscriptionId;
}
