import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getInvoiceOrThrow } from "../invoices/load-invoice.ts";
import { draftNote } from "./draft-note.ts";
import type { CreditNotePreview, PreviewCreditNote } from "./schema.ts";
import { viewNoteAmounts, viewNoteLine } from "./view-credit-note.ts";

/** What a credit note would say and do now. Nothing is written. Throws invoice_not_found. */
export async function previewCreditNote(
  scope: Scope,
  { id, ...input }: z.output<typeof PreviewCreditNote>,
): Promise<z.output<typeof CreditNotePreview>> {
  return scope.db.$transaction(async (tx) => {
    const invoice = await getInvoiceOrThrow(tx, scope, id);
    const draft = await draftNote(tx, scope, invoice, wantedOf(input));
    const due = invoice.amountDue - draft.offDue;
    return {
      ...viewNoteAmounts({ ...draft, currency: invoice.currency, tax: 0n }),
      lines: draft.lines.map(viewNoteLine),
      invoice_amount_due: toWireAmount(due),
      invoice_amount_remaining: toWireAmount(due - invoice.amountPaid),
      left_to_credit: toWireAmount(draft.left),
    };
  });
}

type Input = Pick<z.output<typeof PreviewCreditNote>, "amount" | "lines" | "to">;

/** What a request wants, in the rules' words. */
export function wantedOf({ amount, lines, to }: Input): Parameters<typeof draftNote>[3] {
  return {
    to,
    amount: amount === undefined ? undefined : BigInt(amount),
    lines: lines?.map((line) => ({
      lineId: line.line_id,
      amount: line.amount === undefined ? null : BigInt(line.amount),
    })),
  };
}
