import { z } from "zod";
import { Identifier, lines, TimestampInput, text } from "../../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../../platform/schema/money.ts";
import { internalOperation, operation } from "../../../../platform/schema/operation.ts";

export const PayInvoice = z
  .strictObject({
    id: Identifier,
    amount: Amount.min(1).max(MAX_AMOUNT).optional().meta({
      description:
        "What came, in minor units; the remaining amount when left out. More than that is refused (payment_exceeds_balance) unless surplus says what becomes of the rest.",
    }),
    surplus: z.enum(["credit"]).optional().meta({
      description:
        "credit: what came beyond the remaining amount becomes the customer's credit, which the next invoice of the subscription uses, or of the customer's oldest one that is paid by transfer in the same currency; where there is none, the customer's next one-off invoice by transfer uses it. No surplus is no error.",
    }),
    paid_at: TimestampInput.optional().meta({
      description:
        "When the money arrived; now when left out. Not in the future (payment_date_in_future), nor more than a year before the invoice was issued (payment_date_too_early); for a customer on a test clock its time counts.",
    }),
    reference: text(200).optional().meta({
      description:
        "The transfer's reference, say. The same amount, day and reference twice on one invoice is refused (payment_duplicate).",
    }),
  })
  .meta({ id: "PayInvoiceRequest" });

export const TakeBackPayment = z
  .strictObject({
    id: Identifier,
    payment_id: Identifier,
    reason: lines(500).meta({ description: "Why it does not count; kept with the payment." }),
  })
  .meta({ id: "TakeBackPaymentRequest" });

export const PreviewTakeBack = z.strictObject({ id: Identifier, payment_id: Identifier });

export const TakeBackPreview = z.object({
  currency: z.string(),
  /** What is not paid of the invoice afterwards. */
  amount_unpaid: Amount,
  /** Whether that stays written off; else it is left to pay. */
  is_written_off: z.boolean(),
  /** Credit that notes made of the payment: it comes off what is to be paid instead. */
  amount_off_due: Amount,
  /** The part of what is not paid that went back to the customer as money. */
  amount_given_back: Amount,
  /** What the payment brought beyond what was due: it is credit no more. */
  amount_surplus: Amount,
  /**
   * Whether what invoices have used of either credit is asked for at once, on an invoice of its own, as the credit was for no
   * subscription; else its subscription's next invoice asks for it.
   */
  is_off_due_asked_at_once: z.boolean(),
  is_surplus_asked_at_once: z.boolean(),
});

/** For the dashboard, which says what will happen: the operation without writing anything. */
export const previewTakeBackMeta = internalOperation({
  role: "VIEWER",
  errors: ["invoice_not_found", "invoice_collected_by_card", "payment_not_found", "payment_taken_back"],
});

export const WriteOffInvoice = z
  .strictObject({
    id: Identifier,
    reason: lines(500).meta({ description: "Why; kept with the invoice (`GET …/decisions`)." }),
  })
  .meta({ id: "WriteOffInvoiceRequest" });

export const ReopenInvoice = z
  .strictObject({
    id: Identifier,
    reason: lines(500).meta({ description: "Why; kept with the invoice (`GET …/decisions`)." }),
  })
  .meta({ id: "ReopenInvoiceRequest" });

export const VoidInvoice = z
  .strictObject({
    id: Identifier,
    reason: lines(500).optional().meta({ description: "Kept with the invoice (`GET …/decisions`)." }),
    charges: z.enum(["reissue", "wait", "write_off"]).default("write_off").meta({
      description:
        "What becomes of what was charged on it. reissue: it is on a new invoice, issued at once under the next number, with today's date and the customer's present address, due as a new one is and not before the due date that this one has; `replaced_by_id` names it. wait: it is on the next invoice of its subscription; of one that has ended on one by itself, within minutes. write_off: it is not owed any more, and a later change of plan gives nothing back for it. Credit that the invoice had used is used by the new one, or can be used again.",
    }),
  })
  .meta({ id: "VoidInvoiceRequest" });

const shared = {
  method: "POST",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  errors: [
    "invoice_not_found",
    "invoice_status_conflict",
    "payment_exceeds_balance",
    "invoice_collected_by_card",
  ],
} as const;

export const payInvoiceMeta = operation({
  ...shared,
  path: "/v1/billing/invoices/{id}/payments",
  summary: "Record a payment of an invoice of ours",
  errors: [...shared.errors, "payment_date_in_future", "payment_date_too_early", "payment_duplicate"],
  description:
    "PROVIDER_B: money received by transfer, in full or in part, or with `surplus` more than is due; an empty body pays all that is left, now. When nothing is left to pay the invoice is PAID, and a subscription that was past due is ACTIVE again.",
});

export const takeBackPaymentMeta = operation({
  ...shared,
  path: "/v1/billing/invoices/{id}/payments/{payment_id}/take-back",
  errors: ["invoice_not_found", "invoice_collected_by_card", "payment_not_found", "payment_taken_back"],
  summary: "Take back a payment of an invoice of ours",
  description:
    "PROVIDER_B: for a payment that was recorded by mistake, or whose money went back. It stays in the list of payments, and counts no more, nor does the credit that its surplus was: an invoice that was PAID is OPEN for its amount, with the due date that it had, and the status of its subscription follows. Credit that notes made of the payment is taken back, too: it comes off what is to be paid of the invoice instead, and what was used of it is owed. Money that was given back of it stays to be paid. One that is UNCOLLECTIBLE stays so; what a change of plan gave back for its time is owed again, up to what is not paid.",
});

export const writeOffInvoiceMeta = operation({
  ...shared,
  path: "/v1/billing/invoices/{id}/write-off",
  errors: [
    "invoice_not_found",
    "invoice_status_conflict",
    "card_provider_unavailable",
    "card_provider_answer_unknown",
    "card_provider_not_connected",
    "card_provider_key_revoked",
    "card_provider_refused_request",
  ],
  summary: "Write off what is left of an invoice",
  description:
    "What is left to pay is given up, and the invoice is UNCOLLECTIBLE. What was paid of it stays paid. PROVIDER_B: its subscription is not past due because of it any more, and a payment that comes all the same can be recorded. PROVIDER_A: the card provider marks it uncollectible and collects it no more; one that was paid or voided there meanwhile is refused (invoice_status_conflict). After card_provider_unavailable it is finished within minutes.",
});

export const reopenInvoiceMeta = operation({
  ...shared,
  path: "/v1/billing/invoices/{id}/reopen",
  errors: ["invoice_not_found", "invoice_status_conflict", "invoice_collected_by_card"],
  summary: "Take back the write-off of an invoice of ours",
  description:
    "PROVIDER_B: an UNCOLLECTIBLE invoice is OPEN again for what is not paid of it, with the due date that it has, and the status of its subscription follows. An invoice that the card provider gave up stays so (invoice_collected_by_card).",
});

export const voidInvoiceMeta = operation({
  ...shared,
  path: "/v1/billing/invoices/{id}/void",
  errors: [...shared.errors, "charge_without_subscription"],
  summary: "Void an invoice of ours",
  description:
    "PROVIDER_B: nothing more is owed for it; `charges` says whether what was on it is invoiced again, at once or with the next invoice. Its number is not used again, so that numbers have no gaps.",
});
