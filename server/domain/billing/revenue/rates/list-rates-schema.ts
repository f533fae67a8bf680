import { z } from "zod";
import { Currency, pageOf, pageQuery } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { ExchangeRate } from "./schema.ts";

export const ListRates = z.strictObject({
  ...pageQuery,
  into: Currency.optional().meta({ description: "Only rates to this currency." }),
});

export const RatePage = pageOf(ExchangeRate);

export const listRatesMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/billing/revenue/rates",
  summary: "List exchange rates",
  description:
    "Those at which revenue is converted to the reporting currency, the latest that were set first.",
});
