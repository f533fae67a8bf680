import { z } from "zod";
import { Identifier, lines, Timestamp, TimestampInput, text } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";
import { TakenBack } from "../invoices/schema.ts";

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
    provider: z.enum(PROVIDERS).meta({ description: "Who collected the payment." }),
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
        "What could be given back of the invoice when you looked, before this refund. Where another amount is left by now, the call is refused (correction_amount_changed, with what is left), so that nothing is given back on what you have not seen.",
    }),
    reason: lines(500).optional().meta({
      description: "Why, for your own records. Erased with the customer's personal data.",
    }),
    reference: text(200).optional().meta({ description: "PROVIDER_B: the reference of the transfer, say." }),
    refunded_at: TimestampInput.optional().meta({
      description:
        "PROVIDER_B: when the money was given back; now when left out. Neither in the future (refund_date_in_future) nor more than a year before the invoice was issued (payment_date_too_early).",
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
    "In part or whole, without a credit note: the invoice stays PAID. PROVIDER_A: by card, through the card provider; of two at once one is refused (invoice_correction_in_progress). PROVIDER_B: records money that you gave back by hand, and mails the customer what went back. Never more than was paid and not given back, as money or as credit, that for unused time included (refund_exceeds_remaining). With `left_to_refund`, of two that saw the same the second one is refused (correction_amount_changed). What was billed stays billed, and what was given back cannot be credited any more: to take back what was billed, issue a credit note with `to: REFUND` instead, which gives the money back as well.",
  status: 201,
  scope: "billing:admin",
  isAtomic: true,
  errors: [
    "amount_not_chargeable",
    "invoice_not_found",
    "invoice_status_conflict",
    "payment_date_too_early",
    "refund_date_in_future",
    "invoice_correction_in_progress",
    "card_provider_refused_correction",
    "refund_exceeds_remaining",
    "payment_disputed",
    "correction_amount_changed",
    "card_provider_unavailable",
  ],
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
    "PROVIDER_B: for a refund that was recorded by mistake, or whose transfer came back. It stays in the list as CANCELED. What was billed stays as it is: the amount of a credit note lowers what is to be paid of the invoice, and what was paid of it is credit; credit that was paid out is credit again. A refund by card is the card provider's (invoice_collected_by_card).",
  scope: "billing:admin",
  isAtomic: true,
  errors: ["invoice_collected_by_card", "refund_not_found", "refund_taken_back"],
});
