import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";

export const Dispute = z
  .object({
    id: z.string().meta({ description: "Begins with dsp_." }),
    tenant_id: z.string(),
    customer_id: z.string(),
    invoice_id: z.string().meta({ description: "The invoice whose payment is disputed." }),
    provider: z.enum(PROVIDERS).meta({ description: "Who collected the payment." }),
    provider_dispute_id: z.string(),
    status: z.enum(["INQUIRY", "NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "CLOSED"]).meta({
      description:
        "INQUIRY: the bank asks, and has taken nothing. NEEDS_RESPONSE: it has taken the money and waits for evidence. UNDER_REVIEW: it decides. WON: the money is back. LOST: it is gone. CLOSED: an inquiry that is over, or a dispute that was prevented.",
    }),
    currency: z.string().meta({ description: "ISO 4217, in upper case." }),
    amount: Amount.meta({ description: "What is disputed, in the currency's minor unit." }),
    amount_withdrawn: Amount.meta({ description: "What of it the bank took and did not give back." }),
    reason: z.string().meta({ description: "What the cardholder says, in the card provider's word." }),
    evidence_due_at: Timestamp.nullable().meta({
      description: "Until when you can answer at the card provider; null: there is no such day.",
    }),
    opened_at: Timestamp.meta({ description: "When it was opened at the bank." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Dispute" });
