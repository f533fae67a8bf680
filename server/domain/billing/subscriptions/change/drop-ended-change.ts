import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { trySyncInvoices } from "../../invoices/try-sync-invoices.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { forgetWaiting } from "./forget-waiting.ts";
import { providerItemsOf, readStored } from "./stored-change.ts";

/**
 * Drops the changes of a subscription that waited for their cardholder (card_authentication_required) when it ended at the card provider:
 * by a call that they overtook, in the provider's dashboard, or after its retries. Nobody is charged for a change of an ended subscription:
 * the invoice is voided, and a payment that came after the end is given back. It changes nothing while the subscription lives. Idempotent;
 * a change that is dropped is DROPPED from then on, so that it is not looked for again. K7xxx.
 */
export async function dropEndedChange(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db } = scope;
  const waiting = await db.providerOperation.findMany({
    where: {
      tenantId,
      subscriptionId,
      kind: "CHANGE_PLAN",
      status: "FAILED",
      failureCode: WAITS_FOR_CARDHOLDER,
    },
    orderBy: { id: "asc" },
  });
  if (waiting.length === 0) return;
  const {
    status,
    provider: billing,
    providerSubscriptionId: id,
    taxBehavior,
  } = await getSubscriptionOrThrow(db, scope, subscriptionId);
  if (status !== "CANCELED" || billing !== BY_CARD || id === null) return;
  const provider = await cardProviderOf(scope);
  for (const operation of waiting) {
    const stored = await readStored(scope, operation);
    const items = await providerItemsOf(scope, provider, stored, taxBehavior);
    await provider.dropEndedChange({ id, items, idempotencyKey: operation.id });
    await forgetWaiting(scope, subscriptionId, [operation]);
  }
  await trySyncInvoices(scope, subscriptionId);
}

/** As dropEndedChange, beside work that is done: a failure is logged, and a job tries again. */
export async function tryDropEndedChange(scope: Scope, subscriptionId: string): Promise<void> {
  try {
    await dropEndedChange(scope, subscriptionId);
  } catch (error) {
    scope.log.warn(
      { err: error, subscription_id: subscriptionId },
      "the change that an ended subscription waited for could not be dropped yet",
    );
  }
}
