import { z } from "zod";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { conversion } from "./schema.ts";

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

/** What figures that were converted say of their rates: which one of which moment, and what has none. */
const Conversion = z.object(conversion);

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

export const bookedMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/revenue/booked",
  summary: "Get billed and collected revenue",
  description:
    "By month and currency, from the journal: what was booked in a month stays, and corrections are booked when they are made.",
  errors: ["fields_invalid"],
});
