import { z } from "zod";
import { Identifier, lines, Timestamp, TimestampInput, text } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { internalOperation, operation } from "../../../platform/schema/operation.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";

const CreditNoteLine = z
  .object({
    id: z.string().meta({ description: "Begins with cnl_." }),
    invoice_line_id: z
      .string()
      .nullable()
      .meta({ description: "The line of the invoice that it takes back; null: none by name." }),
    description: z.string(),
    amount: Amount.meta({ description: "In the currency's minor unit, above 0." }),
  })
  .meta({ id: "CreditNoteLine" });

const amounts = {
  currency: z.string().meta({ description: "ISO 4217, in upper case." }),
  amount: Amount.meta({ description: "What it takes back in all, above 0: the sum of the next three." }),
  amount_off_due: Amount.meta({ description: "Taken off what was to be paid of the invoice." }),
  amount_to_balance: Amount.meta({ description: "Paid before, and the customer's credit now." }),
  amount_to_refund: Amount.meta({ description: "Paid before, and given back as money." }),
  tax: Amount.meta({ description: "The part of the amount that is tax." }),
};

export const CreditNote = z
  .object({
    id: z.string().meta({ description: "Begins with cn_." }),
    tenant_id: z.string(),
    customer_id: z.string(),
    subscription_id: z.string().nullable(),
    invoice_id: z.string().meta({ description: "The invoice that it takes back, in part or whole." }),
    invoice_number: z.string().nullable(),
    provider: z.enum(PROVIDERS).meta({ description: "Who issued it." }),
    provider_credit_note_id: z.string().nullable(),
    number: z
      .string()
      .nullable()
      .meta({ description: "Ours have a series of their own without gaps, with the prefix of that day." }),
    status: z.enum(["ISSUED", "VOID"]),
    ...amounts,
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why, as the note says it; null where nothing was said, or it was erased." }),
    issued_at: Timestamp,
    voided_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    lines: z.array(CreditNoteLine),
  })
  .meta({ id: "CreditNote" });

const NamedLine = z.strictObject({
  line_id: Identifier.meta({ description: "A line of the invoice, above 0." }),
  amount: Amount.min(1).optional().meta({ description: "All that is left of the line when left out." }),
});

const wanted = {
  id: Identifier,
  amount: Amount.min(1).optional().meta({
    description:
      "An amount of the invoice, taken from its lines in their order; not with lines. Without both, all that is left of the invoice is credited.",
  }),
  lines: z
    .array(NamedLine)
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "The lines to credit, each once, whole or in part." }),
  to: z.enum(["BALANCE", "REFUND"]).optional().meta({
    description:
      "What becomes of what was paid already: BALANCE: credit, which the next invoice uses. REFUND: money that goes back: by card through the provider, or by hand, recorded with it. No more goes back than was paid as money: what credit paid becomes credit again. Needed where a part of it was paid; an unpaid part always lowers what is to be paid.",
  }),
};

const isOneOf = (input: { amount?: unknown; lines?: unknown }) =>
  input.amount === undefined || input.lines === undefined;

const ONE_OF = { message: "send amount or lines, not both", path: ["lines"] };

export const CreateCreditNote = z
  .strictObject({
    ...wanted,
    left_to_credit: Amount.min(0).optional().meta({
      description:
        "What was left to credit of the invoice when you looked, before this note: `left_to_credit` and `amount` of its preview together. Where another amount is left by now, the call is refused (correction_amount_changed), so that nothing is credited on what you have not seen.",
    }),
    reason: lines(500).meta({
      description: "Why; the note says it to the customer. Erased with the customer's personal data.",
    }),
    reference: text(200).optional().meta({
      description:
        "With REFUND: the reference of the transfer, say. PROVIDER_A: with this or refunded_at, the money was given back outside of the card provider.",
    }),
    refunded_at: TimestampInput.optional().meta({
      description: "With REFUND: when the money was given back by hand; now when left out.",
    }),
  })
  .refine(isOneOf, ONE_OF)
  .meta({ id: "CreateCreditNoteRequest" });

