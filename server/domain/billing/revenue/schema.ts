import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { Month } from "../../../platform/schema/month.ts";
import { booleanText } from "../../../platform/schema/query.ts";

/** Whether customers on test clocks count. */
export const includeTestClocks = booleanText()
  .default(false)
  .meta({
    description: "Whether customers on test clocks count, too.",
    override: { type: "boolean", default: false },
  });

export const BookedRange = z.strictObject({
  from_month: Month,
  to_month: Month.meta({ description: "The last month, included; 240 at most." }),
  include_test_clocks: includeTestClocks,
});

export const Count = z.number().int();

export const CountedBy = z.enum(["customer", "subscription"]).default("customer").meta({
  description:
    "Whose change is one movement. A customer's second subscription is an expansion by customer, and new by subscription.",
});

export const conversion = {
  currency: z.string().meta({ description: "Your reporting currency (setting reporting_currency)." }),
  rates_at: Timestamp.meta({
    description:
      "The moment of the rates: of each currency the newest that began before it. That of the figures, or now where that is in the future.",
  }),
  rates: z.array(
    z.object({
      currency: z.string(),
      rate: z
        .string()
        .meta({ description: "Units of the reporting currency for one of this, in major units." }),
      valid_from: z.string(),
    }),
  ),
  not_converted: z.array(z.string()).meta({
    description:
      "Currencies of the figures that have no rate then: they are in data, and not in these figures.",
  }),
};
