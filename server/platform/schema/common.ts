import { z } from "zod";
import { foldEmail } from "../fold-email.ts";
import { numberTextOr, plainNumber } from "./query.ts";

/** A moment: ISO 8601, UTC, milliseconds, Z. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: "ISO 8601, UTC, with milliseconds." });

/** The first moment of year 1 and the last of year 9999, UTC: what both ISO 8601 and PostgreSQL write with four digits. */
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** A moment as callers send it: any ISO 8601 offset. */
export const TimestampInput = z.iso
  .datetime({ offset: true })
  .refine((moment) => Date.parse(moment) >= EARLIEST && Date.parse(moment) <= LATEST, {
    message: "must lie in the years 1 to 9999, UTC",
  })
  .meta({ description: "ISO 8601 with Z or an offset." });

// Control characters but tab and line feeds, and halves of surrogate pairs: PostgreSQL or a terminal would choke on them.
const SIGNS = "[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\ud800-\\udfff]*";
const PRINTABLE = new RegExp(`^${SIGNS}$`, "u");

/** Printable text. */
export const text = (max: number) =>
  z.string().min(1).max(max).regex(PRINTABLE, "must not contain control characters");

/** An identifier of ours, or of the tenant's. */
export const Identifier = text(255);

/** An e-mail address as people type it: surrounding blanks are cut, case is folded. */
export const EmailInput = z
  .string()
  .overwrite(foldEmail)
  .max(254)
  .pipe(z.email())
  .meta({ description: "An e-mail address; compared trimmed and in lower case." });

/** A URL-friendly name: lower-case letters, digits and hyphens. */
export const Slug = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters and digits joined by single hyphens");

/** An ISO 4217 code in upper case. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in upper case");

/** Query fields of a list. */
export const pageQuery = {
  limit: numberTextOr(50, plainNumber().int().min(1).max(200)).meta({
    description: "How many to return at most.",
  }),
  cursor: text(512).optional().meta({ description: "next_cursor of the page before." }),
};

/** Query of a list whose body is the interface's: where the part stands is told in headers (platform/page-facts.ts). */
export const partFields = {
  limit: numberTextOr(1000, plainNumber().int().min(1).max(1000)).meta({
    description: "How many to return at most.",
  }),
  offset: numberTextOr(0, plainNumber().int().min(0).max(2_000_000_000)).meta({
    description: "How many to skip.",
  }),
};

/** A page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Send it as cursor for the next page; null on the last." }),
  });
}
