import { z } from "zod";
import { UpdateSettings } from "../../../server/domain/tenants/settings-schema.ts";

const ReminderDays = UpdateSettings.shape.reminder_days.unwrap();

/** Days as people write them: "14, 7" is [7, 14]. */
function daysIn(typed: string | null): number[] {
  const parts = (typed ?? "").split(/[\s,;]+/).filter((part) => part !== "");
  return [...new Set(parts.map(Number))].sort((a, b) => a - b);
}

/** An empty field, which comes as null, is no day. */
const TypedDays = z
  .string()
  .nullable()
  .refine(
    (typed) => ReminderDays.safeParse(daysIn(typed)).success,
    "Write up to ten days from 1 to 365, separated by commas",
  )
  .transform(daysIn);

/** The operation's fields, with the days of reminders in one field of text. */
export const SettingsForm = UpdateSettings.extend({ reminder_days: TypedDays.optional() });
