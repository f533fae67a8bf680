import { describe, expect, it } from "vitest";
import { isCardKept, type Payer, questionOf, usualPayment } from "./start-question.ts";

const FILLED = {
  who: "NEW",
  customer: "cus_1",
  email: " ada@example.com ",
  payment: "CARD",
  plan_price_id: "price_1",
  promotion_code: " HALF ",
  due_days: "14",
};

describe("what the server is asked", () => {
  it("is what is chosen, for one who is new", () => {
    expect(questionOf(FILLED)).toEqual({
      plan_price_id: "price_1",
      provider: "PROVIDER_A",
      email: "ada@example.com",
      promotion_code: "HALF",
    });
  });

  it("is for the customer who is chosen, with what belongs to the way to pay", () => {
    const drivers = [{ feature_key: "seats", steps: 2 }];
    expect(questionOf({ ...FILLED, who: "KNOWN", payment: "TRANSFER", drivers })).toEqual({
      plan_price_id: "price_1",
      provider: "PROVIDER_B",
      customer: "cus_1",
      drivers,
      due_days: 14,
    });
  });

  it("leaves out what cannot be read yet", () => {
    const typed = { ...FILLED, email: "ada@", promotion_code: "", payment: "TRANSFER", due_days: "soon" };
    expect(questionOf(typed)).toEqual({ plan_price_id: "price_1", provider: "PROVIDER_B" });
  });
});

const PAYER: Payer = { takesCards: true, isLive: true, isChosen: true, needsCard: true, hasCards: false };

it.each([
  ["without a card provider", { takesCards: false }, "TRANSFER"],
  ["without a card that is needed", {}, "LINK"],
  ["before anybody is chosen", { isChosen: false }, "CARD"],
  ["with a saved card", { hasCards: true }, "CARD"],
  ["where no card is needed", { needsCard: false }, "CARD"],
  ["in a sandbox", { isLive: false }, "CARD"],
] as const)("the way to pay that is proposed %s", (_, payer, expected) => {
  expect(usualPayment({ ...PAYER, ...payer })).toBe(expected);
});

it("a saved card stays where it can be charged, and a token stays", () => {
  expect(isCardKept("pm_1", ["pm_1"])).toBe(true);
  expect(isCardKept("pm_1", ["pm_2"])).toBe(false);
  expect(isCardKept("tok_visa", [])).toBe(true);
  expect(isCardKept("", ["pm_1"])).toBe(false);
});
