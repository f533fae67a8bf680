import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import { invoiceLink } from "../invoices/invoice-link.ts";
import { listInvoices } from "../invoices/list-invoices.ts";
import type { PortalView } from "./schema.ts";

const NEWEST = 12;

/** Whose portal it is, with their newest invoices and where those can be downloaded. K2010 without a portal. */
export async function lookAtPortal(scope: Scope): Promise<z.output<typeof PortalView>> {
  if (scope.ownCustomerId === null) throw new ApiError("K2010");
  const customer = await getCustomerOrThrow(scope.db, scope, scope.ownCustomerId);
  const { data } = await listInvoices(scope, { customer: customer.id, limit: NEWEST });
  const invoices = data
    .filter(({ status }) => status !== "DRAFT")
    .map((invoice) => ({ ...invoice, pdf_url: invoiceLink(scope, invoice.id) }));
  return { customer: viewCustomerSummary(customer), invoices };
}
