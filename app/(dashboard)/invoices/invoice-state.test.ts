import { expect, it } from "vitest";
import { stateName } from "./invoice-state.ts";

it.for([
  ["Open", "OPEN", 0, 0],
  ["Partly paid", "OPEN", 500, 0],
  ["Partly paid", "OPEN", 0, 500],
  ["Paid", "PAID", 500, 0],
  ["Written off", "UNCOLLECTIBLE", 0, 0],
  ["Partly paid, rest written off", "UNCOLLECTIBLE", 500, 0],
] as const)("an invoice is called %s: %s with %d paid and %d of credit", ([name, status, paid, credit]) => {
  expect(stateName({ status, amount_paid: paid, amount_from_credit: credit })).toBe(name);
});
