import { expect, it } from "vitest";
import { z } from "zod";
import { apiWords, issuesForApi } from "./api-words.ts";
import { TimestampInput, text } from "./common.ts";
import { numberTextOr, plainNumber } from "./query.ts";

/** The words for one value under a schema; null where it is taken. */
function wordsFor(schema: z.ZodType, value: unknown): string | null {
  const { error } = z.object({ field: schema }).safeParse({ field: value }, { error: apiWords });
  if (!error) return null;
  const [issue, ...others] = issuesForApi(error);
  expect(others).toEqual([]);
  return issue?.message ?? null;
}

it.each<[string, z.ZodType, unknown, string | null]>([
  ["left out", text(5), undefined, "is required"],
  ["a number for a text", text(5), 5, "must be a string"],
  ["null", text(5), null, "must be a string"],
  ["empty", text(5), "", "must not be empty"],
  ["too long", text(5), "123456", "must have at most 5 characters"],
  ["too small", z.number().min(3), 1, "must be at least 3"],
  ["not above", z.number().gt(3), 3, "must be above 3"],
  ["too many", z.array(z.string()).max(1), ["a", "b"], "must have at most 1 item"],
  ["no choice", z.enum(["A", "B"]), "C", "must be one of A, B"],
  ["a choice left out", z.enum(["A", "B"]), undefined, "is required"],
  ["a date", TimestampInput, "yesterday", expect.stringMatching(/^must be a moment in ISO 8601/)],
  ["its own rule", z.string().refine(() => false, "must be even"), "x", "must be even"],
  ["the nearest of several", z.union([z.number(), z.object({ a: z.number() })]), "x", "must be a number"],
  ["no number in a query", limit(), "x", "must be a number in decimal digits, such as 25"],
  ["past the bound in a query", limit(), "500", "must be at most 200"],
  ["far past the bound in a query", limit(), "99999999999999999999", "must be at most 200"],
  ["a part of a number in a query", limit(), "1.5", "must be a whole number"],
])("%s", (_, schema, value, words) => expect(wordsFor(schema, value)).toEqual(words));

function limit() {
  return numberTextOr(50, plainNumber().int().min(1).max(200));
}

it("a moment may have no seconds, as Java writes a full minute; its zone is needed", () => {
  for (const moment of ["2030-06-01T12:00Z", "2030-06-01T12:00+02:00", "2030-06-01T12:00:00.123456Z"])
    expect(wordsFor(TimestampInput, moment)).toBeNull();
  for (const moment of ["2030-06-01T12:00", "2030-06-01", "2030-06-01T12Z", "2030-02-30T12:00Z"])
    expect(wordsFor(TimestampInput, moment)).toMatch(/^must be a moment/);
});
