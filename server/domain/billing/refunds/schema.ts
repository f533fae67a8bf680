import { z } from "zod";
import { Identifier, pageOf, pageQuery, Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";

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
      .meta({ description: "null: it was given back by hand, outside of the provider, and recorded." }),
    status: z.enum(["PENDING", "SUCCEEDED", "FAILED", "CANCELED"]).meta({
      description: "PENDING: it is on its way. FAILED, CANCELED: the money did not go back.",
    }),
    currency: z.string().meta({ description: "ISO 4217, in upper case." }),
    amount: Amount.meta({ description: "In the currency's minor unit, above 0." }),
    reason: z.string().nullable().meta({
      description:
        "A person's words, or the card provider's word; null where none were given, or they were erased.",
    }),
    reference: z
      .string()
      .nullable()
      .meta({
        description: "The reference of the transfer, or that by which the cardholder's bank knows it.",
      }),
    refunded_at: Timestamp.meta({ description: "When the money was given back." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Refund" });

export const ListRefunds = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional().meta({
    description: "The tenant's own identifier of the customer, or our cus_ id.",
  }),
  invoice_id: Identifier.optional().meta({ description: "Only those of this invoice." }),
});

export const RefundPage = pageOf(Refund);

export const listRefundsMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "GET",
  path: "/v1/billing/refunds",
  summary: "List refunds",
  description: "Newest first, of both providers, also those that failed; by customer or invoice.",
  isForEndUsers: true,
  errors: ["K3003"],
});
