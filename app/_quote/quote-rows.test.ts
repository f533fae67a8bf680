import { expect, it } from "vitest";
import { quoteRows } from "./quote-rows.ts";

const LINES = [{ amount: 39_900 }, { amount: -9_900 }];

it("a quote without discount, tax and credit has its result alone", () => {
  expect(quoteRows({ lines: LINES, discount: 0, total: 30_000, amount_due: 30_000 })).toEqual({
    sums: [],
    result: { name: "due", amount: 30_000 },
  });
});

it("lines, discount, tax and earlier credit add up to what is due", () => {
  const quote = { lines: LINES, discount: 3_000, total: 32_130, amount_due: 30_000 };
  const { sums, result } = quoteRows(quote);
  expect(sums).toEqual([
    { name: "discount", amount: -3_000 },
    { name: "tax", amount: 5_130 },
    { name: "earlierCredit", amount: -2_130 },
  ]);
  const all = [...LINES, ...sums].reduce((sum, { amount }) => sum + amount, 0);
  expect([all, result]).toEqual([result.amount, { name: "due", amount: 30_000 }]);
});

it("a change to less gives credit and uses none", () => {
  expect(quoteRows({ lines: [{ amount: -5_000 }], discount: 0, total: -5_000, amount_due: 0 })).toEqual({
    sums: [],
    result: { name: "credit", amount: 5_000 },
  });
});
