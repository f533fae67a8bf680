import { ExportedFile, FilePart } from "../../../platform/schema/exported-file.ts";
import { fileOfForm } from "../../../platform/upload.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { getFunnel } from "../../analytics/get-funnel.ts";
import * as analyticsSchema from "../../analytics/schema.ts";
import * as entries from "../invitations/entries/entry-schema.ts";
import { inviteEntries, inviteEntry } from "../invitations/entries/invite-entries.ts";
import { eraseEntry, rejectEntry } from "../invitations/entries/reject-or-erase-entry.ts";
import * as browsing from "./browse-schema.ts";
import { browseWaitlist } from "./browse-waitlist.ts";
import { confirmEntry } from "./confirm-entry.ts";
import { exportWaitlist, exportWaitlistPage } from "./files/export-waitlist.ts";
import * as files from "./files/file-schema.ts";
import { importWaitlist } from "./files/import-waitlist.ts";
import { previewWaitlist } from "./files/preview-waitlist.ts";
import { getWaitlistEntry } from "./get-entry.ts";
import { joinWaitlist } from "./join-waitlist.ts";
import { listWaitlist } from "./list-waitlist.ts";
import { findPosition } from "./position.ts";
import { reopenWaitlistEntry } from "./reopen-entry.ts";
import * as schema from "./schema.ts";

/** The waitlist: join, review, invite, import, export. */
export const waitlistRouter = router({
  join: mutation(schema.joinWaitlistMeta, schema.JoinWaitlist, schema.Joined, joinWaitlist),
  list: query(schema.listWaitlistMeta, schema.ListWaitlist, schema.WaitlistPage, listWaitlist),
  browse: query(browsing.browseWaitlistMeta, browsing.BrowseWaitlist, browsing.WaitlistRows, browseWaitlist),
  previewFile: mutation(
    browsing.fileFormMeta,
    browsing.WaitlistForm,
    browsing.PreviewedWaitlist,
    async (_scope, input) => previewWaitlist(await fileOfForm(input)),
  ),
  importFile: mutation(
    browsing.fileFormMeta,
    browsing.WaitlistForm,
    files.ImportedWaitlist,
    async (scope, input) => importWaitlist(scope, await fileOfForm(input)),
  ),
  position: query(schema.waitlistPositionMeta, schema.FindPosition, schema.WaitlistPosition, findPosition),
  confirm: mutation(schema.confirmEntryMeta, schema.FindPosition, schema.WaitlistPosition, confirmEntry),
  get: query(
    schema.getWaitlistEntryMeta,
    schema.WaitlistEntryId,
    schema.WaitlistEntryDetail,
    getWaitlistEntry,
  ),
  reopen: mutation(
    schema.reopenWaitlistEntryMeta,
    schema.WaitlistEntryId,
    schema.WaitlistEntry,
    reopenWaitlistEntry,
  ),
  import: mutation(files.importWaitlistMeta, files.ImportWaitlist, files.ImportedWaitlist, (scope, input) =>
    importWaitlist(scope, input.file),
  ),
  export: query(files.exportWaitlistMeta, files.ExportWaitlist, ExportedFile, exportWaitlist),
  exportPage: query(files.exportWaitlistPageMeta, files.ExportWaitlistPage, FilePart, exportWaitlistPage),
  funnel: query(analyticsSchema.funnelMeta, analyticsSchema.FunnelRange, analyticsSchema.Funnel, getFunnel),
  invite: mutation(entries.inviteEntryMeta, schema.WaitlistEntryId, schema.WaitlistEntry, inviteEntry),
  inviteMany: mutation(
    entries.inviteEntriesMeta,
    entries.InviteEntries,
    entries.InvitedEntries,
    inviteEntries,
  ),
  reject: mutation(entries.rejectEntryMeta, schema.WaitlistEntryId, schema.WaitlistEntry, rejectEntry),
  erase: mutation(entries.eraseEntryMeta, schema.WaitlistEntryId, entries.ErasedEntry, eraseEntry),
});
