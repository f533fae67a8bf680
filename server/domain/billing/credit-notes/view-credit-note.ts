import type { z } from "zod";
import type { Prisma } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { CreditNote } from "./schema.ts";

export const CREDIT_NOTE_PARTS = {
  lines: { orderBy: { position: "asc" } },
  invoice: { select: { displayNumber: true } },
} as const satisfies Prisma.CreditNoteInclude;

export type LoadedCreditNote = Prisma.CreditNoteGetPayload<{ include: typeof CREDIT_NOTE_PARTS }>;

/** A credit note as it is shown. */
export function viewCreditNote(row: LoadedCreditNote): z.output<typeof CreditNote> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    customer_id: row.customerId,
    subscription_id: row.subscriptionId,
    invoice_id: row.invoiceId,
    invoice_number: row.invoice.displayNumber,
    provider: row.provider,
    provider_credit_note_id: row.providerCreditNoteId,
    number: row.displayNumber,
    status: row.status,
    ...viewNoteAmounts(row),
    reason: row.reason,
    issued_at: row.issuedAt.toISOString(),
    voided_at: row.voidedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    lines: row.lines.map((line) => ({ id: line.id, ...viewNoteLine(line) })),
  };
}

type Amounts = Pick<LoadedCreditNote, "currency" | "amount" | "offDue" | "toBalance" | "toRefund" | "tax">;

/** What a credit note takes back, and what becomes of it. */
export function viewNoteAmounts({ currency, amount, offDue, toBalance, toRefund, tax }: Amounts) {
  return {
    currency,
    amount: toWireAmount(amount),
    amount_off_due: toWireAmount(offDue),
    amount_to_balance: toWireAmount(toBalance),
    amount_to_refund: toWireAmount(toRefund),
    tax: toWireAmount(tax),
  };
}

/** A line of a credit note, without its id. */
export function viewNoteLine(line: { invoiceLineId: string | null; description: string; amount: bigint }) {
  return {
    invoice_line_id: line.invoiceLineId,
    description: line.description,
    amount: toWireAmount(line.amount),
  };
}
