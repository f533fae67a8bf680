import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { booleanText } from "../../../platform/schema/query.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { Invoice } from "./schema.ts";

export const ListInvoices = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional(),
  subscription_id: Identifier.optional(),
  status: Invoice.shape.status.optional(),
  provider: Invoice.shape.provider.optional(),
  is_overdue: booleanText().meta({ description: "Only those past their due date." }).optional(),
});

export const InvoicePage = pageOf(Invoice);

export const listInvoicesMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  path: "/v1/billing/invoices",
  summary: "List invoices",
  description: "Newest first, of both providers; by customer, subscription, status or provider.",
  errors: ["customer_not_found"],
  throttle: OWN_DATA,
});

export const getInvoiceMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  path: "/v1/billing/invoices/{id}",
  summary: "Get an invoice",
  description: "With its lines.",
  errors: ["invoice_not_found"],
  throttle: OWN_DATA,
});
