import { z } from "zod";
import { Identifier, lines, Timestamp } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";

const Reminder = z
  .object({
    at: Timestamp.meta({ description: "When it was sent, or is to be." }),
    status: z.enum(["SENT", "PLANNED", "STOPPED"]).meta({
      description:
        "PLANNED: it is sent then, if the invoice is still open. STOPPED: it would be, if reminders were resumed.",
    }),
  })
  .meta({ id: "InvoiceReminder" });

export const ReminderSchedule = z
  .object({
    invoice_id: z.string(),
    due_at: Timestamp.nullable(),
    stopped_at: Timestamp.nullable().meta({
      description: "Since when no reminders are sent for this invoice; null: they are.",
    }),
    next_by_hand_at: Timestamp.nullable().meta({
      description:
        "From when one can be sent by hand, as another was sent less than a day before; null: no other holds it up.",
    }),
    reminders: z.array(Reminder).meta({ description: "In the order of time." }),
  })
  .meta({ id: "InvoiceReminderSchedule" });

export const ReminderInvoice = z.strictObject({ id: Identifier });

const reason = lines(500).meta({ description: "Why; kept with the invoice (`GET …/decisions`)." });

export const StopReminders = z.strictObject({ id: Identifier, reason }).meta({ id: "StopRemindersRequest" });

export const ResumeReminders = z
  .strictObject({ id: Identifier, reason })
  .meta({ id: "ResumeRemindersRequest" });

const shared = { tag: "Billing", security: "app+jwt" } as const;
const change = { ...shared, method: "POST", isAtomic: true, scope: "billing:admin" } as const;

export const getRemindersMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/invoices/{id}/reminders",
  summary: "Get the reminders of an invoice of ours",
  description:
    "PROVIDER_B: which reminders were sent, and which come when, by the tenant's `reminder_days`. An invoice of PROVIDER_A has none: the card provider reminds of it.",
  errors: ["invoice_not_found"],
});

export const stopRemindersMeta = operation({
  ...change,
  path: "/v1/billing/invoices/{id}/reminders/stop",
  summary: "Stop the reminders of an invoice of ours",
  description:
    "PROVIDER_B: none is sent for this invoice until they are resumed. It stays overdue, and its subscription past due. Stopped twice is stopped once.",
  errors: ["invoice_not_found", "invoice_status_conflict", "invoice_collected_by_card"],
});

export const resumeRemindersMeta = operation({
  ...change,
  path: "/v1/billing/invoices/{id}/reminders/resume",
  summary: "Resume the reminders of an invoice of ours",
  description: "PROVIDER_B: those whose day has passed meanwhile are not sent any more; the next one is.",
  errors: ["invoice_not_found", "invoice_status_conflict", "invoice_collected_by_card"],
});

export const sendReminderMeta = operation({
  ...change,
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
