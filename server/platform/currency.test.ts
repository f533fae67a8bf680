import { assert, bigInt, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isCurrency,
  isSold,
  minorDigits,
  moneyText,
  movePoint,
  priceDigits,
  soldCurrencies,
  stepOf,
  toMajor,
} from "./currency.ts";

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

describe("a currency", () => {
  it.each("USD EUR JPY HUF IDR ISK UGX KWD BHD JOD OMR TND SLE XCG XOF GHS".split(" "))(
    "that the card provider takes is sold in: %s",
    (code) => {
      expect([isSold(code), isCurrency(code)]).toEqual([true, true]);
    },
  );

  it.each("IQD CUP IRR KPW SYP XDR".split(" "))(
    "that the card provider does not take is one to convert from and into, and is not sold in: %s",
    (code) => {
      expect([isSold(code), isCurrency(code)]).toEqual([false, true]);
    },
  );

  it.each("XXX XTS XAU XAG XBA XUA ZZZ BTC EEK usd constructor".split(" "))(
    "that nothing is paid in is none: %s",
    (code) => {
      expect([isSold(code), isCurrency(code)]).toEqual([false, false]);
    },
  );

  it("is charged in steps: of ISK and UGX in whole units, of three decimals in tens, else in minor units", () => {
    const fine = soldCurrencies().filter((code) => stepOf(code) > 1);
    expect(Object.fromEntries(fine.map((code) => [code, stepOf(code)]))).toEqual({
      BHD: 10,
      JOD: 10,
      KWD: 10,
      OMR: 10,
      TND: 10,
      ISK: 100,
      UGX: 100,
    });
    expect(fine.map(minorDigits)).toEqual(fine.map((code) => (stepOf(code) === 10 ? 3 : 2)));
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
