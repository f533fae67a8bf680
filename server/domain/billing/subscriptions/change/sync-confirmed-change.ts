import { eachOrLog } from "../../../../platform/each-or-log.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { forgetWaiting } from "./forget-waiting.ts";
import { saveChange } from "./save-change.ts";
import { isOfItems, lastMade, newestChange, providerItemsOf, readStored } from "./stored-change.ts";
import type { StoredPlan } from "./stored-plan.ts";
import { tellWaitingChange } from "./tell-waiting-change.ts";

/**
 * Saves a change that waited for its cardholder (card_authentication_required) and has been confirmed since, also where another one was
 * asked for at that moment and now runs or waits. One that is still unconfirmed, or that a later change has replaced, changes nothing; one
 * whose invoice is void can be confirmed no more, and is dropped. K7xxx.
 */
export async function syncConfirmedChange(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db } = scope;
  const last = await lastMade(db, scope, subscriptionId);
  const waiting = await db.providerOperation.findMany({
    where: {
      tenantId,
      subscriptionId,
      kind: "CHANGE_PLAN",
      status: "FAILED",
      failureCode: WAITS_FOR_CARDHOLDER,
      ...(last && { id: { gt: last.id } }),
    },
    orderBy: { id: "desc" },
  });
  if (waiting.length === 0) return;
  const subscription = await getSubscriptionOrThrow(db, scope, subscriptionId);
  if (subscription.providerSubscriptionId === null || subscription.status === "CANCELED") return;
  const provider = await cardProviderOf(scope);
  const remote = await provider.readSubscription(subscription.providerSubscriptionId);
  if (!remote) return;
  const newest = await newestChange(db, scope, subscriptionId);
  for (const operation of waiting) {
    const stored = await readStored(scope, operation);
    if (isPresent(subscription, stored)) continue;
    const items = await providerItemsOf(scope, provider, stored, subscription.taxBehavior);
    if (!isOfItems(remote, items)) continue;
    // Of a later change that waits there the prices are not touched.
    if (newest?.id === operation.id) await provider.removeEmptyItems(remote.id);
    // The scheduled change goes with the save. Before it, so that a failure is tried again with the whole.
    if (subscription.pendingPlanPriceId !== null) {
      // Where it has begun since the read, the subscription has its prices now.
      if (!isOfItems(await provider.dropScheduledChange({ id: remote.id, items }), items)) return;
    }
    await saveChange(scope, { operation, stored, remote, version: subscription.syncVersion });
    return;
  }
  await forgetLapsed(scope, subscriptionId, waiting);
}

async function forgetLapsed(
  scope: Scope,
  subscriptionId: string,
  waiting: { id: string; waitingInvoiceId: string | null }[],
): Promise<void> {
  const { tenantId, db } = scope;
  const asked = waiting.flatMap(({ waitingInvoiceId }) => waitingInvoiceId ?? []);
  if (asked.length === 0) return;
  const found = await db.invoice.findMany({
    where: { tenantId, id: { in: asked }, status: "VOID" },
    select: { id: true },
  });
  const isVoid = new Set(found.map(({ id }) => id));
  const lapsed = waiting.filter(({ waitingInvoiceId }) => isVoid.has(waitingInvoiceId ?? ""));
  if (lapsed.length > 0) await forgetWaiting(scope, subscriptionId, lapsed);
}

/**
 * The same for all changes that were asked for since a time, in case callbacks were lost. Returns how many subscriptions could not be
 * read.
 */
export async function syncConfirmedChangesSince(scope: Scope, since: Date): Promise<number> {
  const { tenantId, db } = scope;
  const waiting = await db.providerOperation.findMany({
    where: {
      tenantId,
      kind: "CHANGE_PLAN",
      status: "FAILED",
      failureCode: WAITS_FOR_CARDHOLDER,
      createdAt: { gte: since },
    },
    select: { subscriptionId: true },
    distinct: ["subscriptionId"],
  });
  const ids = waiting.map(({ subscriptionId }) => subscriptionId);
  const follow = async (id: string) => {
    await syncConfirmedChange(scope, id);
    // Its invoice may not have been known when it was asked for.
    await tellWaitingChange(scope, id);
  };
  return eachOrLog(scope, ids, follow, {
    failure: "a change that waits for its cardholder could not be read yet",
    name: (subscription_id) => ({ subscription_id }),
  });
}

/** Whether a subscription has what a change brings already. */
export function isPresent(row: LoadedSubscription, { planPriceId, packId, drivers }: StoredPlan): boolean {
  const text = (all: { featureId: string; steps: number }[]) =>
    all
      .map(({ featureId, steps }) => `${featureId}=${steps}`)
      .sort()
      .join();
  return (
    row.planPriceId === planPriceId && (row.packId ?? "") === packId && text(row.drivers) === text(drivers)
  );
}
