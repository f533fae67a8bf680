import { NEXT_VERSION, readThenSave } from "../../../../platform/read-then-save.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { ProviderSubscription } from "../../../../providers/port.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { statusOf } from "../../terms/rules.ts";
import { maySubscriptionBecome } from "../lifecycle.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { syncedColumns } from "./save-subscription.ts";

/**
 * Syncs our row from the provider, which is read outside any transaction. Repeated, late or reordered callbacks change nothing: an older
 * state never replaces a newer one (readThenSave). CANCELED is final. Returns whether this call changed anything. Throws
 * subscription_not_found.
 */
export async function syncSubscription(scope: Scope, subscriptionId: string): Promise<boolean> {
  const provider = await cardProviderOf(scope);
  return readThenSave({
    note: async () => {
      const row = await getSubscriptionOrThrow(scope.db, scope, subscriptionId);
      return { version: row.syncVersion, remoteId: remoteIdOf(row) };
    },
    read: async ({ remoteId }) => (remoteId === null ? null : provider.readSubscription(remoteId)),
    save: (remote, { version, remoteId }) =>
      scope.db.$transaction(async (tx) => {
        const row = await lockSubscription(tx, scope, subscriptionId);
        // One that has moved to another provider, or to another subscription there, was synced by that move.
        const isRead = remoteId !== null && remoteIdOf(row) === remoteId;
        if (!isRead || row.syncVersion !== version || row.status === "CANCELED")
          return { version: isRead ? row.syncVersion : version, isChanged: false };
        return { version, isChanged: await save(tx, scope, row, remote) };
      }),
  });
}

/**
 * As syncSubscription, after a change that is made and saved: a failure is logged and not thrown, because the caller would take
 * the change for one that was not made. The provider's callback or the reconciler syncs the row.
 */
export async function trySync(scope: Scope, subscriptionId: string): Promise<void> {
  try {
    await syncSubscription(scope, subscriptionId);
  } catch (error) {
    scope.log.warn(
      { err: error, subscription_id: subscriptionId },
      "a changed subscription could not be synced yet",
    );
  }
}

/** The subscription at the card provider; null for one that is invoiced by us. */
function remoteIdOf({ provider, providerSubscriptionId }: LoadedSubscription): string | null {
  return provider === BY_CARD ? providerSubscriptionId : null;
}

/** Saves what was read, with its events, into a locked row of the version noted before; returns whether anything changed. */
async function save(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
  remote: ProviderSubscription | null,
): Promise<boolean> {
  const status = remote && statusOf(remote);
  const columns =
    remote && status && maySubscriptionBecome(row.status, status) ? syncedColumns(scope, remote, row) : null;
  if (!columns || isSame(row, columns)) {
    await tx.subscription.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: row.id } },
      data: NEXT_VERSION,
    });
    return false;
  }
  await setSubscription(tx, scope, row, null, { ...columns, ...trialChange(row, columns), ...NEXT_VERSION });
  return true;
}

/**
 * A change that waits for a trial's end begins when that comes, earlier or later than it was to be: the provider has its prices already,
 * and charges them then.
 */
function trialChange(
  { status, pendingChangeAt: at }: LoadedSubscription,
  now: Pick<ReturnType<typeof syncedColumns>, "status" | "currentPeriodStart" | "currentPeriodEnd">,
): { pendingChangeAt?: Date } {
  if (status !== "TRIALING" || at === null) return {};
  if (now.status === "TRIALING") return { pendingChangeAt: now.currentPeriodEnd };
  return { pendingChangeAt: at < now.currentPeriodStart ? at : now.currentPeriodStart };
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
