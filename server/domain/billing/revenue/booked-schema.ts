import { z } from "zod";
import { Amount } from "../../../platform/schema/money.ts";
import { Month } from "../../../platform/schema/month.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Conversion, includeTestClocks } from "./schema.ts";

const Count = z.number().int();

export const BookedRange = z.strictObject({
  from_month: Month,
  to_month: Month.meta({ description: "The last month, included; 240 at most." }),
  include_test_clocks: includeTestClocks,
});

const figures = {
  billed: Amount.meta({
    description:
      "charged less discounts, credit_notes and tax_included: what invoices came to, without taxes. A refund without a credit note does not lower it.",
  }),
  charged: Amount.meta({ description: "What came to invoices, less what left them again." }),
  discounts: Amount,
  credit_notes: Amount.meta({ description: "What credit notes took back, without taxes that came on top." }),
  given_back: Amount.meta({
    description:
      "Refunds without a credit note, and credit given by hand at the card provider. What was billed stays.",
  }),
  refunded: Amount.meta({
    description: "All money that went back, with a credit note or without; collected is less by it.",
  }),
  credit_given: Amount.meta({
    description:
      "What credit notes, and credit given by hand at the card provider, made the customers' credit.",
  }),
  tax: Amount.meta({
    description: "Taxes on invoices, included ones too, less those that credit notes took back.",
  }),
  tax_included: Amount.meta({ description: "The part of tax that charged contains." }),
  collected: Amount.meta({ description: "Money that came, less money that went back or is disputed." }),
  written_off: Amount.meta({ description: "What stood on an invoice and is not collected any more." }),
};

export const BookedMonths = z
  .object({
    from_month: z.string(),
    to_month: z.string(),
    data: z.array(
      z.object({
        currency: z.string(),
        total: z.object(figures),
        months: z.array(z.object({ month: z.string(), ...figures })),
      }),
    ),
    converted: z
      .object({
        currency: Conversion.shape.currency,
        total: z.object(figures).meta({ description: "The sum of the months." }),
        not_converted: z.array(z.string()).meta({ description: "Those of any of the months." }),
        months: z.array(
          z.object({ month: z.string(), ...figures, ...Conversion.omit({ currency: true }).shape }),
        ),
      })
      .nullable()
      .meta({
        description:
          "All currencies that have a rate, each month at the rates of its end. null without a reporting currency.",
      }),
  })
  .meta({ id: "BookedRevenue" });

const standing = {
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
                .array(z.object({ month: z.string(), ...standing }))
                .meta({ description: "At the end of that month, and of each after." }),
            }),
          )
          .meta({ description: "One for each month in which a customer started." }),
      }),
    ),
  })
  .meta({ id: "RevenueCohorts" });

const shared = { method: "GET", tag: "Billing", security: "app+jwt", scope: "billing:admin" } as const;

export const bookedMeta = operation({
  ...shared,
  path: "/v1/billing/revenue/booked",
  summary: "Get billed and collected revenue",
  description:
    "By month and currency, from the journal: what was booked in a month stays, and corrections are booked when they are made.",
  errors: ["fields_invalid"],
});

export const cohortsMeta = operation({
  ...shared,
  path: "/v1/billing/revenue/cohorts",
  summary: "Get cohorts of customers",
  description:
    "Customers by the month in which they first paid: how many of them pay, and how much a month, at the end of each month after.",
  errors: ["fields_invalid"],
});
