import { z } from "zod";
import { Identifier, Timestamp } from "../../../../platform/schema/common.ts";

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
