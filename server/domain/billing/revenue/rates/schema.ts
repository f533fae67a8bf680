import { z } from "zod";
import { Currency, Timestamp } from "../../../../platform/schema/common.ts";

const Day = z
  .string()
  .regex(/^[1-9]\d{3}-\d\d-\d\d$/, "must be a day such as 2026-11-01")
  .refine(
    (day) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true,
    "must be a day such as 2026-11-01",
  );

const Rate = z
  .string()
  .regex(
    /^\d{1,7}(?:\.\d{1,12})?$/,
    "must be a decimal number such as 0.92, with at most 7 digits before the point",
  )
  .refine((rate) => /[1-9]/.test(rate), "must be above 0");

export const rateFields = {
  currency: Currency.meta({ description: "ISO 4217: the currency that is converted." }),
  into: Currency.meta({ description: "The currency it is converted to: your reporting currency." }),
  rate: Rate.meta({
    description:
      "How many units of `into` one unit of `currency` is worth, in major units (euros for a dollar), as decimal text.",
  }),
  valid_from: Day.meta({
    description: "The first day, UTC, such as 2026-11-01. The rate is valid until the next one begins.",
  }),
};

export const ExchangeRate = z
  .object({ id: z.string(), ...rateFields, created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: "ExchangeRate" });
