import {
  AUTHOR,
  ERASED_BUYER,
  INVOICE_FACT,
  OF_CUSTOMER,
  OF_INVOICE,
  PROVIDER_ID,
  SOLD,
} from "./fragments.ts";
import type { PersonalData } from "./personal-data.ts";

/** Charges, invoices, and what was corrected and paid. */
export const INVOICES: PersonalData[] = [
  {
    table: "refunds",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { reason: "null", reference: "null", taken_back_reason: "null" } }],
    keeps: {
      provider_refund_id: PROVIDER_ID,
      currency: INVOICE_FACT,
      actor_id: AUTHOR,
      taken_back_by_id: AUTHOR,
    },
  },
  {
    table: "correction_requests",
    of: `(${OF_CUSTOMER} or ${OF_INVOICE})`,
    forget: [{ do: "update", set: { plan: "'{}'", failure: "null" }, where: "t.status <> 'REQUESTED'" }],
    keeps: {
      result_id: "names a credit note, a refund or an invoice",
      request_key: "a hash of a random key",
      actor_id: AUTHOR,
    },
  },
  {
    table: "invoice_notices",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { message: "null" } }],
    keeps: { provider_object_id: PROVIDER_ID, code: "one of the card provider's few words" },
  },
  {
    table: "disputes",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: {
      provider_dispute_id: PROVIDER_ID,
      currency: INVOICE_FACT,
      reason: "one of the card provider's few words",
    },
  },
  {
    table: "credit_note_lines",
    of: `t.credit_note_id in (
  select n.id from credit_notes n where n.tenant_id = p.tenant_id and n.customer_id = any(p.customers))`,
    keeps: { description: INVOICE_FACT, invoice_line_id: "names a line of the invoice" },
  },
  {
    table: "credit_notes",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { reason: "null", letterhead: ERASED_BUYER } }],
    keeps: {
      display_number: INVOICE_FACT,
      provider_credit_note_id: PROVIDER_ID,
      currency: INVOICE_FACT,
      letterhead: "the seller's half; the buyer's is blanked",
      actor_id: AUTHOR,
    },
  },
  {
    table: "invoice_payments",
    of: OF_INVOICE,
    forget: [{ do: "update", set: { reference: "null", taken_back_reason: "null" } }],
    keeps: { actor_id: AUTHOR, taken_back_by_id: AUTHOR },
  },
  {
    table: "invoice_decisions",
    of: OF_INVOICE,
    forget: [{ do: "update", set: { reason: "null" } }],
    keeps: { actor_id: AUTHOR, kind: "one of few words" },
  },
  {
    table: "invoice_lines",
    of: OF_INVOICE,
    keeps: {
      description: INVOICE_FACT,
      provider_line_id: PROVIDER_ID,
      provider_item_id: PROVIDER_ID,
      provider_key: "names a charge",
      credited_line_ids: PROVIDER_ID,
    },
  },
  {
    table: "charge_placements",
    of: `t.charge_id in (
  select c.id from charges c where c.tenant_id = p.tenant_id and c.customer_id = any(p.customers))`,
    forget: [{ do: "update", set: { reason: "null" } }],
    keeps: {
      provider_key: "names a charge",
      provider_item_id: PROVIDER_ID,
      code: "one of few words",
      end_code: "one of few words",
      actor_id: AUTHOR,
    },
  },
  {
    table: "balance_transactions",
    of: OF_CUSTOMER,
    keeps: {
      currency: SOLD,
      type: "one of few words",
      provider_invoice_id: PROVIDER_ID,
      key: "names a move between providers",
    },
  },
  {
    table: "journal_transfers",
    of: OF_CUSTOMER,
    keeps: { currency: SOLD, unit: SOLD, kind: "one of few words", key: "names a charge or an invoice" },
  },
  {
    table: "charges",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: {
      key: "names what caused it",
      currency: SOLD,
      unit: SOLD,
      item: SOLD,
      description: SOLD,
    },
  },
  {
    table: "invoices",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [
      {
        do: "update",
        set: {
          letterhead: ERASED_BUYER,
          hosted_url: "null",
          pdf_url: "null",
        },
      },
    ],
    keeps: {
      display_number: INVOICE_FACT,
      provider_invoice_id: INVOICE_FACT,
      reason: INVOICE_FACT,
      currency: INVOICE_FACT,
      letterhead: "the seller's half; the buyer's is blanked",
    },
  },
];
