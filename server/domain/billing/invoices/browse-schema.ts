import { z } from "zod";
import { pageOf, pageQuery, searchText } from "../../../platform/schema/common.ts";
import { internalOperation } from "../../../platform/schema/operation.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { Invoice, ListInvoices } from "./schema.ts";

export const BrowseInvoices = z.strictObject({
  ...pageQuery,
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
  sort: z.enum(["created_at", "due_at"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

export const InvoiceRows = pageOf(Invoice.omit({ lines: true }).extend({ customer: CustomerSummary }));

export const browseInvoicesMeta = internalOperation({ role: "VIEWER" });
