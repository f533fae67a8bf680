import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createCreditNote } from "./create-credit-note.ts";
import { getCreditNote, listCreditNotes } from "./list-credit-notes.ts";
import { previewCreditNote } from "./preview-credit-note.ts";
import * as schema from "./schema.ts";

/** Credit notes: what was taken back of invoices. */
export const creditNotesRouter = router({
  create: mutation(schema.createCreditNoteMeta, schema.CreateCreditNote, schema.CreditNote, createCreditNote),
  preview: mutation(
    schema.previewCreditNoteMeta,
    schema.PreviewCreditNote,
    schema.CreditNotePreview,
    previewCreditNote,
  ),
  list: query(schema.listCreditNotesMeta, schema.ListCreditNotes, schema.CreditNotePage, listCreditNotes),
  get: query(schema.getCreditNoteMeta, schema.CreditNoteId, schema.CreditNote, getCreditNote),
});
