import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const DismissInvoiceNotice = z
  .strictObject({ id: Identifier })
  .meta({ id: "DismissInvoiceNoticeRequest" });

export const dismissInvoiceNoticeMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/billing/invoice-notices/{id}/dismiss",
  summary: "Dismiss a notice about an invoice",
  description: "Closes it, because you have acted or will not. Dismissed twice is dismissed once.",
  isAtomic: true,
  errors: ["invoice_notice_not_found"],
});
