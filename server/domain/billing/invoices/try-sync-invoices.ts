import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getSubscriptionOrThrow } from "../terms/load-subscription.ts";
import { syncInvoices } from "./sync-invoice.ts";

/** The newest invoices of one operation: what it charged, and a draft that it had issued. */
const NEWEST = 2;

/**
 * Saves the invoices that an operation made at the card provider, so that they are there when it answers: the provider's callback
 * comes later. The operation is made and saved already: a failure is logged, and leaves them to the callback.
 */
export async function trySyncInvoices(scope: Scope, subscriptionId: string): Promise<void> {
  try {
    const { provider, providerSubscriptionId } = await getSubscriptionOrThrow(
      scope.db,
      scope,
      subscriptionId,
    );
    if (provider === BY_CARD && providerSubscriptionId !== null)
      await syncInvoices(scope, providerSubscriptionId, NEWEST);
  } catch (error) {
    scope.log.warn(
      { err: error, subscription_id: subscriptionId },
      "the invoices of an operation wait for the provider's callback",
    );
  }
}
