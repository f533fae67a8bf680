import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { PdfFile } from "../invoices/schema.ts";
import { createCreditNote } from "./create-credit-note.ts";
import { linkCreditNote } from "./credit-note-link.ts";
import { downloadCreditNote } from "./download-credit-note.ts";
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
  link: query(schema.linkCreditNoteMeta, schema.CreditNoteId, schema.CreditNoteLink, linkCreditNote),
  download: query(schema.downloadCreditNoteMeta, schema.CreditNoteId, PdfFile, downloadCreditNote),
});
