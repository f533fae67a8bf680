import type { Scope } from "../../../platform/scope.ts";
import { type Synced, syncInvoice } from "./sync-invoice.ts";

/** Invoices read at the card provider in one run: with one run an hour, ten thousand open ones are seen every two days. */
const AT_ONCE = 200;

/** Statuses that the card provider can still change: https://docs.stripe.com/billing/invoices/workflow#workflow-overview */
const UNSETTLED = ["DRAFT", "OPEN", "UNCOLLECTIBLE"] as const;

/**
 * Reads again, at the card provider, invoices made before a moment that are not settled here: they may have been paid, voided or marked uncollectible
 * while the callback was lost. So are those from before credit notes were read, where credit or a credit note lowered what was due. The least recently checked come first, so that each is checked in turn. An invoice that the provider does not know, or that cannot be read now, stays as it is.
 */
export async function recheckInvoices(scope: Scope, before: Date, atOnce = AT_ONCE): Promise<Synced> {
  const { tenantId, db, clock, log } = scope;
  const { total } = db.invoice.fields;
  const rows = await db.invoice.findMany({
    where: {
      tenantId,
      provider: "PROVIDER_A",
      providerInvoiceId: { not: null },
      createdAt: { lt: before },
      OR: [
        { status: { in: [...UNSETTLED] } },
        { creditNotes: null, OR: [{ amountDue: { lt: total } }, { amountDue: { gt: total } }] },
      ],
    },
    select: { id: true, providerInvoiceId: true },
    orderBy: [{ checkedAt: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    take: atOnce,
  });
  const synced: Synced = { changed: 0, failed: 0 };
  for (const { id, providerInvoiceId } of rows) {
    try {
      if (await syncInvoice(scope, providerInvoiceId ?? "")) synced.changed++;
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
