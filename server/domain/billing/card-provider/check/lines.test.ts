import { describe, expect, test } from "vitest";
import { onApiVersion, onCharges, onCurrencies, onDunning } from "./lines.ts";

describe("what follows failed payments", () => {
  test.each([
    ["UNPAID", "UNPAID", "OK"],
    ["UNPAID", "CANCELED", "OK"],
    ["CANCELED", "CANCELED", "OK"],
    ["CANCELED", "UNPAID", "WARNING"],
    ["PAST_DUE", "UNPAID", "WARNING"],
    ["PAST_DUE", "CANCELED", "WARNING"],
    [null, "UNPAID", "UNKNOWN"],
  ] as const)("Stripe left it %s, and dunning_end_policy is %s: %s", (end, policy, state) => {
    const line = onDunning(policy, end);
    expect(line.state).toBe(state);
    expect(line.next === null).toBe(state === "OK");
  });
});

describe("an account that may not charge", () => {
  const facts = { canCharge: false, due: ["business_profile.url"] };

  test("has failed in live mode, and is a warning in test mode, where charges work", () => {
    expect(onCharges(facts, false)).toMatchObject({
      state: "FAILED",
      next: expect.stringContaining("business_profile.url"),
    });
    expect(onCharges(facts, true).state).toBe("WARNING");
  });
});

test("currencies that Stripe does not take in the account's country are named", () => {
  const at = { country: "BR", currency: "BRL", currencies: ["BRL"] };
  expect(onCurrencies(at, ["BRL", "USD"])).toMatchObject({
    state: "FAILED",
    meaning: expect.stringContaining("does not take USD"),
  });
  expect(onCurrencies(at, []).state).toBe("OK");
});

test("another version of the API than the one that was asked for has failed; none is unknown", () => {
  expect(onApiVersion({ asked: "2026-10-28.endive", answered: "2020-08-27" }).state).toBe("FAILED");
  expect(onApiVersion({ asked: "2026-10-28.endive", answered: null }).state).toBe("UNKNOWN");
});
