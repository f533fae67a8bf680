import { z } from "zod";
import { pageOf, pageQuery, Timestamp, text } from "../../../platform/schema/common.ts";
import { internalOperation } from "../../../platform/schema/operation.ts";
import { ExportWaitlist, ImportedWaitlist } from "./files/schema.ts";
import { WaitlistEntry } from "./schema.ts";

export const BrowseWaitlist = z.strictObject({
  ...pageQuery,
  ...ExportWaitlist.shape,
  sort: z.enum(["created_at", "email"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("asc"),
});

const WaitlistRow = WaitlistEntry.pick({
  id: true,
  email: true,
  name: true,
  status: true,
  created_at: true,
  invited_at: true,
}).extend({ referral_count: z.number().int(), registered_at: Timestamp.nullable() });

export const WaitlistRows = pageOf(WaitlistRow);

/** A form with a file's unchanged bytes: only the server decodes them. */
export const WaitlistForm = z
  .custom<FormData>((value) => value instanceof FormData)
  .transform((form) => Object.fromEntries(form))
  .pipe(
    z.strictObject({
      file: z.instanceof(File),
      charset: text(40).optional().meta({ description: "As the content type of a file names it." }),
    }),
  );

export const PreviewedWaitlist = ImportedWaitlist.pick({ issues: true }).extend({
  readable: z.number().int().meta({ description: "Lines that the import can read." }),
  refused: z.number().int().meta({ description: "Lines that it would refuse." }),
  rows: z
    .array(WaitlistEntry.pick({ email: true, name: true, metadata: true }).extend({ line: z.number().int() }))
    .meta({ description: "The first of the readable lines." }),
});

export const browseWaitlistMeta = internalOperation({ role: "VIEWER" });
export const fileFormMeta = internalOperation({ role: "ADMIN", errors: ["csv_invalid"] });
