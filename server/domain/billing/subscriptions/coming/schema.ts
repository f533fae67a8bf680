import { z } from "zod";
import { Timestamp } from "../../../../platform/schema/common.ts";
import { Amount } from "../../../../platform/schema/money.ts";
import { PlanSummary, PriceSummary } from "../../../catalog/schema.ts";
import { BoughtSteps } from "../recurring-schema.ts";

/** A change of plan, interval or steps that was accepted and has not begun. */
export const ComingChange = z
  .object({
    plan: PlanSummary,
    price: PriceSummary,
    drivers: z.array(BoughtSteps).meta({ description: "The steps that it then has bought of each driver." }),
    amount: Amount.meta({
      description:
        "What each period then costs before usage, taxes and discounts: the plan's price and the bought steps.",
    }),
    currency: z.string(),
    at: Timestamp.nullable().meta({
      description: "When it begins; null: as soon as its cardholder has confirmed the payment.",
    }),
    waits_for: z.enum(["period_end", "cardholder"]).nullable().meta({
      description:
        "period_end: the running period. cardholder: the confirmation of its payment (K7002). null: nothing any more, its moment has come.",
    }),
    amount_due: Amount.nullable().meta({
      description: "What is paid when its cardholder confirms; null: nothing before the next invoice.",
    }),
    url: z
      .string()
      .nullable()
      .meta({ description: "The page on which its cardholder confirms; it needs no account." }),
    expires_at: Timestamp.nullable().meta({
      description: "Until when it can be confirmed; then it is dropped, and nothing is owed for it.",
    }),
    invoice_id: z.string().nullable().meta({ description: "The open invoice that confirms it when paid." }),
  })
  .meta({ id: "ComingChange" });

const ComingEnding = z
  .object({
    at: Timestamp.nullable(),
    by: z.enum(["customer", "team", "application", "provider", "system"]).meta({
      description:
        "Who canceled. customer: in the portal, or with their own token. team: a member. application: your back end. provider: in the card provider's dashboard. system: Usher.",
    }),
    reason: z.string().nullable().meta({ description: "As it was given with the cancellation." }),
  })
  .meta({ id: "ComingEnding" });

const ComingPause = z
  .object({
    since: Timestamp.nullable(),
    resumes_at: Timestamp.nullable().meta({ description: "null: until somebody resumes it." }),
  })
  .meta({ id: "ComingPause" });

/** What was accepted of a subscription and is not done yet. */
export const Coming = z
  .object({
    change: ComingChange.nullable(),
    ending: ComingEnding.nullable(),
    pause: ComingPause.nullable(),
  })
  .meta({ id: "Coming" });
