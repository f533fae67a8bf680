import { fileOfForm } from "../../../platform/upload.ts";
import { router, tenantProcedure } from "../../../trpc/init.ts";
import { getFunnel } from "../../analytics/get-funnel.ts";
import * as analyticsSchema from "../../analytics/schema.ts";
import * as entries from "../invitations/entry-schema.ts";
import { inviteEntries, inviteEntry } from "../invitations/invite-entries.ts";
import { eraseEntry, rejectEntry } from "../invitations/reject-or-erase-entry.ts";
import * as browsing from "./browse-schema.ts";
import { browseWaitlist } from "./browse-waitlist.ts";
import { exportWaitlist } from "./files/export-waitlist.ts";
import * as files from "./files/file-schema.ts";
import { importWaitlist } from "./files/import-waitlist.ts";
import { previewWaitlist } from "./files/preview-waitlist.ts";
import { getWaitlistEntry } from "./get-entry.ts";
import { joinWaitlist } from "./join-waitlist.ts";
import { listWaitlist } from "./list-waitlist.ts";
import { findPosition } from "./position.ts";
import { reopenWaitlistEntry } from "./reopen-entry.ts";
import * as schema from "./schema.ts";
import { WaitlistEntry, WaitlistEntryId } from "./schema.ts";

/** The waitlist: join, review, invite, import, export. */
export const waitlistRouter = router({
  join: tenantProcedure
    .meta(schema.joinWaitlistMeta)
    .input(schema.JoinWaitlist)
    .output(schema.Joined)
    .mutation(({ ctx, input }) => joinWaitlist(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listWaitlistMeta)
    .input(schema.ListWaitlist)
    .output(schema.WaitlistPage)
    .query(({ ctx, input }) => listWaitlist(ctx.scope, input)),
  browse: tenantProcedure
    .meta(browsing.browseWaitlistMeta)
    .input(browsing.BrowseWaitlist)
    .output(browsing.WaitlistRows)
    .query(({ ctx, input }) => browseWaitlist(ctx.scope, input)),
  previewFile: tenantProcedure
    .meta(browsing.fileFormMeta)
    .input(browsing.WaitlistForm)
    .output(browsing.PreviewedWaitlist)
    .mutation(async ({ input }) => previewWaitlist(await fileOfForm(input))),
  importFile: tenantProcedure
    .meta(browsing.fileFormMeta)
    .input(browsing.WaitlistForm)
    .output(files.ImportedWaitlist)
    .mutation(async ({ ctx, input }) => importWaitlist(ctx.scope, await fileOfForm(input))),
  position: tenantProcedure
    .meta(schema.waitlistPositionMeta)
    .input(schema.FindPosition)
    .output(schema.WaitlistPosition)
    .query(({ ctx, input }) => findPosition(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getWaitlistEntryMeta)
    .input(schema.WaitlistEntryId)
    .output(schema.WaitlistEntryDetail)
    .query(({ ctx, input }) => getWaitlistEntry(ctx.scope, input)),
  reopen: tenantProcedure
    .meta(schema.reopenWaitlistEntryMeta)
    .input(schema.WaitlistEntryId)
    .output(schema.WaitlistEntry)
    .mutation(({ ctx, input }) => reopenWaitlistEntry(ctx.scope, input)),
  import: tenantProcedure
    .meta(files.importWaitlistMeta)
    .input(files.ImportWaitlist)
    .output(files.ImportedWaitlist)
    .mutation(({ ctx, input }) => importWaitlist(ctx.scope, input.file)),
  export: tenantProcedure
    .meta(files.exportWaitlistMeta)
    .input(files.ExportWaitlist)
    .output(files.WaitlistFile)
    .query(({ ctx, input }) => exportWaitlist(ctx.scope, input)),
  funnel: tenantProcedure
    .meta(analyticsSchema.funnelMeta)
    .input(analyticsSchema.FunnelRange)
    .output(analyticsSchema.Funnel)
    .query(({ ctx, input }) => getFunnel(ctx.scope, input)),
  invite: tenantProcedure
    .meta(entries.inviteEntryMeta)
    .input(WaitlistEntryId)
    .output(WaitlistEntry)
    .mutation(({ ctx, input }) => inviteEntry(ctx.scope, input)),
  inviteMany: tenantProcedure
    .meta(entries.inviteEntriesMeta)
    .input(entries.InviteEntries)
    .output(entries.InvitedEntries)
    .mutation(({ ctx, input }) => inviteEntries(ctx.scope, input)),
  reject: tenantProcedure
    .meta(entries.rejectEntryMeta)
    .input(WaitlistEntryId)
    .output(WaitlistEntry)
    .mutation(({ ctx, input }) => rejectEntry(ctx.scope, input)),
  erase: tenantProcedure
    .meta(entries.eraseEntryMeta)
    .input(WaitlistEntryId)
    .output(entries.ErasedEntry)
    .mutation(({ ctx, input }) => eraseEntry(ctx.scope, input)),
});
