import { ExportedFile, FilePart } from "../../../platform/schema/exported-file.ts";
import { fileOfForm } from "../../../platform/upload.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { getFunnel } from "../../analytics/get-funnel.ts";
import { Funnel, FunnelRange, funnelMeta } from "../../analytics/get-funnel-schema.ts";
import { inviteEntries, inviteEntry } from "../invitations/entries/invite-entries.ts";
import {
  InvitedEntries,
  InviteEntries,
  inviteEntriesMeta,
  inviteEntryMeta,
} from "../invitations/entries/invite-entries-schema.ts";
import { eraseEntry, rejectEntry } from "../invitations/entries/reject-or-erase-entry.ts";
import {
  ErasedEntry,
  eraseEntryMeta,
  rejectEntryMeta,
} from "../invitations/entries/reject-or-erase-entry-schema.ts";
import * as browsing from "./browse-schema.ts";
import { browseWaitlist } from "./browse-waitlist.ts";
import { confirmEntry } from "./confirm-entry.ts";
import { confirmEntryMeta } from "./confirm-entry-schema.ts";
import { exportWaitlist, exportWaitlistPage } from "./files/export-waitlist.ts";
import {
  ExportWaitlistPage,
  exportWaitlistMeta,
  exportWaitlistPageMeta,
} from "./files/export-waitlist-schema.ts";
import { importWaitlist } from "./files/import-waitlist.ts";
import { ImportWaitlist, importWaitlistMeta } from "./files/import-waitlist-schema.ts";
import { previewWaitlist } from "./files/preview-waitlist.ts";
import { ExportWaitlist, ImportedWaitlist } from "./files/schema.ts";
import { getWaitlistEntry } from "./get-entry.ts";
import { getWaitlistEntryMeta, WaitlistEntryDetail } from "./get-entry-schema.ts";
import { joinWaitlist } from "./join-waitlist.ts";
import { Joined, JoinWaitlist, joinWaitlistMeta } from "./join-waitlist-schema.ts";
import { listWaitlist } from "./list-waitlist.ts";
import { ListWaitlist, listWaitlistMeta, WaitlistPage } from "./list-waitlist-schema.ts";
import { findPosition } from "./position.ts";
import { waitlistPositionMeta } from "./position-schema.ts";
import { reopenWaitlistEntry } from "./reopen-entry.ts";
import { reopenWaitlistEntryMeta } from "./reopen-entry-schema.ts";
import { FindPosition, WaitlistEntry, WaitlistEntryId, WaitlistPosition } from "./schema.ts";

/** The waitlist: join, review, invite, import, export. */
export const waitlistRouter = router({
  join: mutation(joinWaitlistMeta, JoinWaitlist, Joined, joinWaitlist),
  list: query(listWaitlistMeta, ListWaitlist, WaitlistPage, listWaitlist),
  browse: query(browsing.browseWaitlistMeta, browsing.BrowseWaitlist, browsing.WaitlistRows, browseWaitlist),
  previewFile: mutation(
    browsing.fileFormMeta,
    browsing.WaitlistForm,
    browsing.PreviewedWaitlist,
    async (scope, input) => previewWaitlist(scope, await fileOfForm(input)),
  ),
  importFile: mutation(browsing.fileFormMeta, browsing.WaitlistForm, ImportedWaitlist, async (scope, input) =>
    importWaitlist(scope, await fileOfForm(input)),
  ),
  position: query(waitlistPositionMeta, FindPosition, WaitlistPosition, findPosition),
  confirm: mutation(confirmEntryMeta, FindPosition, WaitlistPosition, confirmEntry),
  get: query(getWaitlistEntryMeta, WaitlistEntryId, WaitlistEntryDetail, getWaitlistEntry),
  reopen: mutation(reopenWaitlistEntryMeta, WaitlistEntryId, WaitlistEntry, reopenWaitlistEntry),
  import: mutation(importWaitlistMeta, ImportWaitlist, ImportedWaitlist, (scope, input) =>
    importWaitlist(scope, input.file),
  ),
  export: query(exportWaitlistMeta, ExportWaitlist, ExportedFile, exportWaitlist),
  exportPage: query(exportWaitlistPageMeta, ExportWaitlistPage, FilePart, exportWaitlistPage),
  funnel: query(funnelMeta, FunnelRange, Funnel, getFunnel),
  invite: mutation(inviteEntryMeta, WaitlistEntryId, WaitlistEntry, inviteEntry),
  inviteMany: mutation(inviteEntriesMeta, InviteEntries, InvitedEntries, inviteEntries),
  reject: mutation(rejectEntryMeta, WaitlistEntryId, WaitlistEntry, rejectEntry),
  erase: mutation(eraseEntryMeta, WaitlistEntryId, ErasedEntry, eraseEntry),
});
