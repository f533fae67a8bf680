import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import type { InvoiceBuyer } from "./get-buyer-schema.ts";
import { Letterhead } from "./letterhead.ts";
import { getInvoiceOrThrow } from "./load-invoice.ts";
import type { InvoiceId } from "./schema.ts";

/** The customer of an invoice as they are now, and what the invoice of ours says of them. Throws invoice_not_found. */
export async function getBuyer(
  scope: Scope,
  { id }: z.output<typeof InvoiceId>,
): Promise<z.output<typeof InvoiceBuyer>> {
  const { customerId, letterhead } = await getInvoiceOrThrow(scope.db, scope, id);
  const customer = await getCustomerOrThrow(scope.db, scope, customerId);
  return {
    ...viewCustomerSummary(customer),
    billed_to: letterhead === null ? null : Letterhead.parse(letterhead).buyer,
  };
}
