import { z } from "zod";
import { Amount } from "../../platform/schema/money.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

const Waiting = z.object({
  count: z.number().int(),
  sum: z
    .object({
      currency: z.string(),
      amount: Amount,
      other_currencies: z.number().int().meta({ description: "How many currencies more there are." }),
    })
    .nullable()
    .meta({
      description:
        "What they come to in the currency of most of them, without customers on test clocks; null: nothing.",
    }),
});

export const Attention = z.object({
  overdue_invoices: Waiting,
  unpaid_subscriptions: Waiting,
  past_due_subscriptions: Waiting,
  held_charges: Waiting,
  left_credits: Waiting,
});

export const attentionMeta = internalOperation({ role: "VIEWER" });
