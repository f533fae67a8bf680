import { z } from "zod";
import { Identifier, lines, TimestampInput } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const ExtendDueDate = z
  .strictObject({
    id: Identifier,
    due_at: TimestampInput.meta({
      description: "The new due date: in the future, and later than the present one.",
    }),
    reason: lines(500).meta({ description: "Why; kept with the invoice (`GET …/decisions`)." }),
  })
  .meta({ id: "ExtendDueDateRequest" });

export const extendDueDateMeta = operation({
  method: "POST",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/due-date",
  summary: "Extend the due date of an invoice of ours",
  description:
    "PROVIDER_B: it is not overdue until then, and a subscription that was past due because of it is ACTIVE again. Its reminders begin anew after the new date.",
  errors: ["invoice_not_found", "invoice_status_conflict", "invoice_collected_by_card", "due_date_invalid"],
});
