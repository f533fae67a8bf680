import { operation } from "../../../../platform/schema/operation.ts";

export const sendReminderMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "POST",
  isAtomic: true,
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/reminders/send",
  summary: "Send a reminder of an overdue invoice of ours now",
  description:
    "PROVIDER_B: beside the planned ones, which go on, and also where they are stopped. Not within a day of another reminder (reminder_too_soon); of two at once the first one counts.",
  errors: [
    "invoice_not_found",
    "invoice_status_conflict",
    "invoice_collected_by_card",
    "invoice_not_overdue",
    "reminder_too_soon",
    "customer_without_email",
  ],
});
