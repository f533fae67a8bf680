import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { trySyncInvoices } from "../../invoices/try-sync-invoices.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { forgetWaiting } from "./forget-waiting.ts";
import { presentPlan } from "./schedule-change.ts";
import { isPresent, syncConfirmedChange } from "./sync-confirmed-change.ts";

/**
 * Drops the change of a subscription that waits for its cardholder (card_authentication_required), before the subscription ends at the card
 * provider or is paused: confirmed later, it would be paid for nothing. One that was confirmed until now has been made there, and is saved.
 * Idempotent. K7xxx.
 */
export async function dropWaitingChange(
  scope: Scope,
  provider: CardProvider,
  { id, remoteId }: { id: string; remoteId: string },
): Promise<void> {
  await provider.dropUnpaidChange({ id: remoteId, items: [], prorationDate: null });
  await syncConfirmedChange(scope, id);
}

/**
 * Gives up a change that waits for its cardholder, because another one is asked for. "changed": one was confirmed until now, and the
 * subscription has what it brought: the other one is to be judged anew. Throws subscription_not_found.
 */
export async function giveUpWaitingChange(
  scope: Scope,
  row: LoadedSubscription,
): Promise<"changed" | "unchanged"> {
  const { tenantId, db } = scope;
  const { id, provider: billing, providerSubscriptionId: remoteId } = row;
  if (billing !== BY_CARD || remoteId === null) return "unchanged";
  const waiting = await db.providerOperation.findMany({
    where: {
      tenantId,
      subscriptionId: id,
      kind: "CHANGE_PLAN",
      status: "FAILED",
      failureCode: WAITS_FOR_CARDHOLDER,
    },
    select: { id: true, waitingInvoiceId: true },
  });
  await dropWaitingChange(scope, await cardProviderOf(scope), { id, remoteId });
  if (waiting.length > 0) {
    await forgetWaiting(scope, id, waiting);
    await trySyncInvoices(scope, id);
  }
  const after = await getSubscriptionOrThrow(db, scope, id);
  return isPresent(after, presentPlan(row)) ? "unchanged" : "changed";
}
