import { expect, test } from "vitest";
import { itemChanges } from "./item-changes.ts";

const item = (id: string, price: string, quantity = 1) => ({ id, price: { id: price }, quantity });
const want = (priceId: string, quantity = 1) => ({ priceId, quantity });

const base = item("si_base", "basic");
const seats = item("si_seats", "seats", 3);

test.each([
  ["the same items ask for nothing", [base, seats], [want("basic"), want("seats", 3)], []],
  ["nor do they in another order", [seats, base], [want("basic"), want("seats", 3)], []],
  ["another plan takes over the item", [base], [want("pro")], [{ id: "si_base", price: "pro", quantity: 1 }]],
  [
    "another plan leaves the drivers it shares, whatever the order",
    [seats, base],
    [want("pro"), want("seats", 3)],
    [{ id: "si_base", price: "pro", quantity: 1 }],
  ],
  ["another quantity", [base, seats], [want("basic"), want("seats", 5)], [{ id: "si_seats", quantity: 5 }]],
  ["a new driver", [base], [want("basic"), want("seats", 2)], [{ price: "seats", quantity: 2 }]],
  ["a driver less", [base, seats], [want("basic")], [{ id: "si_seats", deleted: true }]],
  [
    "everything anew",
    [base, seats],
    [want("pro"), want("storage", 2)],
    [
      { id: "si_base", price: "pro", quantity: 1 },
      { price: "storage", quantity: 2 },
      { id: "si_seats", deleted: true },
    ],
  ],
])("%s", (_, current, wanted, changes) => {
  expect(itemChanges(current, wanted)).toEqual(changes);
});
