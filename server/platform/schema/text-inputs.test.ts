import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appRouter } from "../../trpc/root.ts";
import { lines, searchText, text } from "./common.ts";

// Checks every text that an operation takes, found in the operations' own schemas, so that new ones are covered.

/** Texts of several lines, by the last part of their name. */
const OF_SEVERAL_LINES = /\.(?:description|reason|body|invoice_seller|invoice_payment|invoice_address)$/;
/** Taken as they are: passwords are never shown, and the values of features and of metadata are the tenant's own data. */
const OPAQUE =
  /password$|\.client_secret$|\.password_hash$|entitlements\[\]\.value$|\.metadata\b|\.fields\b|\.value$/;
/** Search terms may be blank: they find everything. */
const SEARCHED = /\.(q|about)$/;

const SEVERAL_LINES = ["a\r\nBcc: evil@x.example", "a\nb", "a\rb", "a\tb"];
const ADDRESSES = ["https://x.example/\r\nb", "https://x.example/a\tb", "a@x.example\r\nBcc: b@x.example"];
const CONTROL = ["a\u0000b", "a\u001bb", "a\u007fb", "a\u0085b", "a\u2028b", "a\ud800b"];
const NEVER = [...CONTROL, ...CONTROL.map((text) => `https://x.example/${text}`)];
const BLANK = [" ", "\u00a0", "\u3000 ", "\u200b", "\u2060\ufeff", "\u3164"];

interface Leaf {
  name: string;
  schema: z.ZodType;
}

/** The texts below a schema, by their names. */
function textsOf(schema: z.ZodType, name: string): Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      textsOf(part as z.ZodType, `${name}.${key}`),
    );
  if (schema instanceof z.ZodArray) return textsOf(schema.element as z.ZodType, `${name}[]`);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => textsOf(option as z.ZodType, name));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return textsOf(schema.unwrap() as z.ZodType, name);
  if (schema instanceof z.ZodPipe && !(schema.in instanceof z.ZodString))
    return textsOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, name);
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodPipe
    ? [{ name, schema }]
    : [];
}

// tRPC keeps procedures by their dotted names, and their parsers as unknown; ours are zod's.
const byName: object = appRouter._def.procedures;
const procedures = Object.entries(byName as Record<string, { _def: { inputs: z.ZodType[] } }>);
const leaves = procedures.flatMap(([name, { _def }]) => _def.inputs.flatMap((input) => textsOf(input, name)));
const texts = leaves.filter(({ name }) => !OPAQUE.test(name));
/** The values that reach the operation; a URL loses its tabs and line ends on the way. */
const taken = (values: string[], { name, schema }: Leaf) =>
  values.filter((value) => schema.safeParse(value).data === value).map((value) => [name, value]);

describe("the text that an operation takes", () => {
  it("is found in its schema", () => {
    expect(leaves.length).toBeGreaterThan(300);
    const names = leaves.map(({ name }) => name);
    for (const name of ["settings.update.name", "customers.addNote.body", "customers.update.name"])
      expect(names).toContain(name);
  });

  it("holds no control character", () => {
    expect(texts.flatMap((leaf) => taken(NEVER, leaf))).toEqual([]);
  });

  it("is one line, unless it is made for several", () => {
    const ofOneLine = texts.filter(({ name }) => !OF_SEVERAL_LINES.test(name));
    expect(ofOneLine.flatMap((leaf) => taken([...SEVERAL_LINES, ...ADDRESSES], leaf))).toEqual([]);
  });

  it("is not blank, unless it is a search term", () => {
    const saying = texts.filter(({ name }) => !SEARCHED.test(name));
    expect(saying.flatMap((leaf) => taken(BLANK, leaf))).toEqual([]);
  });
});

describe("what is refused is named in plain words", () => {
  const messages = (schema: z.ZodType, value: string) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

  it.each([
    ["a line end in a name", text(9), "a\nb", ["must be one line, without control characters"]],
    ["a blank name", text(9), "  ", ["must not be blank"]],
    ["an escape in a note", lines(9), "a\u001bb", ["must not contain control characters"]],
    ["a blank note", lines(9), "\n\n", ["must not be blank"]],
    ["several lines in a note", lines(9), "a\r\n\tb", []],
    ["letters of any script", text(9), "é日本🎉", []],
    ["a joined emoji", text(20), "👩‍💻", []],
    ["a blank that is looked for", searchText(9), " ", []],
  ])("%s", (_, schema, value, expected) => {
    expect(messages(schema, value)).toEqual(expected);
  });
});
