import { z } from "zod";
import { searchText, text } from "../../../../platform/schema/common.ts";
import { internalOperation, operation } from "../../../../platform/schema/operation.ts";
import type { Upload } from "../../../../platform/schema/upload.ts";

export const ImportWaitlist = z.strictObject({
  // Only the REST transport creates it, from a body of the right type.
  file: z
    .custom<Upload>((value) => typeof value === "object" && value !== null && "open" in value)
    .meta({ description: "The file.", override: { type: "string" } }),
});

export const ImportedWaitlist = z
  .object({
    joined: z.number().int().meta({ description: "Entries that are new." }),
    known: z.number().int().meta({ description: "Addresses that were there already; left as they are." }),
    refused: z.number().int().meta({ description: "Lines that could not be imported." }),
    issues: z.array(z.object({ line: z.number().int(), message: z.string() })).meta({
      description:
        "Why, for the first 1,000 refused lines, and what was left out of others. Lines count from 1, the header included.",
    }),
  })
  .meta({ id: "ImportedWaitlist" });

export const ExportWaitlist = z.strictObject({
  status: z.enum(["PENDING", "INVITED", "REGISTERED", "REJECTED"]).optional(),
  q: searchText(200).optional().meta({ description: "The beginning of an address, or an entry's id." }),
});

export const ExportWaitlistPage = ExportWaitlist.extend({ cursor: text(512).optional() });

const MAX_BYTES = 200_000_000;

export const importWaitlistMeta = operation({
  method: "POST",
  path: "/v1/waitlist/import",
  tag: "Waitlist",
  security: "app",
  takesFile: "text/csv",
  bodyLimit: MAX_BYTES,
  summary: "Import waitlist entries from CSV",
  description:
    "A file with a header. The column `email` is needed; `name` and `created_at` (ISO 8601, a date of SQL, Unix seconds or " +
    "milliseconds; for the order in line) are known; `metadata` is a JSON object; every other column becomes a field of the " +
    "metadata. Headings are read without their case and blanks around them; a file with two values in columns of one name is refused whole " +
    "(csv_invalid). An address that is there already is left as it is, so that a file may be sent again. Cells are separated by comma, " +
    "semicolon or tab, or as a line `sep=;` before the header says. Rows without a value are left out. The encoding is " +
    "that of the byte order mark, else the `charset` of the content type, else UTF-8; a file that is not in it is refused whole " +
    "(csv_invalid). A line that cannot be read is refused alone and named in `issues`. The columns of our own export come back as they " +
    "were: status, times, referral codes and referrals; a file with a part of them is refused whole (csv_invalid), with those that are " +
    "missing. It is one where an `id` is one of our entries, or where every `status` is one of our words and not all are PENDING. " +
    "Up to 200 MB; no mail is sent.",
  errors: ["csv_invalid"],
});

export const exportWaitlistMeta = operation({
  method: "GET",
  path: "/v1/waitlist/export",
  tag: "Waitlist",
  security: "app",
  answersFile: "text/csv",
  summary: "Export the waitlist as CSV",
  description:
    "All entries in the order of joining, as a stream. Cells that a spreadsheet would take for a formula begin with an " +
    "apostrophe; the import takes it away again.",
});

/** For the dashboard, which writes the file in the browser. */
export const exportWaitlistPageMeta = internalOperation({ role: "VIEWER", errors: ["fields_invalid"] });
