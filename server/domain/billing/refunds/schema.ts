import { z } from "zod";
import {
  Identifier,
  lines,
  pageOf,
  pageQuery,
  Timestamp,
  TimestampInput,
  text,
} from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { TakenBack } from "../invoices/payments-schema.ts";

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
    is_of_credit: z.boolean().meta({
      description:
        "true: it pays out credit that was left of a subscription that has ended; its invoice says what the credit was of.",
    }),
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
    reference: z.string().nullable().meta({
      description: "The reference of the transfer, or that by which the cardholder's bank knows it.",
    }),
    refunded_at: Timestamp.meta({ description: "When the money was given back." }),
    taken_back: TakenBack.nullable().meta({
      description:
        "Set of one that was recorded by hand and does not count any more (CANCELED); null for a user's token.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Refund" });

export const CreateRefund = z
  .strictObject({
    id: Identifier,
    amount: Amount.min(1).optional().meta({
      description: "All that was paid and not given back when left out.",
    }),
    left_to_refund: Amount.min(0).optional().meta({
      description:
        "What could be given back of the invoice when you looked, before this refund. Where another amount is left by now, the call is refused (K6077, with what is left), so that nothing is given back on what you have not seen.",
    }),
    reason: lines(500).optional().meta({
      description: "Why, for your own records. Erased with the customer's personal data.",
    }),
    reference: text(200).optional().meta({ description: "PROVIDER_B: the reference of the transfer, say." }),
    refunded_at: TimestampInput.optional().meta({
      description:
        "PROVIDER_B: when the money was given back; now when left out. Neither in the future (K6045) nor more than a year before the invoice was issued (K6034).",
    }),
  })
  .meta({ id: "CreateRefundRequest" });

export const createRefundMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "POST",
  path: "/v1/billing/invoices/{id}/refunds",
  summary: "Give back money that was paid for an invoice",
  description:
    "In part or whole, without a credit note: the invoice stays PAID. PROVIDER_A: by card, through the card provider; of two at once one is refused (K6047). PROVIDER_B: records money that you gave back by hand, and mails the customer what went back. Never more than was paid and not given back, as money or as credit, that for unused time included (K6049). With `left_to_refund`, of two that saw the same the second one is refused (K6077). What was billed stays billed, and what was given back cannot be credited any more: to take back what was billed, issue a credit note with `to: REFUND` instead, which gives the money back as well.",
  status: 201,
  scope: "billing:admin",
  isAtomic: true,
  errors: ["K5019", "K6012", "K6013", "K6034", "K6045", "K6047", "K6048", "K6049", "K6063", "K6077", "K7005"],
});

export const TakeBackRefund = z
  .strictObject({
    id: Identifier,
    reason: lines(500).meta({
      description: "Why the money did not go back; kept with the refund and the invoice (`GET …/decisions`).",
    }),
  })
  .meta({ id: "TakeBackRefundRequest" });

export const takeBackRefundMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "POST",
  path: "/v1/billing/refunds/{id}/take-back",
  summary: "Take back a refund that was recorded by hand",
  description:
    "PROVIDER_B: for a refund that was recorded by mistake, or whose transfer came back. It stays in the list as CANCELED. What was billed stays as it is: the amount of a credit note lowers what is to be paid of the invoice, and what was paid of it is credit; credit that was paid out is credit again. A refund by card is the card provider's (K6016).",
  scope: "billing:admin",
  isAtomic: true,
  errors: ["K6016", "K6069", "K6070"],
});

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
  throttle: OWN_DATA,
});
