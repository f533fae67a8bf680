import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { booleanText } from "../../../platform/schema/query.ts";
import { InvoiceNotice } from "./schema.ts";

export const ListInvoiceNotices = z.strictObject({
  ...pageQuery,
  invoice_id: Identifier.optional().meta({ description: "Only those about this invoice." }),
  is_open: booleanText()
    .meta({ description: "Only those that are open, or only those that are not." })
    .optional(),
});

export const InvoiceNoticePage = pageOf(InvoiceNotice);

export const listInvoiceNoticesMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/billing/invoice-notices",
  summary: "List notices about invoices",
  description:
    "Newest first: what the card provider tells of invoices and a person has to act on, with what to do. One closes when there is nothing left to do, or when it is dismissed.",
  errors: [],
});
