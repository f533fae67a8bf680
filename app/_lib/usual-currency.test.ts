import { expect, it } from "vitest";
import { usualCurrency } from "./usual-currency.ts";

const prices = (...currencies: string[]) =>
  currencies.map((currency, index) => ({ id: `price_${index}`, currency, archived_at: null }));
const archived = { id: "price_9", currency: "USD", archived_at: "2027-01-01T00:00:00.000Z" };

it.for([
  ["the only one", prices("EUR"), null, "EUR"],
  ["that of most prices, whatever reports are in", prices("USD", "EUR", "EUR"), "USD", "EUR"],
  ["none that is off sale", [...prices("EUR"), archived, archived], null, "EUR"],
  ["that of reports, where several have as many", prices("USD", "EUR"), "EUR", "EUR"],
  ["the one sold in first, where reports have none", prices("USD", "EUR").toReversed(), null, "USD"],
  ["that of reports, where nothing is sold", [], "CHF", "CHF"],
  ["USD, where nothing is known", [], null, "USD"],
] as const)("is %s", ([, sold, reporting, currency]) => {
  expect(usualCurrency([...sold], reporting)).toBe(currency);
});
