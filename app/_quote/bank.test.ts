import { describe, expect, it } from "vitest";
import { type Answer, type Bank, followBank, isBankNeeded, NOT_ASKED, stepOf } from "./bank.ts";

const waits = (outcome: string): Answer => ({ outcome });
const follow = (answer: Answer, ...types: ("asking" | "confirmed" | "not confirmed")[]): Bank<Answer> =>
  types.reduce<Bank<Answer>>((bank, type) => followBank(bank, { type, answer }), NOT_ASKED);

describe("a payment that waits for the bank", () => {
  it("is asked about once for each answer", () => {
    const first = waits("pi_1_secret_1");
    expect(isBankNeeded(NOT_ASKED, first)).toBe(true);
    expect(stepOf(NOT_ASKED, first)).toBe("none");
    const asking = follow(first, "asking");
    expect([stepOf(asking, first), isBankNeeded(asking, first)]).toEqual(["asking", false]);
  });

  it("is asked about again when it was not confirmed and is sent again", () => {
    const failed = follow(waits("pi_1_secret_1"), "asking", "not confirmed");
    expect(isBankNeeded(failed, waits("pi_1_secret_1"))).toBe(true);
  });

  it("is not asked about again once it was confirmed, and another one is", () => {
    const confirmed = follow(waits("pi_1_secret_1"), "asking", "confirmed");
    expect(isBankNeeded(confirmed, waits("pi_1_secret_1"))).toBe(false);
    expect(isBankNeeded(confirmed, waits("pi_2_secret_2"))).toBe(true);
  });

  it("is no matter of an answer without one", () => {
    expect(isBankNeeded(NOT_ASKED, { outcome: null })).toBe(false);
  });
});

it("a late event of an earlier answer does not change the step of the present one", () => {
  const [first, second] = [waits("pi_1_secret_1"), waits("pi_2_secret_2")];
  const asking = followBank(follow(first, "asking"), { type: "asking", answer: second });
  const after = followBank(asking, { type: "confirmed", answer: first });
  expect([stepOf(after, first), stepOf(after, second)]).toEqual(["none", "asking"]);
  expect(isBankNeeded(after, waits("pi_1_secret_1"))).toBe(false);
});
