import { assert, bigInt, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { minorDigits, moneyText, movePoint, priceDigits, toMajor } from "./currency.ts";

describe("a currency's decimal places", () => {
  it.each([
    ["USD", 2],
    ["JPY", 0],
    ["KWD", 3],
    // Where Intl's data says 0.
    ["HUF", 2],
    ["IDR", 2],
    ["COP", 2],
    ["ISK", 2],
    ["UGX", 2],
    ["MGA", 0],
  ])("%s has %i, as the card provider counts", (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
  });

  it("are none in prices of ISK and UGX, which are charged in whole units alone", () => {
    expect([priceDigits("ISK"), priceDigits("UGX"), priceDigits("HUF")]).toEqual([0, 0, 2]);
  });
});

describe("an amount is shown in major units", () => {
  it.each([
    [4900, "USD", "$49.00"],
    [100_000, "HUF", "HUF\u00a01,000.00"],
    [500, "ISK", "ISK\u00a05"],
    [4900, "JPY", "¥4,900"],
    [1234, "KWD", "KWD\u00a01.234"],
    ["0.25", "USD", "$0.0025"],
    [-2988, "USD", "-$29.88"],
    [9_007_199_254_740_993n, "USD", "$90,071,992,547,409.93"],
  ])("%s of %s is %s", (minor, currency, text) => {
    expect(moneyText("en", minor, currency)).toBe(text);
  });
});

it("moving the decimal point to and fro changes nothing, however long the number is", () => {
  assert(
    property(bigInt(), constantFrom("USD", "JPY", "KWD", "CLF"), (minor, currency) => {
      expect(movePoint(toMajor(minor, currency), minorDigits(currency))).toBe(String(minor));
    }),
  );
});
