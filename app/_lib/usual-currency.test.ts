import { expect, it } from "vitest";
import { usualCurrency } from "./usual-currency.ts";

const price = (currency: string, archived_at: string | null = null) => ({ currency, archived_at });

it.for([
  [[price("EUR")], null, "EUR"],
  [[price("USD"), price("EUR"), price("EUR")], "USD", "EUR"],
  [[price("USD", "2027-01-01T00:00:00.000Z"), price("EUR")], null, "EUR"],
  [[], "CHF", "CHF"],
  [[], null, "USD"],
] as const)("of %o with reports in %s it is %s", ([prices, reporting, currency]) => {
  expect(usualCurrency([...prices], reporting)).toBe(currency);
});
