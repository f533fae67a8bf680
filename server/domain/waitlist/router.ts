import { fileOfForm } from "../../platform/upload.ts";
import { router, tenantProcedure } from "../../trpc/init.ts";
import * as browsing from "./browse-schema.ts";
import { browseWaitlist } from "./browse-waitlist.ts";
import { exportWaitlist } from "./export-waitlist.ts";
import * as files from "./file-schema.ts";
import { getWaitlistEntry } from "./get-entry.ts";
import { importWaitlist } from "./import-waitlist.ts";
import { joinWaitlist } from "./join-waitlist.ts";
import { listWaitlist } from "./list-waitlist.ts";
import { findPosition } from "./position.ts";
import { previewWaitlist } from "./preview-waitlist.ts";
import { reopenWaitlistEntry } from "./reopen-entry.ts";
import * as schema from "./schema.ts";

/** The waitlist. Inviting, rejecting and erasing its entries stand with the invitations, which they make or end. */
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
});
