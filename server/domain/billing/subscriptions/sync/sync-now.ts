import { BY_CARD, BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { syncInvoices } from "../../invoices/sync-invoice.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { applyDunning } from "../by-invoice/apply-dunning.ts";
import { renewByInvoice } from "../by-invoice/renew-by-invoice.ts";
import { applyPackWithinPeriod } from "../change/change-pack.ts";
import { endUnpaid } from "../end/end-unpaid.ts";
import { syncCounters } from "./sync-counters.ts";

/**
 * Brings a subscription up to date: one on cards is synced from its provider, one by invoice is renewed and gets its status from its
 * invoices. When the provider's retries are used up, the tenant's dunning_end_policy may end it. Idempotent.
 */
export async function syncSubscriptionNow(scope: Scope, id: string): Promise<void> {
  const { provider } = await getSubscriptionOrThrow(scope.db, scope, id);
  if (provider === BY_INVOICE) {
    await renewByInvoice(scope, id);
    await applyPackWithinPeriod(scope, id);
    await applyDunning(scope, id);
    return;
  }
  await syncCounters(scope, id);
  if (await endUnpaid(scope, id)) await syncCounters(scope, id);
}

/** As syncSubscriptionNow, with the invoices of a subscription on cards. */
export async function syncWithInvoices(scope: Scope, id: string): Promise<void> {
  await syncSubscriptionNow(scope, id);
  const { provider, providerSubscriptionId } = await getSubscriptionOrThrow(scope.db, scope, id);
  if (provider === BY_CARD && providerSubscriptionId !== null)
    await syncInvoices(scope, providerSubscriptionId);
}
