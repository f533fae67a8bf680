import { expect, it } from "vitest";
import { type Action, apply, BY_STRIPE, begin, booksOf, type State } from "./model.ts";

// Figures of the rules, worked out by hand.

/** The state after actions that have to be done. */
function after(...actions: Action[]): State {
  let state = begin(3000);
  for (const action of actions) {
    const { state: next, refused } = apply(state, action);
    if (!next) throw new Error(`${JSON.stringify(action)} is refused: ${refused}`);
    state = next;
  }
  return state;
}

const NONE = { RECEIVABLE: 0, CASH: 0, CREDIT: 0, DISCOUNT: 0, GIVEN_BACK: 0, DISPUTED: 0, WRITTEN_OFF: 0 };
const note = { do: "note", invoice: 0, isByHand: false } as const;

it("credit of a note pays a part of the next invoice", () => {
  const state = after(
    { ...note, amount: 700, to: "BALANCE" },
    { do: "stripe-invoice", amounts: [1000] },
    { do: "stripe-pay", invoice: 1 },
  );
  expect(booksOf(state)).toEqual({ ...NONE, CASH: 3300, CREDIT: 0, DISCOUNT: 700 });
  expect(apply(state, { do: "refund", invoice: 1, amount: 301 }).refused).toEqual(["K6049"]);
  expect(apply(state, { do: "refund", invoice: 0, amount: 2301 }).refused).toEqual(["K6049"]);
});

it("a note gives back as money what the card paid, and as credit what credit paid", () => {
  const paid = after(
    { ...note, amount: 700, to: "BALANCE" },
    { do: "stripe-invoice", amounts: [1000] },
    { do: "stripe-pay", invoice: 1 },
  );
  const { state } = apply(paid, { ...note, invoice: 1, to: "REFUND" });
  expect(state?.invoices[1]).toMatchObject({ toBalance: 700, refunds: [{ amount: 300, hasNote: true }] });
  expect(state?.credit).toBe(700);
});

it("a note of an open invoice lowers what is to be paid, and settles it at last", () => {
  const open = after(
    { do: "stripe-invoice", amounts: [1000, 500] },
    { ...note, invoice: 1, line: 0, amount: 400 },
  );
  expect(open.invoices[1]).toMatchObject({ status: "OPEN", offDue: 400 });
  expect(booksOf(open)).toEqual({ ...NONE, RECEIVABLE: 1100, CASH: 3000, DISCOUNT: 400 });
  expect(apply(open, { ...note, invoice: 1, line: 0, amount: 601 }).refused).toEqual(["K6041"]);
  expect(apply(open, { ...note, invoice: 1 }).state?.invoices[1]).toMatchObject({
    status: "PAID",
    offDue: 1500,
  });
});

it("money that a bank has taken is not given back as well, until it is won", () => {
  const disputed = after({ do: "stripe-dispute", invoice: 0, amount: 1000 });
  expect(booksOf(disputed)).toEqual({ ...NONE, CASH: 2000, DISPUTED: 1000 });
  expect(apply(disputed, { do: "refund", invoice: 0, amount: 5 }).refused).toContain(BY_STRIPE);
  const lost = apply(disputed, { do: "stripe-close", invoice: 0, isWon: false }).state as State;
  expect(booksOf(lost)).toEqual({ ...NONE, CASH: 2000, WRITTEN_OFF: 1000 });
  const won = apply(disputed, { do: "stripe-close", invoice: 0, isWon: true }).state as State;
  expect(apply(won, { do: "refund", invoice: 0 }).state?.invoices[0]?.refunds).toMatchObject([
    { amount: 3000 },
  ]);
});

it("what was written off is paid all the same", () => {
  const given = after({ do: "stripe-invoice", amounts: [1000] }, { do: "write-off", invoice: 1 });
  expect(booksOf(given)).toEqual({ ...NONE, CASH: 3000, WRITTEN_OFF: 1000 });
  expect(apply(given, { ...note, invoice: 1, amount: 1 }).refused).toEqual(["K6013"]);
  expect(booksOf(apply(given, { do: "stripe-pay", invoice: 1 }).state as State)).toEqual({
    ...NONE,
    CASH: 4000,
  });
});
