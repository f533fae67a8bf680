import { expect, it } from "vitest";
import { apply, begin, booksOf, leftOf } from "./model.ts";
import type { Action, State } from "./types.ts";

// Figures of the documents ("Credit notes", "What is owed"), worked out by hand.

/** The state after these actions, each of which must be possible. */
function after(state: State, ...actions: Action[]): State {
  return actions.reduce((before, action) => {
    const outcome = apply(before, action);
    if ("refused" in outcome) throw new Error(`${action.do}: ${outcome.refused}`);
    return outcome.state;
  }, state);
}

const start = () => begin(3000, 14);
const pay = (amount: number): Action => ({ do: "pay", invoice: 0, amount });
const note = (amount: number, to?: "BALANCE" | "REFUND"): Action => ({
  do: "note",
  invoice: 0,
  amount,
  ...(to && { to }),
});
const refusal = (state: State, action: Action) => {
  const outcome = apply(state, action);
  return "refused" in outcome ? outcome.refused : "done";
};

it.each([
  ["open, 10.00 credited", [note(1000)], { status: "OPEN", left: 2000, toBalance: 0, refunded: 0 }],
  [
    "open, 12.00 paid, 20.00 credited",
    [pay(1200), note(2000, "REFUND")],
    { status: "PAID", left: 0, toBalance: 0, refunded: 200 },
  ],
  [
    "paid, 7.00 credited",
    [pay(3000), note(700, "BALANCE")],
    { status: "PAID", left: 0, toBalance: 700, refunded: 0 },
  ],
] as const)("a credit note of an invoice of 30.00, %s", (_, actions, expected) => {
  const [invoice] = after(start(), ...actions).invoices;
  if (!invoice) throw new Error("There is no invoice.");
  const { status, toBalance, refunded } = invoice;
  expect({ status, left: leftOf(invoice), toBalance, refunded }).toEqual(expected);
});

it("a void gives up what notes left, makes credit free again, and reissues what was left", () => {
  const credited = after(start(), pay(3000), note(1000, "BALANCE"), {
    do: "item",
    amount: 4000,
    isNow: true,
  });
  expect(credited.invoices.map((invoice) => invoice.lines.map(({ amount }) => amount))).toEqual([
    [3000],
    [-1000, 4000],
  ]);
  const noted = after(credited, { do: "note", invoice: 1, amount: 500 });
  const voided = after(noted, { do: "void", invoice: 1, charges: "write_off" });
  expect(booksOf(voided)).toEqual({
    receivable: 0,
    cash: 3000,
    discount: 1500,
    writtenOff: 0,
    canceled: 3500,
    waiting: -1000,
  });
  const anew = after(noted, { do: "void", invoice: 1, charges: "reissue" });
  expect(anew.invoices.map(leftOf)).toEqual([0, 2500, 2500]);
  expect(booksOf(anew)).toMatchObject({ receivable: 2500, canceled: 0, waiting: 0 });
});

it("a note gives credit again that paid the invoice, and money that did", () => {
  const [credited, whole] = [3000, 5000];
  const used = after(
    ...[start(), pay(3000), note(credited, "BALANCE"), { do: "item", amount: whole, isNow: true } as const],
  );
  expect(refusal(used, { do: "note", invoice: 1, amount: whole })).toEqual(["K6043"]);
  const paid = after(used, { do: "pay", invoice: 1, amount: null });
  expect(refusal(paid, { do: "note", invoice: 1, amount: whole + 1, to: "REFUND" })).toEqual(["K6041"]);
  const taken = after(paid, { do: "note", invoice: 1, to: "REFUND" });
  expect(taken.notes.at(-1)).toMatchObject({ offDue: 0, toBalance: 3000, toRefund: 2000 });
  expect(booksOf(taken)).toEqual({
    receivable: 0,
    cash: 3000,
    discount: 8000,
    writtenOff: 0,
    canceled: 0,
    waiting: -3000,
  });
});

it("a payment that bounced takes the credit along that a note made of it, and not the money that went back", () => {
  const takeBack: Action = { do: "take-back", invoice: 0, payment: 0 };
  const credited = after(start(), pay(3000), note(700, "BALANCE"), takeBack);
  expect(booksOf(credited)).toMatchObject({ receivable: 2300, cash: 0, discount: 700, waiting: 0 });
  expect(credited.notes[0]).toMatchObject({ offDue: 700, toBalance: 0 });
  const item: Action = { do: "item", amount: 500, isNow: true };
  const used = after(start(), pay(3000), note(700, "BALANCE"), item, takeBack);
  // 5.00 of it were used, 2.00 wait: 5.00 are owed with the next invoice.
  expect(booksOf(used)).toMatchObject({ receivable: 2300, cash: 0, discount: 700, waiting: 500 });
  const refunded = after(start(), pay(3000), note(700, "REFUND"), takeBack);
  expect(booksOf(refunded)).toMatchObject({ receivable: 3000, cash: -700, discount: 700, waiting: 0 });
  const whole = after(start(), pay(3000), note(3000, "BALANCE"), takeBack);
  expect(whole.invoices[0]?.status).toBe("PAID");
  expect(booksOf(whole)).toMatchObject({ receivable: 0, cash: 0, discount: 3000, waiting: 0 });
});

it("credit of a one-off invoice is of the next one when the subscription has ended", () => {
  const ended = after(start(), { do: "cancel" }, { do: "one-off", amounts: [500], dueDays: 30 });
  const credited = after(
    ...[ended, { do: "pay", invoice: 1, amount: 500 } as const],
    { do: "note", invoice: 1, amount: 200, to: "BALANCE" },
    { do: "one-off", amounts: [300], dueDays: 30 },
  );
  expect(credited.invoices.at(-1)?.lines.map(({ amount }) => amount)).toEqual([300, -200]);
});

it("what cannot hold is refused", () => {
  const open = start();
  expect(refusal(open, note(3001))).toEqual(["K6041"]);
  expect(refusal(open, pay(3001))).toEqual(["K6014"]);
  const paid = after(open, pay(3000));
  expect(refusal(paid, note(1))).toEqual(["K6043"]);
  expect(refusal(paid, { do: "void", invoice: 0, charges: "wait" })).toEqual(["K6013"]);
  const refunded = after(paid, note(1, "REFUND"));
  const bounced = after(refunded, { do: "take-back", invoice: 0, payment: 0 });
  expect(refusal(bounced, { do: "void", invoice: 0, charges: "write_off" })).toEqual(["K6013"]);
  const oneOff = after(open, { do: "one-off", amounts: [500], dueDays: 30 });
  expect(refusal(oneOff, { do: "void", invoice: 1, charges: "wait" })).toEqual(["K6024"]);
});
