import { eachOrLog } from "../../../platform/each-or-log.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider, ProviderCorrection } from "../../../providers/port.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findObjectId } from "../../tenants/provider/provider-references.ts";
import { syncCorrections } from "./sync-corrections.ts";

/**
 * Copies the credit notes, refunds and disputes that were made since a time and that are not known here in their present state, and
 * reads again those that are not over, in case callbacks were lost. One that cannot be read is logged and stops no other. Returns how
 * many invoices could not be read. K7xxx when they cannot be listed.
 */
export async function syncCorrectionsSince(scope: Scope, since: Date): Promise<number> {
  const provider = await cardProviderOf(scope);
  const invoices = new Set(await findUnsettled(scope));
  const payments = new Set<string>();
  for await (const one of provider.listCorrectionsSince(since)) {
    if (await isKnown(scope, one)) continue;
    if (one.invoiceId !== null) invoices.add(one.invoiceId);
    else if (one.paymentId !== null && (await isOfCustomer(scope, one))) payments.add(one.paymentId);
  }
  for (const id of await invoicesOf(provider, payments)) invoices.add(id);
  return eachOrLog(scope, invoices, (id) => syncCorrections(scope, id), {
    failure: "an invoice's credit notes, refunds and disputes could not be read yet",
    name: (id) => ({ provider_invoice_id: id }),
  });
}

async function invoicesOf(provider: CardProvider, payments: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const id of payments) found.push(...(await provider.findInvoicesOfPayment(id)));
  return found;
}

/** Whether our copy is of the state that was listed. */
async function isKnown(
  { tenantId, db }: Scope,
  { kind, id, status, withdrawn }: ProviderCorrection,
): Promise<boolean> {
  const key = { tenantId, provider: BY_CARD } as const;
  switch (kind) {
    case "CREDIT_NOTE": {
      const where = { ...key, providerCreditNoteId: id };
      const row = await db.creditNote.findUnique({
        where: { tenantId_provider_providerCreditNoteId: where },
        select: { status: true },
      });
      return row?.status === status;
    }
    case "REFUND": {
      const where = { ...key, providerRefundId: id };
      const row = await db.refund.findUnique({
        where: { tenantId_provider_providerRefundId: where },
        select: { status: true },
      });
      return row?.status === status;
    }
    case "DISPUTE": {
      const where = { ...key, providerDisputeId: id };
      const row = await db.dispute.findUnique({
        where: { tenantId_provider_providerDisputeId: where },
        select: { status: true, withdrawn: true },
      });
      return row?.status === status && row.withdrawn === withdrawn;
    }
    case "FRAUD_WARNING": {
      const where = { tenantId, kind, providerObjectId: id };
      const row = await db.invoiceNotice.findUnique({
        where: { tenantId_kind_providerObjectId: where },
        select: { closedAt: true },
      });
      // A notice of one that is past is closed; there is none of one that was never here.
      return status === "ACTIONABLE" ? row !== null : !row || row.closedAt !== null;
    }
  }
}

/** Whether it is of a customer of ours; one that names no customer may be. The account may have others, who are left alone. */
async function isOfCustomer(scope: Scope, { customerId }: ProviderCorrection): Promise<boolean> {
  return customerId === null || (await findObjectId(scope.db, scope, "CUSTOMER", customerId)) !== null;
}

/** The provider's invoices with a refund on its way, a dispute that is not over, or a warning on which a person can act. */
async function findUnsettled({ tenantId, db }: Scope): Promise<string[]> {
  const invoice = { select: { providerInvoiceId: true } };
  const refunds = await db.refund.findMany({
    where: { tenantId, provider: BY_CARD, status: "PENDING" },
    select: { invoice },
  });
  const disputes = await db.dispute.findMany({
    where: { tenantId, status: { in: ["INQUIRY", "NEEDS_RESPONSE", "UNDER_REVIEW"] } },
    select: { invoice },
  });
  const warnings = await db.invoiceNotice.findMany({
    where: { tenantId, kind: "FRAUD_WARNING", closedAt: null },
    select: { invoice },
  });
  return [...refunds, ...disputes, ...warnings].flatMap((row) => row.invoice.providerInvoiceId ?? []);
}
