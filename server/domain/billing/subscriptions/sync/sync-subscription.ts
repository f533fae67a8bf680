import type { Scope } from "../../../../platform/scope.ts";
import { recordChange } from "../../../events/record-change.ts";
import type { EventType } from "../../../events/types.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { mayBecome, type Status, statusOf } from "../../terms/rules.ts";
import { viewSubscription } from "../view-subscription.ts";
import { syncedColumns } from "./save-subscription.ts";

/** The event of each new status; any other change is subscription.updated. */
export const EVENT_OF: Record<Status, EventType> = {
  ACTIVE: "subscription.activated",
  TRIALING: "subscription.trial_started",
  PAST_DUE: "subscription.past_due",
  UNPAID: "subscription.unpaid",
  PAUSED: "subscription.paused",
  CANCELED: "subscription.canceled",
};

/**
 * Syncs our row from the provider. The provider's object is read while our row is locked: of two concurrent syncs the later one to
 * write is also the later one to read, so that repeated, late or reordered callbacks change nothing. CANCELED is final. Returns
 * whether anything changed.
 */
export async function syncSubscription(scope: Scope, subscriptionId: string): Promise<boolean> {
  const { tenantId, clock } = scope;
  const provider = await cardProviderOf(scope);
  return scope.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${tenantId} and id = ${subscriptionId} for update`;
    const row = await getSubscriptionOrThrow(tx, scope, subscriptionId);
    if (row.provider !== "PROVIDER_A" || row.providerSubscriptionId === null) return false;
    // The only transaction that waits for the network: the lock must span the read.
    const remote = await provider.readSubscription(row.providerSubscriptionId);
    const status = remote && statusOf(remote);
    if (!remote || !status || row.status === "CANCELED" || !mayBecome(row.status, status)) return false;
    const columns = syncedColumns(scope, remote, row);
    if (isSame(row, columns)) return false;
    const before = await viewSubscription(tx, scope, row);
    await tx.subscription.update({
      where: { tenantId_id: { tenantId, id: row.id } },
      data: { ...columns, updatedAt: clock.now() },
    });
    const after = await viewSubscription(tx, scope, await getSubscriptionOrThrow(tx, scope, row.id));
    const type = status === row.status ? "subscription.updated" : EVENT_OF[status];
    await recordChange(tx, scope, { type, objectType: "subscription", objectId: row.id, before, after });
    return true;
  });
}

type Synced = Pick<
  LoadedSubscription,
  | "status"
  | "cancelAtPeriodEnd"
  | "cancelAt"
  | "currentPeriodStart"
  | "currentPeriodEnd"
  | "trialStart"
  | "trialEnd"
  | "canceledAt"
  | "endedAt"
>;

function isSame(row: Synced, columns: Synced): boolean {
  const fields = (from: Synced) => [
    from.status,
    from.cancelAtPeriodEnd,
    ...[
      from.currentPeriodStart,
      from.currentPeriodEnd,
      from.trialStart,
      from.trialEnd,
      from.cancelAt,
      from.canceledAt,
      from.endedAt,
    ].map((moment) => moment?.getTime() ?? null),
  ];
  return JSON.stringify(fields(row)) === JSON.stringify(fields(columns));
}
