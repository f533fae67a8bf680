import { assert, constantFrom, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { readDecimal, writeDecimal } from "./read-decimal.ts";

const LOCALES = [
  "en-US",
  "en-IN",
  "de-DE",
  "de-CH",
  "de-AT",
  "fr-FR",
  "es-ES",
  "pt-BR",
  "pl-PL",
  "ja-JP",
  "ar-EG",
];

describe("a number is read as people write it", () => {
  it.each([
    ["10000", "en-US", "10000"],
    ["10,000", "en-US", "10000"],
    ["10 000", "en-US", "10000"],
    ["10\u00a0000", "fr-FR", "10000"],
    ["10'000", "de-CH", "10000"],
    ["10.000", "de-DE", "10000"],
    ["10.000", "en-US", "10.000"],
    ["1,5", "en-US", "1.5"],
    ["1.234,5", "en-US", "1234.5"],
    ["-12", "en-US", "-12"],
    ["007", "en-US", "7"],
  ])("%s in %s is %s", (typed, locale, value) => {
    expect(readDecimal(typed, locale)).toEqual({ value });
  });

  it.each(["1e3", "0x10", "twelve", "+5", ",", "$49"])("%s is no number", (typed) => {
    expect(readDecimal(typed, "en-US")).toEqual({ problem: "Write a number in digits, such as 25." });
  });

  it("and what the reader's locale leaves open is not guessed", () => {
    expect(readDecimal("1.234", "fr-FR")).toEqual({
      problem: "“1.234” can be read in more than one way. Write it like 1234,5.",
    });
  });
});

it("what is written into the field is read back as it was", () => {
  const millionths = integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
  assert(
    property(millionths, integer({ min: 0, max: 6 }), constantFrom(...LOCALES), (parts, places, locale) => {
      const value = (parts / 10 ** places).toFixed(places);
      const read = readDecimal(writeDecimal(value, locale), locale);
      expect("value" in read && Number(read.value)).toBe(Number(value));
    }),
    { numRuns: 1000 },
  );
});

it("whatever is typed, the answer is a number or a sentence", () => {
  assert(
    property(string(), constantFrom(...LOCALES), (typed, locale) => {
      const read = readDecimal(typed, locale);
      if ("value" in read) expect(read.value).toMatch(/^-?\d+(\.\d+)?$/);
      else expect(read.problem).toMatch(/\.$/);
    }),
  );
});
