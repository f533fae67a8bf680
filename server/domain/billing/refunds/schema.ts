import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";

export const Refund = z
  .object({
    id: z.string().meta({ description: "Begins with rfd_." }),
    tenant_id: z.string(),
    customer_id: z.string(),
    invoice_id: z.string().meta({ description: "The invoice whose payment was given back." }),
    credit_note_id: z
      .string()
      .nullable()
      .meta({ description: "The credit note that it carries out; null: none." }),
    provider: z.enum(["PROVIDER_A", "PROVIDER_B"]).meta({ description: "Who collected the payment." }),
    provider_refund_id: z
      .string()
      .nullable()
      .meta({ description: "null: it was given back by hand, and recorded." }),
    status: z.enum(["PENDING", "SUCCEEDED", "FAILED", "CANCELED"]),
    currency: z.string().meta({ description: "ISO 4217, in upper case." }),
    amount: Amount.meta({ description: "In the currency's minor unit, above 0." }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "A person's words; null where none were given, or they were erased." }),
    reference: z.string().nullable().meta({ description: "The reference of the transfer, say." }),
    refunded_at: Timestamp.meta({ description: "When the money was given back." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Refund" });
