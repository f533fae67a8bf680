import { z } from "zod";
import { Currency, Identifier, pageOf, pageQuery, Timestamp } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";

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

const fields = {
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
  .object({ id: z.string(), ...fields, created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: "ExchangeRate" });

export const ListRates = z.strictObject({
  ...pageQuery,
  into: Currency.optional().meta({ description: "Only rates to this currency." }),
});
export const RatePage = pageOf(ExchangeRate);

export const SetRate = z.strictObject(fields).meta({ id: "ExchangeRateRequest" });
export const RateId = z.strictObject({ id: Identifier });

const shared = { tag: "Billing", security: "app+jwt", scope: "billing:admin" } as const;

export const listRatesMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/revenue/rates",
  summary: "List exchange rates",
  description:
    "Those at which revenue is converted to the reporting currency, the latest that were set first.",
});

export const setRateMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/billing/revenue/rates",
  summary: "Set an exchange rate",
  description:
    "From a day on, until the next rate begins. A rate of the same currencies and day is replaced: the figures of that time change with it. Idempotent.",
  errors: ["currency_unknown"],
});

export const deleteRateMeta = operation({
  ...shared,
  method: "DELETE",
  path: "/v1/billing/revenue/rates/{id}",
  isAtomic: true,
  summary: "Delete an exchange rate",
  description: "The rate before it is valid on, if there is one.",
  errors: ["exchange_rate_not_found"],
});
