import { z } from "zod";
import { pageOf, pageQuery, searchText } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { internalOperation } from "../../../platform/schema/operation.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { Invoice, ListInvoices } from "./schema.ts";

const filters = {
  ...ListInvoices.pick({
    customer: true,
    subscription_id: true,
    status: true,
    provider: true,
    is_overdue: true,
  }).shape,
  q: searchText(200).optional().meta({
    description: "The number, an identifier, or part of the customer's name or address.",
  }),
};

export const BrowseInvoices = z.strictObject({
  ...pageQuery,
  ...filters,
  sort: z.enum(["created_at", "due_at"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

export const InvoiceRows = pageOf(Invoice.omit({ lines: true }).extend({ customer: CustomerSummary }));

export const SumInvoices = z.strictObject(filters);

/** The sums of the invoices that a filter finds. */
export const InvoiceTotals = z.object({
  count: z.number().int(),
  by_currency: z.array(
    z.object({
      currency: z.string(),
      count: z.number().int(),
      total: Amount.meta({ description: "Without drafts and void invoices." }),
      amount_paid: Amount,
      amount_remaining: Amount.meta({ description: "What is left to pay of the open ones." }),
      amount_credited: Amount,
      amount_refunded: Amount,
      amount_written_off: Amount,
      amount_from_credit: Amount.meta({ description: "Without drafts and void invoices." }),
      amount_kept_as_credit: Amount.meta({ description: "Without drafts and void invoices." }),
    }),
  ),
});

export const browseInvoicesMeta = internalOperation({ role: "VIEWER" });