export const PreviewCreditNote = z
  .strictObject(wanted)
  .refine(isOneOf, ONE_OF)
  .meta({ id: "PreviewCreditNoteRequest" });

export const CreditNotePreview = z
  .object({
    ...amounts,
    lines: z.array(CreditNoteLine.omit({ id: true })),
    invoice_amount_due: Amount.meta({ description: "What is to be paid of the invoice in all, after it." }),
    invoice_amount_remaining: Amount.meta({ description: "What is left to pay of the invoice, after it." }),
    left_to_credit: Amount.meta({ description: "What can still be credited of the invoice, after it." }),
  })
  .meta({ id: "CreditNotePreview" });

export const CreditNoteId = z.strictObject({ id: Identifier });

/** A credit note as the customer's portal lists it under its invoice. */
export const LinkedNote = CreditNote.pick({ number: true, amount: true, issued_at: true }).extend({
  pdf_url: z.url().nullable(),
});

export const RunningCorrection = z.object({
  kind: z.enum(["CREDIT_NOTE", "REFUND", "ONE_OFF"]),
  status: z.enum(["REQUESTED", "FAILED"]),
  currency: z.string(),
  amount: Amount,
  requested_at: Timestamp,
  /** The card provider is asked again until then; after it, Usher searches there for what was made. */
  asked_until: Timestamp,
  /** The provider's last words; null: none yet. */
  failure: z.string().nullable(),
});

export const NewestCorrection = RunningCorrection.nullable();

/** For the dashboard: what was asked of the card provider for an invoice, and is not done. */
export const readRequestMeta = internalOperation({ role: "VIEWER", errors: ["invoice_not_found"] });

export const CorrectionRoom = z.object({
  currency: z.string(),
  left_to_credit: Amount,
  left_to_refund: Amount,
  /** The lines of which something is left to credit, each with that. */
  creditable_lines: z.array(z.object({ id: z.string(), left: Amount })),
  /** What the customer's credit paid of what was billed: it becomes credit again, never money. */
  paid_by_credit: Amount,
  /** Refunded without a credit note: it can neither be credited nor given back once more. */
  refunded_alone: Amount,
  /** Given back as credit by changes of plan: it can neither be credited nor given back once more. */
  given_for_unused_time: Amount,
  /** Paid, and disputed at the customer's bank: the card provider gives none of it back. */
  disputed: Amount,
  /** The customer's time: that of their test clock, where they are on one. */
  now: Timestamp,
});

/** For the dashboard, which offers what is possible: what can still be credited and refunded of an invoice. */
export const readRoomMeta = internalOperation({ role: "VIEWER", errors: ["invoice_not_found"] });

const REFUSALS = [
  "amount_not_chargeable",
  "invoice_not_found",
  "invoice_status_conflict",
  "credit_exceeds_remaining",
  "credit_line_invalid",
  "credit_destination_required",
  "payment_disputed",
  "card_provider_unavailable",
] as const;

export const createCreditNoteMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "POST",
  path: "/v1/billing/invoices/{id}/credit-notes",
  summary: "Issue a credit note for an invoice",
  description:
    "Takes back an open or paid invoice: all of it, lines of it, or an amount. What was not paid yet lowers what is to be paid, and at 0 the invoice is PAID; what was paid becomes credit or is given back, as `to` says. Never more than what is left of a line and of the invoice: of several at once, those that find too little are refused (credit_exceeds_remaining), and those that send what they saw (`left_to_credit`) where it has changed (correction_amount_changed). PROVIDER_A: the card provider issues it, numbers and mails it; of two at once one is refused (invoice_correction_in_progress).",
  status: 201,
  scope: "billing:admin",
  isAtomic: true,
  errors: [
    ...REFUSALS,
    "payment_date_too_early",
    "refund_date_in_future",
    "invoice_correction_in_progress",
    "card_provider_refused_correction",
    "correction_amount_changed",
  ],
});

export const previewCreditNoteMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "POST",
  path: "/v1/billing/invoices/{id}/credit-notes/preview",
  summary: "Preview a credit note",
  description: "What the credit note would say and do now; nothing is written.",
  scope: "billing:admin",
  errors: REFUSALS,
});
