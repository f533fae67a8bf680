import { assert, constantFrom, double, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { moneyText, movePoint, priceDigits, stepOf } from "../../../server/platform/currency.ts";
import { readMoney, writeMoney } from "./read-money.ts";

const CURRENCIES = Intl.supportedValuesOf("currency");
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
const read = (typed: string, currency = "USD", locale = "en-US", finest = 0) =>
  readMoney(typed, { currency, locale, finest });

describe("an amount is read as people write it", () => {
  it.each([
    ["49", "4900"],
    ["49.00", "4900"],
    ["49,00", "4900"],
    ["1,234.50", "123450"],
    ["1.234,50", "123450"],
    ["1 234,50", "123450"],
    ["1\u202f234,50", "123450"],
    ["1'234.50", "123450"],
    ["1’234.50", "123450"],
    ["$49", "4900"],
    ["49 $", "4900"],
    ["USD 49.5", "4950"],
    ["49 usd", "4900"],
    ["US$49", "4900"],
    ["1,234,567", "123456700"],
    ["12,34,567.00", "123456700"],
    [".5", "50"],
    ["0", "0"],
    ["-5", "-500"],
    ["４９．００", "4900"],
  ])("%s is %s cents", (typed, minor) => {
    expect(read(typed)).toEqual({ minor });
  });

  it.each([
    ["1,234", "en-US", "123400"],
    ["1.234", "de-DE", "123400"],
    ["1.234", "es-ES", "123400"],
  ])("%s in %s is a thousand and some", (typed, locale, minor) => {
    expect(read(typed, "USD", locale)).toEqual({ minor });
  });

  it.each([
    ["1.230", "KWD", "en-US", "1230"],
    ["1,23", "KWD", "de-DE", "1230"],
    ["1,234", "KWD", "en-US", "1234000"],
    ["1,234", "JPY", "ja-JP", "1234"],
    ["¥4,900", "JPY", "ja-JP", "4900"],
    ["1.000 kr.", "DKK", "da-DK", "100000"],
    ["5", "ISK", "en-US", "500"],
  ])("%s of %s in %s is %s minor units", (typed, currency, locale, minor) => {
    expect(read(typed, currency, locale)).toEqual({ minor });
  });

  it("a price per unit keeps what is below the minor unit", () => {
    expect(read("0.02", "USD", "en-US", 12)).toEqual({ minor: "2" });
    expect(read("0.0025", "USD", "en-US", 12)).toEqual({ minor: "0.25" });
    expect(read("0,001", "USD", "de-DE", 12)).toEqual({ minor: "0.1" });
  });
});

describe("what has no single meaning is refused", () => {
  it.each([
    ["", "Write an amount in USD, such as 1234.50."],
    ["forty", "Write an amount in USD, such as 1234.50."],
    ["€49", "“€” stands for another currency. Write an amount in USD, such as 1234.50."],
    ["-€49", "“€” stands for another currency. Write an amount in USD, such as 1234.50."],
    ["49,00 eur", "“EUR” stands for another currency. Write an amount in USD, such as 1234.50."],
    ["C$49", "“C$” stands for another currency. Write an amount in USD, such as 1234.50."],
    ["49 apples", "Write an amount in USD, such as 1234.50."],
    ["1e3", "Write an amount in USD, such as 1234.50."],
    ["0x10", "Write an amount in USD, such as 1234.50."],
    ["49.999", "Amounts in USD have at most 2 decimal places."],
    ["1.234", "Amounts in USD have at most 2 decimal places."],
    ["1,23,4", "“1,23,4” can be read in more than one way. Write it like 1234.50."],
    ["1.234.56", "“1.234.56” can be read in more than one way. Write it like 1234.50."],
    ["49.", "“49.” can be read in more than one way. Write it like 1234.50."],
    ["1 2", "“1 2” can be read in more than one way. Write it like 1234.50."],
  ])("%s is refused with: %s", (typed, problem) => {
    expect(read(typed)).toEqual({ problem });
  });

  it("decimals that are not charged are refused, of amounts and not of prices per unit", () => {
    const problem = "Amounts in KWD have at most 2 decimal places.";
    expect(read("1.234", "KWD")).toEqual({ problem });
    expect(read("1.2300", "KWD")).toEqual({ problem });
    expect(read("1.234", "KWD", "en-US", 12)).toEqual({ minor: "1234" });
    expect(read("5.50", "ISK")).toEqual({
      problem: "Amounts in ISK have no decimals. Write a whole number.",
    });
  });

  it("yen with decimals are refused, not rounded", () => {
    expect(read("49.50", "JPY")).toEqual({
      problem: "Amounts in JPY have no decimals. Write a whole number.",
    });
    expect(read("49.00", "JPY")).toHaveProperty("problem");
  });

  it("a sign that neither groups nor parts decimals here is not guessed", () => {
    expect(read("1.234", "USD", "fr-FR")).toEqual({
      problem: "“1.234” can be read in more than one way. Write it like 1234,50.",
    });
  });
});

describe("what is written into the field is read back as it was", () => {
  const amounts = integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
  /** An amount that can be charged in the currency: whole units of ISK and UGX. */
  const priced = (amount: number, currency: string) => amount * stepOf(currency);

  it("in every currency and language", { tags: ["long"] }, () => {
    assert(
      property(amounts, constantFrom(...CURRENCIES), constantFrom(...LOCALES), (amount, currency, locale) => {
        const minor = priced(amount, currency);
        expect(read(writeMoney(minor, currency, locale), currency, locale)).toEqual({ minor: String(minor) });
      }),
      { numRuns: 1000 },
    );
  });

  it("and so is what people copy from a page: grouped, with the currency's sign", () => {
    const western = LOCALES.filter((locale) => locale !== "ar-EG");
    assert(
      property(amounts, constantFrom(...CURRENCIES), constantFrom(...western), (amount, currency, locale) => {
        const minor = Math.abs(priced(amount, currency));
        const text = moneyText(locale, minor, currency, { hidesEmptyDecimals: priceDigits(currency) === 0 });
        expect(read(text, currency, locale)).toEqual({ minor: String(minor) });
      }),
      { numRuns: 1000 },
    );
  });

  it("with parts of a minor unit, too", () => {
    assert(
      property(integer({ min: 0, max: 1e12 }), constantFrom(...LOCALES), (parts, locale) => {
        const minor = movePoint(String(parts), -6);
        expect(read(writeMoney(minor, "USD", locale), "USD", locale, 12)).toEqual({ minor });
      }),
    );
  });
});

it("whatever is typed, the answer is an exact amount or a sentence", () => {
  assert(
    property(string(), constantFrom(...LOCALES), (typed, locale) => {
      const answer = read(typed, "USD", locale);
      if ("minor" in answer) expect(answer.minor).toMatch(/^-?\d+$/);
      else expect(answer.problem).toMatch(/\.$/);
    }),
  );
  assert(
    property(double({ min: 0.001, max: 1e9, noNaN: true }), (value) => {
      const text = value.toFixed(6).replace(/0+$/, "").replace(/\.$/, "");
      const answer = read(text);
      // More than two places, or three that could group: refused or exact, never rounded.
      if ("minor" in answer) expect(Number(movePoint(answer.minor, -2))).toBe(Number(text));
    }),
  );
});
