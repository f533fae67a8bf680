import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { issueCreditNote, previewNote } from "../corrections/issue-credit-note.ts";
import { readRequest } from "../corrections/read-request.ts";
import { readRoom } from "../corrections/read-room.ts";
import { PdfFile } from "../invoices/schema.ts";
import { linkCreditNote } from "./credit-note-link.ts";
import { CreditNoteLink, linkCreditNoteMeta } from "./credit-note-link-schema.ts";
import { downloadCreditNote } from "./download-credit-note.ts";
import { downloadCreditNoteMeta } from "./download-credit-note-schema.ts";
import { getCreditNote, listCreditNotes } from "./list-credit-notes.ts";
import {
  CreditNotePage,
  getCreditNoteMeta,
  ListCreditNotes,
  listCreditNotesMeta,
} from "./list-credit-notes-schema.ts";
import {
  CorrectionRoom,
  CreateCreditNote,
  CreditNote,
  CreditNoteId,
  CreditNotePreview,
  createCreditNoteMeta,
  NewestCorrection,
  PreviewCreditNote,
  previewCreditNoteMeta,
  readRequestMeta,
  readRoomMeta,
} from "./schema.ts";

/** Credit notes: what was taken back of invoices. */
export const creditNotesRouter = router({
  create: mutation(createCreditNoteMeta, CreateCreditNote, CreditNote, issueCreditNote),
  preview: mutation(previewCreditNoteMeta, PreviewCreditNote, CreditNotePreview, previewNote),
  list: query(listCreditNotesMeta, ListCreditNotes, CreditNotePage, listCreditNotes),
  get: query(getCreditNoteMeta, CreditNoteId, CreditNote, getCreditNote),
  readRequest: query(readRequestMeta, CreditNoteId, NewestCorrection, readRequest),
  readRoom: query(readRoomMeta, CreditNoteId, CorrectionRoom, readRoom),
  link: query(linkCreditNoteMeta, CreditNoteId, CreditNoteLink, linkCreditNote),
  download: query(downloadCreditNoteMeta, CreditNoteId, PdfFile, downloadCreditNote),
});
