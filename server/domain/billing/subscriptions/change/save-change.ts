import type { ProviderOperation } from "../../../../platform/database/client/client.ts";
import { NEXT_VERSION } from "../../../../platform/read-then-save.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { ProviderSubscription } from "../../../../providers/port.ts";
import { completeOperation } from "../sync/provider-operations.ts";
import { syncedColumns } from "../sync/save-subscription.ts";
import { trySync } from "../sync/sync-subscription.ts";
import { lockSubscription } from "../update-subscription.ts";
import { applyPlan } from "./apply-plan.ts";
import { consumeQuote } from "./quotes.ts";
import { tryDropUnknownSchedule } from "./schedule-change.ts";
import { lastMade, type Stored } from "./stored-change.ts";

interface Answer {
  operation: ProviderOperation;
  stored: Stored;
  remote: ProviderSubscription;
  /** Our row's sync version before the provider was asked. */
  version: number;
}

/**
 * Saves a change with the provider's answer. When our row was synced meanwhile, the answer may be older: the provider is read again, and
 * a failure of that does not undo the change. A change that was scheduled goes, here and at the provider.
 */
export async function saveChange(
  scope: Scope,
  { operation, stored, remote, version }: Answer,
): Promise<void> {
  const id = operation.subscriptionId;
  const { isSynced, isUnscheduled } = await scope.db.$transaction(async (tx) => {
    const current = await lockSubscription(tx, scope, id);
    // A confirmed payment is found by the provider's callback and by the next call: the second one changes nothing, nor does a change
    // that a later one has replaced.
    const last = await lastMade(tx, scope, id);
    if (last !== null && last.id >= operation.id) return { isSynced: true, isUnscheduled: false };
    const isNewest = current.syncVersion === version;
    const columns = isNewest ? { ...syncedColumns(scope, remote, current), ...NEXT_VERSION } : {};
    // Before the event, so that the subscription in it waits for nothing any more.
    await completeOperation(tx, scope, operation);
    await applyPlan(tx, scope, current, stored, new Date(stored.prorationDate), columns);
    if (stored.quote) await consumeQuote(tx, scope, stored.quote.id);
    return { isSynced: isNewest, isUnscheduled: current.pendingPlanPriceId !== null };
  });
  // It may have been scheduled there since the change was asked for.
  if (isUnscheduled) await tryDropUnknownSchedule(scope, id);
  if (!isSynced) await trySync(scope, id);
}
