import { z } from "zod";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";

const Count = z.number().int();

const paying = {
  customers: Count.meta({ description: "Who pay." }),
  mrr: Amount.meta({ description: "What they pay a month, minor units." }),
};

export const Cohorts = z
  .object({
    from_month: z.string(),
    to_month: z.string(),
    data: z.array(
      z.object({
        currency: z.string(),
        cohorts: z
          .array(
            z.object({
              month: z.string().meta({ description: "In which they paid for the first time." }),
              started: Count.meta({ description: "How many they were." }),
              kept: z
                .array(z.object({ month: z.string(), ...paying }))
                .meta({ description: "At the end of that month, and of each after." }),
            }),
          )
          .meta({ description: "One for each month in which a customer started." }),
      }),
    ),
  })
  .meta({ id: "RevenueCohorts" });

export const cohortsMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/revenue/cohorts",
  summary: "Get cohorts of customers",
  description:
    "Customers by the month in which they first paid: how many of them pay, and how much a month, at the end of each month after.",
  errors: ["fields_invalid"],
});
