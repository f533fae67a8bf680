import { z } from "zod";
import { operation } from "../../../../platform/schema/operation.ts";
import type { Upload } from "../../../../platform/schema/upload.ts";

export const ImportWaitlist = z.strictObject({
  // Only the REST transport creates it, from a body of the right type.
  file: z
    .custom<Upload>((value) => typeof value === "object" && value !== null && "open" in value)
    .meta({ description: "The file.", override: { type: "string" } }),
});

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
