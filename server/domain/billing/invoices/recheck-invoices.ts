import type { Scope } from "../../../platform/scope.ts";
import { type Synced, syncInvoice } from "./sync-invoice.ts";

/** Invoices read at the card provider in one run: with one run an hour, ten thousand open ones are seen every two days. */
const AT_ONCE = 200;

/**
 * Reads again, at the card provider, invoices made before a moment that are not settled here: they may have been paid, voided or
 * marked uncollectible while the callback was lost. So are those from before credit notes were read, where credit or a credit note
 * lowered what was due. One run reads 200 at most, the least recently checked first, so that each is checked in turn. An invoice that
 * the provider does not know, or that cannot be read now, stays as it is; a draft that it does not know was deleted there, and is void: the
 * caller has made sure that the account is the one that made it.
 *
 * The provider can still change a DRAFT, OPEN or UNCOLLECTIBLE one: https://docs.stripe.com/billing/invoices/workflow#workflow-overview
 */
export async function recheckInvoices(scope: Scope, before: Date, atOnce = AT_ONCE): Promise<Synced> {
  const { tenantId, db, clock, log } = scope;
  // The condition and order of the index invoices_to_recheck, word for word: a run reads no more than it takes.
  const rows = await db.$queryRaw<{ id: string; providerInvoiceId: string }[]>`
    select id, provider_invoice_id as "providerInvoiceId" from invoices
    where tenant_id = ${tenantId} and created_at < ${before}::timestamptz
      and provider = 'PROVIDER_A' and provider_invoice_id is not null
      and (status in ('DRAFT', 'OPEN', 'UNCOLLECTIBLE') or credit_notes is null and amount_due <> total)
    order by checked_at nulls first, id limit ${atOnce}`;
  const synced: Synced = { changed: 0, failed: 0 };
  for (const { id, providerInvoiceId } of rows) {
    try {
      if (await syncInvoice(scope, providerInvoiceId, { isDeleted: true })) synced.changed++;
    } catch (error) {
      synced.failed++;
      log.error(
        { err: error, tenant_id: tenantId, invoice_id: id },
        "an invoice could not be read again yet",
      );
    }
    // Also after a failure, so that an invoice that cannot be read does not block the others.
    await db.invoice.updateMany({ where: { tenantId, id }, data: { checkedAt: clock.now() } });
  }
  return synced;
}
