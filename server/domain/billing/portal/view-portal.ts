import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { creditNoteLinks } from "../credit-notes/credit-note-link.ts";
import { invoiceLink } from "../invoices/invoice-link.ts";
import { Letterhead } from "../invoices/letterhead.ts";
import { listInvoices } from "../invoices/list-invoices.ts";
import { receiptLinks } from "../invoices/receipt-link.ts";
import { invoicesThatConfirm } from "../subscriptions/coming/find-coming.ts";
import { overagePrices } from "./overage-prices.ts";
import type { PortalView } from "./view-portal-schema.ts";

const NEWEST = 12;
const MOST_OWED = 50;

/**
 * The portal's customer with what they owe, their newest invoices and links to them, their receipts and credit notes, and the prices of
 * their overage. Throws customer_not_own.
 */
export async function viewPortal(scope: Scope): Promise<z.output<typeof PortalView>> {
  if (scope.ownCustomerId === null) throw new ApiError("customer_not_own");
  const customer = await getCustomerOrThrow(scope.db, scope, scope.ownCustomerId);
  const { data } = await listInvoices(scope, { customer: customer.id, limit: NEWEST });
  const issued = data.filter(({ status }) => status !== "DRAFT");
  const ids = issued.map(({ id }) => id);
  const [receipts, notes] = [await receiptLinks(scope, ids), await creditNoteLinks(scope, ids)];
  const invoices = issued.map((invoice) => ({
    ...invoice,
    pdf_url: invoiceLink(scope, invoice.id),
    receipts: receipts.get(invoice.id) ?? [],
    credit_notes: notes.get(invoice.id) ?? [],
  }));
  const overage = await overagePrices(scope, customer.id);
  const owed = await readOwed(scope, customer.id);
  return { customer: viewCustomerSummary(customer), overage, owed, invoices };
}

/**
 * What is left to pay of the customer's open invoices; not of one that confirms a change when paid, as nothing is owed for it. How to pay
 * it: by transfer as the invoice itself says, which is what its PDF has; where it says nothing, as the tenant's settings say now.
 */
async function readOwed(scope: Scope, customer: string): Promise<z.output<typeof PortalView>["owed"]> {
  const { data } = await listInvoices(scope, { customer, status: "OPEN", limit: MOST_OWED });
  const asked = await invoicesThatConfirm(scope, customer);
  const open = data.filter(({ id, amount_remaining: left }) => left > 0 && !asked.has(id)).reverse();
  const rows = await scope.db.invoice.findMany({
    where: { tenantId: scope.tenantId, id: { in: open.map(({ id }) => id) } },
    select: { id: true, letterhead: true },
  });
  const tenant = await scope.db.tenant.findUniqueOrThrow({
    where: { id: scope.tenantId },
    select: { invoicePayment: true },
  });
  const letterheads = new Map(rows.map(({ id, letterhead }) => [id, letterhead]));
  return open.map((invoice) => {
    const letterhead = letterheads.get(invoice.id) ?? null;
    const said = letterhead === null ? null : Letterhead.parse(letterhead).payment;
    const isByTransfer = invoice.provider === BY_INVOICE;
    return {
      invoice_id: invoice.id,
      number: invoice.number,
      currency: invoice.currency,
      amount: invoice.amount_remaining,
      due_at: invoice.due_at,
      is_overdue: invoice.is_overdue,
      is_by_transfer: isByTransfer,
      how_to_pay: isByTransfer ? (said ?? tenant.invoicePayment) : null,
      pdf_url: invoiceLink(scope, invoice.id),
      hosted_url: invoice.hosted_url,
    };
  });
}
