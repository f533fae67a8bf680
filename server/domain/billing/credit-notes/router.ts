import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { issueCreditNote, previewNote } from "../corrections/issue-credit-note.ts";
import { readRequest } from "../corrections/read-request.ts";
import { readRoom } from "../corrections/read-room.ts";
import { PdfFile } from "../invoices/schema.ts";
import { linkCreditNote } from "./credit-note-link.ts";
import { downloadCreditNote } from "./download-credit-note.ts";
import { getCreditNote, listCreditNotes } from "./list-credit-notes.ts";
import * as schema from "./schema.ts";

/** Credit notes: what was taken back of invoices. */
export const creditNotesRouter = router({
  create: mutation(schema.createCreditNoteMeta, schema.CreateCreditNote, schema.CreditNote, issueCreditNote),
  preview: mutation(
    schema.previewCreditNoteMeta,
    schema.PreviewCreditNote,
    schema.CreditNotePreview,
    previewNote,
  ),
  list: query(schema.listCreditNotesMeta, schema.ListCreditNotes, schema.CreditNotePage, listCreditNotes),
  get: query(schema.getCreditNoteMeta, schema.CreditNoteId, schema.CreditNote, getCreditNote),
  readRequest: query(schema.readRequestMeta, schema.CreditNoteId, schema.NewestCorrection, readRequest),
  readRoom: query(schema.readRoomMeta, schema.CreditNoteId, schema.CorrectionRoom, readRoom),
  link: query(schema.linkCreditNoteMeta, schema.CreditNoteId, schema.CreditNoteLink, linkCreditNote),
  download: query(schema.downloadCreditNoteMeta, schema.CreditNoteId, PdfFile, downloadCreditNote),
});
