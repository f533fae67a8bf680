import { z } from "zod";
import { foldEmail, MAX_EMAIL_LENGTH } from "../fold-email.ts";
import { numberTextOr, plainNumber } from "./query.ts";

/** A moment: ISO 8601, UTC, milliseconds, Z. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: "ISO 8601, UTC, with milliseconds." });

/** The first moment of year 1 and the last of year 9999, UTC: what both ISO 8601 and PostgreSQL write with four digits. */
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** With seconds as RFC 3339 writes a moment, and without as ISO 8601 may (Java's OffsetDateTime leaves out seconds that are 0). */
const MOMENT = new RegExp(
  [{ offset: true }, { offset: true, precision: -1 }]
    .map((form) => z.regexes.datetime(form).source)
    .join("|"),
);

/** A moment as callers send it: any ISO 8601 offset. */
export const TimestampInput = z
  .stringFormat("datetime", MOMENT)
  .refine((moment) => Date.parse(moment) >= EARLIEST && Date.parse(moment) <= LATEST, {
    message: "must lie in the years 1 to 9999, UTC",
  })
  .meta({ description: "ISO 8601 with Z or an offset." });

// Control characters and lone surrogates: PostgreSQL, terminals and mail headers cannot take them.
const NEVER = "\\u007f-\\u009f\\u2028\\u2029\\ud800-\\udfff";
const ONE_LINE = new RegExp(`^[^\\u0000-\\u001f${NEVER}]*$`, "u");
/** The same with tabs and line ends. */
const LINES = new RegExp(`^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f${NEVER}]*$`, "u");
/** A visible character: no white space, nothing of zero width, no blank symbol. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

const oneLine = (max: number) =>
  z.string().min(1).max(max).regex(ONE_LINE, "must be one line, without control characters");
const isVisible = (value: string) => VISIBLE.test(value);
const BLANK = "must not be blank";

/** Text of one line that is not blank: a name, a label, an identifier. */
export const text = (max: number) => oneLine(max).refine(isVisible, BLANK);

/** Text of one or several lines that is not blank: a note, a description, an address on an invoice. */
export const lines = (max: number) =>
  z.string().min(1).max(max).regex(LINES, "must not contain control characters").refine(isVisible, BLANK);

/** A search term as people type it: one line, which may be blank. */
export const searchText = (max: number) => oneLine(max);

/** An identifier of ours, or of the tenant's. */
export const Identifier = text(255);

/** What hides where an address leads, or what follows it: marks of direction, and the name and password before an @. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/u;
/** Whether a text holds no character that stores, terminals and mail headers cannot take, and none that turns text round. */
export const isPlain = (text: string) => ONE_LINE.test(text) && !BIDI.test(text);
const namesNobody = (url: string) => {
  const { username, password } = URL.parse(url) ?? {};
  return !username && !password;
};

/** The address of a web page that a page or a mail of ours links to: http or https, as one sees it. */
export const WebUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine(isPlain, "must not contain control characters")
  .refine(namesNobody, "must not contain a name or password before the host");

/** What the part of an address before the @ may hold, in words. */
const LOCAL_SIGNS = "Latin letters, digits and the signs . ! # $ % & ' * + / = ? ^ _ ` { | } ~ -";

/**
 * An e-mail address as people type it: whatever the browser's `input[type=email]` takes
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), up to the length that mail servers take. Surrounding blanks
 * are cut, an international domain becomes ASCII, case is folded. RFC 5321 lets servers refuse more than 64 characters before the @, and
 * asks them not to; some products give out longer ones for replies.
 */
export const EmailInput = z
  .string()
  .overwrite(foldEmail)
  .max(MAX_EMAIL_LENGTH)
  .check(({ value, issues }) => {
    if (value.length > MAX_EMAIL_LENGTH || z.regexes.html5Email.test(value)) return;
    const [local = "", domain] = value.split("@");
    const isForeign = domain !== undefined && /[^\0-\u007f]/.test(local);
    issues.push({
      code: "invalid_format",
      format: "email",
      input: value,
      ...(isForeign && { message: `must have only ${LOCAL_SIGNS} before the @` }),
    });
  })
  .meta({
    description:
      "An e-mail address; compared trimmed and in lower case. An international domain may come in Unicode and is kept in ASCII (xn--…).",
  });

/** A URL-friendly name: lower-case letters, digits and hyphens. */
export const Slug = z
  .string()
  .min(1)
  .max(64)
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    "Write lower-case letters and digits joined by single hyphens, such as my-company",
  );

/** An ISO 4217 code in upper case. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in upper case");

/** Query fields of a list. */
export const pageQuery = {
  limit: numberTextOr(50, plainNumber().int().min(1).max(200)).meta({
    description: "How many to return at most.",
  }),
  cursor: text(512).optional().meta({ description: "next_cursor of the page before." }),
};

/** Query of a list whose body has no place for paging: the position goes into headers (platform/page-headers.ts). */
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

/** Of a choice between more values than a message can name: the value, and the page that lists those that may be sent. */
export function noneOf(what: string, list: string): (issue: { input?: unknown }) => string {
  return ({ input }) =>
    typeof input === "string"
      ? `"${input.slice(0, SHOWN)}" is no ${what}; ${list} lists them`
      : `must be a ${what}; ${list} lists them`;
}

/** Of a value that is repeated in a message. */
const SHOWN = 60;

/** Of a feature. */
export const FeatureType = z.enum(["BOOLEAN", "METERED", "ALLOCATED", "STATIC"]);

/** What happens to use past the limit of a feature. */
export const Overage = z.enum(["BLOCK", "ALLOW", "BILL"]);

/** Who did something: a back end, a person, or Usher by itself. */
export const ActorType = z.enum(["APPLICATION", "USER", "SYSTEM"]);
