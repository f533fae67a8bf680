import { describe, expect, it } from "vitest";
import { canChangePlan, givesAccess, needsCard, type SubscriptionStatus } from "./rules.ts";

const STATUSES: SubscriptionStatus[] = ["ACTIVE", "TRIALING", "PAST_DUE", "CANCELED", "UNPAID", "PAUSED"];

describe("access", () => {
  const now = new Date("2026-03-10T12:00:00.000Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

  it.each([
    ["ACTIVE", null, true],
    ["TRIALING", null, true],
    ["PAST_DUE", daysAgo(6), true],
    ["PAST_DUE", daysAgo(7), false],
    ["PAUSED", null, false],
    ["UNPAID", null, false],
    ["CANCELED", null, false],
  ] as const)("%s since %s: %s", (status, since, expected) => {
    expect(givesAccess(status, since, 7, now)).toBe(expected);
  });
});

describe("cards and plans", () => {
  it.each([
    // amount, overage billed, the trial asks for a card, on trial: needed
    [0n, false, true, false, false],
    [0n, true, true, false, true],
    [0n, true, false, true, true],
    [0n, true, true, true, true],
    [1000n, false, false, false, true],
    [1000n, false, false, true, false],
    [1000n, false, true, true, true],
  ])(
    "for %s with billed overage %s, a trial that asks for a card %s, on trial %s: a card is needed %s",
    (...row) => {
      const [amount, billsOverage, trialNeedsCard, hasTrial, needed] = row;
      expect(needsCard({ amount, billsOverage, trialNeedsCard }, hasTrial)).toBe(needed);
    },
  );

  it("the plan can be changed while the subscription lives and is not held", () => {
    expect(STATUSES.filter(canChangePlan).sort()).toEqual(["ACTIVE", "PAST_DUE", "TRIALING"]);
  });
});
