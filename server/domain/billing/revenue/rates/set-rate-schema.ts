import { z } from "zod";
import { Identifier } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { rateFields } from "./schema.ts";

export const SetRate = z.strictObject(rateFields).meta({ id: "ExchangeRateRequest" });

export const RateId = z.strictObject({ id: Identifier });

export const setRateMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/billing/revenue/rates",
  summary: "Set an exchange rate",
  description:
    "From a day on, until the next rate begins. A rate of the same currencies and day is replaced: the figures of that time change with it. Idempotent.",
  errors: ["currency_unknown"],
});

export const deleteRateMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "DELETE",
  path: "/v1/billing/revenue/rates/{id}",
  isAtomic: true,
  summary: "Delete an exchange rate",
  description: "The rate before it is valid on, if there is one.",
  errors: ["exchange_rate_not_found"],
});
