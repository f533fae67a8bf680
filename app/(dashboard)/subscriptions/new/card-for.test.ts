import { expect, it } from "vitest";
import { cardFor } from "./card-for.ts";

const card = (id: string, currency: string | null, day: number, is_default = false) => ({
  id,
  currency,
  is_default,
  created_at: `2027-04-0${day}T00:00:00.000Z`,
});

it.for([
  ["the default card of the currency", [card("a", "USD", 2), card("b", "USD", 1, true)], "USD", "b"],
  [
    "the newest, where the default one is for another currency",
    [card("a", "EUR", 3, true), card("b", "USD", 1), card("c", "USD", 2)],
    "USD",
    "c",
  ],
  ["the newest, where none is the default", [card("a", "USD", 1), card("b", null, 2)], "USD", "b"],
  ["none that pays in another currency alone", [card("a", "EUR", 1, true)], "USD", undefined],
  ["none where none is saved", [], "USD", undefined],
] as const)("proposes %s", ([, cards, currency, id]) => {
  expect(cardFor([...cards], currency)?.id).toBe(id);
});
