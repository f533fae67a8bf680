import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { invoiceLink } from "../invoices/invoice-link.ts";
import { listInvoices } from "../invoices/list-invoices.ts";
import { receiptLinks } from "../invoices/receipt-link.ts";
import { overagePrices } from "./overage-prices.ts";
import type { PortalView } from "./schema.ts";

const NEWEST = 12;

/** The portal's customer with their newest invoices and links to them and their receipts, and the prices of their overage. K2010 outside a portal session. */
export async function viewPortal(scope: Scope): Promise<z.output<typeof PortalView>> {
  if (scope.ownCustomerId === null) throw new ApiError("K2010");
  const customer = await getCustomerOrThrow(scope.db, scope, scope.ownCustomerId);
  const { data } = await listInvoices(scope, { customer: customer.id, limit: NEWEST });
  const issued = data.filter(({ status }) => status !== "DRAFT");
  const receipts = await receiptLinks(
    scope,
    issued.map(({ id }) => id),
  );
  const invoices = issued.map((invoice) => ({
    ...invoice,
    pdf_url: invoiceLink(scope, invoice.id),
    receipts: receipts.get(invoice.id) ?? [],
  }));
  const overage = await overagePrices(scope, customer.id);
  return { customer: viewCustomerSummary(customer), overage, invoices };
}
