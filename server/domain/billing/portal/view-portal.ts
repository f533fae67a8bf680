import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { invoiceLink } from "../invoices/invoice-link.ts";
import { listInvoices } from "../invoices/list-invoices.ts";
import { overagePrices } from "./overage-prices.ts";
import type { PortalView } from "./schema.ts";

const NEWEST = 12;

/** The portal's customer with their newest invoices and download links, and the prices of their overage. K2010 outside a portal session. */
export async function viewPortal(scope: Scope): Promise<z.output<typeof PortalView>> {
  if (scope.ownCustomerId === null) throw new ApiError("K2010");
  const customer = await getCustomerOrThrow(scope.db, scope, scope.ownCustomerId);
  const { data } = await listInvoices(scope, { customer: customer.id, limit: NEWEST });
  const invoices = data
    .filter(({ status }) => status !== "DRAFT")
    .map((invoice) => ({ ...invoice, pdf_url: invoiceLink(scope, invoice.id) }));
  const overage = await overagePrices(scope, customer.id);
  return { customer: viewCustomerSummary(customer), overage, invoices };
}
