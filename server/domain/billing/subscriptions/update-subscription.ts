import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChanges } from "../../events/record-change.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../terms/load-subscription.ts";
import { applyTerms } from "./apply-terms.ts";
import { columnsAfter, eventsOf, type LifeFacts, type SubscriptionTrigger } from "./lifecycle.ts";
import { viewSubscription } from "./view-subscription.ts";

/**
 * Locks a subscription until the transaction ends, against all others that change it. Not against rows that name it: a use opens a counter
 * of it under locks that the change of its terms waits for. Throws subscription_not_found.
 */
export async function lockSubscription(tx: Tx, scope: Scope, id: string): Promise<LoadedSubscription> {
  await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
  return getSubscriptionOrThrow(tx, scope, id);
}

/**
 * Changes a locked subscription as its lifecycle has it, with its events and its terms. `trigger` says what happened: the next status and
 * the events follow; null where the row mirrors the card provider's, by which both are known. `data` is what else changes. `at` is when
 * what it is sold as changed, where that is neither now nor in the row.
 */
export async function setSubscription(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
  trigger: SubscriptionTrigger | null,
  data: Prisma.SubscriptionUncheckedUpdateInput = {},
  at: Date | null = null,
): Promise<LoadedSubscription> {
  const { tenantId, clock } = scope;
  const before = await viewSubscription(tx, scope, row);
  const moved = trigger === null ? {} : columnsAfter(row, trigger, clock.now());
  await tx.subscription.update({
    where: { tenantId_id: { tenantId, id: row.id } },
    data: { ...moved, ...data, updatedAt: clock.now() },
  });
  const after = await applyTerms(tx, scope, row, at);
  await recordLife(tx, scope, { row, view: before }, after, trigger);
  return after;
}

/** Writes the events of a subscription that was written, and their audit rows. `before` is null for a new one. */
export async function recordLife(
  tx: Tx,
  scope: Scope,
  before: { row: LifeFacts; view: object } | null,
  row: LoadedSubscription,
  trigger: SubscriptionTrigger | null = null,
): Promise<void> {
  const after = await viewSubscription(tx, scope, row);
  await recordChanges(
    tx,
    scope,
    eventsOf(before?.row ?? null, row, trigger).map((type) => ({
      type,
      objectType: "subscription",
      objectId: row.id,
      ...(before && { before: before.view }),
      after,
    })),
  );
}
