import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { renderPdf } from "../../../platform/pdf/render.ts";
import type { NamedFile } from "../../../platform/schema/named-file.ts";
import type { Scope } from "../../../platform/scope.ts";
import { loadLogo } from "../../tenants/logos/load-logo.ts";
import { Letterhead } from "../invoices/letterhead.ts";
import { getCreditNoteOrThrow } from "./list-credit-notes.ts";
import { printCreditNote } from "./print-credit-note.ts";
import type { CreditNoteId } from "./schema.ts";

/** A credit note of ours as PDF. Throws credit_note_not_found or credit_note_at_card_provider. */
export async function downloadCreditNote(
  scope: Scope,
  { id }: z.output<typeof CreditNoteId>,
): Promise<NamedFile> {
  const note = await getCreditNoteOrThrow(scope.db, scope, id);
  if (note.letterhead === null) throw new ApiError("credit_note_at_card_provider");
  const letterhead = Letterhead.parse(note.letterhead);
  const logo = await loadLogo(scope, letterhead.logoUrl);
  const body = renderPdf({ ...printCreditNote(note, letterhead), logo });
  return { name: note.displayNumber ?? id, ending: "pdf", body };
}
