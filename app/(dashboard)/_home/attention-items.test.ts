import { expect, it } from "vitest";
import { attentionItems, missingSetup } from "./attention-items.ts";

const NONE = { count: 0, sums: [] };
const SUMS = [{ currency: "USD", amount: 9_900 }];
const MONEY = {
  overdue_invoices: { count: 2, sums: SUMS },
  unpaid_subscriptions: NONE,
  past_due_subscriptions: NONE,
  held_charges: NONE,
  left_credits: { count: 1, sums: [] },
} as unknown as Parameters<typeof attentionItems>[0];

it("what waits is named with its sums, the most urgent first, and what does not is left out", () => {
  const items = attentionItems(MONEY, { data: [{}, {}, {}], next_cursor: "more" });
  expect(items.map(({ many, count, sums, hasMore }) => [many, count, sums, hasMore])).toEqual([
    ["overdue invoices", 2, SUMS, undefined],
    ["notices about invoices", 3, undefined, true],
    ["credits to settle", 1, [], undefined],
  ]);
});

it("nothing waits before it is loaded", () => {
  expect(attentionItems(undefined, undefined)).toEqual([]);
  expect(missingSetup(undefined)).toEqual([]);
});

it("what is to be set up is what the server says is lacking", () => {
  expect(missingSetup({ lacks_key: true, lacks_mail_server: false }).map(({ href }) => href)).toEqual([
    "/applications",
  ]);
});
