import { z } from "zod";
import { Amount } from "../../platform/schema/money.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

const Waiting = z.object({ count: z.number().int() });

const WaitingMoney = Waiting.extend({
  sums: z.array(z.object({ currency: z.string(), amount: Amount })).meta({
    description:
      "What they come to in each currency, without customers on test clocks; the currency of most of them first.",
  }),
});

export const Attention = z.object({
  overdue_invoices: WaitingMoney,
  unpaid_subscriptions: Waiting.meta({ description: "What they owe is on their invoices." }),
  past_due_subscriptions: Waiting.meta({ description: "What they owe is on their invoices." }),
  held_charges: WaitingMoney,
  left_credits: WaitingMoney,
});

export const attentionMeta = internalOperation({ role: "VIEWER" });
