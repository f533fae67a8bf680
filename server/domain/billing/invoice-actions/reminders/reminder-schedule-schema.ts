import { z } from "zod";
import { Identifier, lines } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";

const reason = lines(500).meta({ description: "Why; kept with the invoice (`GET …/decisions`)." });

export const StopReminders = z.strictObject({ id: Identifier, reason }).meta({ id: "StopRemindersRequest" });

export const ResumeReminders = z
  .strictObject({ id: Identifier, reason })
  .meta({ id: "ResumeRemindersRequest" });

export const getRemindersMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "GET",
  path: "/v1/billing/invoices/{id}/reminders",
  summary: "Get the reminders of an invoice of ours",
  description:
    "PROVIDER_B: which reminders were sent, and which come when, by the tenant's `reminder_days`. An invoice of PROVIDER_A has none: the card provider reminds of it.",
  errors: ["invoice_not_found"],
});

export const stopRemindersMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "POST",
  isAtomic: true,
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/reminders/stop",
  summary: "Stop the reminders of an invoice of ours",
  description:
    "PROVIDER_B: none is sent for this invoice until they are resumed. It stays overdue, and its subscription past due. Stopped twice is stopped once.",
  errors: ["invoice_not_found", "invoice_status_conflict", "invoice_collected_by_card"],
});

export const resumeRemindersMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "POST",
  isAtomic: true,
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/reminders/resume",
  summary: "Resume the reminders of an invoice of ours",
  description: "PROVIDER_B: those whose day has passed meanwhile are not sent any more; the next one is.",
  errors: ["invoice_not_found", "invoice_status_conflict", "invoice_collected_by_card"],
});
