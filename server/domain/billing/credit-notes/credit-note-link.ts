import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { documentLink, type LinkedDocument } from "../invoices/document-link.ts";
import type { CreditNoteLink } from "./credit-note-link-schema.ts";
import { downloadCreditNote } from "./download-credit-note.ts";
import { getCreditNoteOrThrow } from "./list-credit-notes.ts";
import type { CreditNoteId, LinkedNote } from "./schema.ts";

export const LINKED_CREDIT_NOTE: LinkedDocument = {
  folder: "credit-notes",
  context: "credit note link",
  unknown: "credit_note_not_found",
  download: downloadCreditNote,
};

/** A bearer link to one credit note's PDF, for mails. */
export function creditNoteLink(scope: Scope, creditNoteId: string): string {
  return documentLink(scope, LINKED_CREDIT_NOTE, creditNoteId);
}

/** A link that opens the credit note's PDF in a browser. Throws credit_note_not_found or credit_note_at_card_provider. */
export async function linkCreditNote(
  scope: Scope,
  { id }: z.output<typeof CreditNoteId>,
): Promise<z.output<typeof CreditNoteLink>> {
  const { letterhead } = await getCreditNoteOrThrow(scope.db, scope, id);
  if (letterhead === null) throw new ApiError("credit_note_at_card_provider");
  return { url: creditNoteLink(scope, id) };
}

/** The credit notes of these invoices that count, oldest first, each with a link to its PDF; by invoice. */
export async function creditNoteLinks(
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<Map<string, z.output<typeof LinkedNote>[]>> {
  const { tenantId, db } = scope;
  const notes = await db.creditNote.findMany({
    where: { tenantId, invoiceId: { in: [...invoiceIds] }, status: "ISSUED" },
    orderBy: [{ issuedAt: "asc" }, { id: "asc" }],
  });
  const linked = [...Map.groupBy(notes, ({ invoiceId }) => invoiceId)].map(([invoiceId, some]) => {
    const links = some.map(({ id, displayNumber, amount, issuedAt, letterhead }) => ({
      number: displayNumber,
      amount: toWireAmount(amount),
      issued_at: issuedAt.toISOString(),
      pdf_url: letterhead === null ? null : creditNoteLink(scope, id),
    }));
    return [invoiceId, links] as const;
  });
  return new Map(linked);
}
