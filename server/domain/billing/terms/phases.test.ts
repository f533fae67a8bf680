import { describe, expect, it } from "vitest";
import { billingPeriodAt, type Phase, phasesBetween, termsAt } from "./phases.ts";

const at = (text: string) => new Date(text);

function phase(id: string, from: string, to: string | null): Phase {
  return {
    id,
    subscriptionId: "sub",
    customerId: "cus",
    from: at(from),
    to: to === null ? null : at(to),
    planId: "plan",
    planPriceId: "price",
    amount: 1000n,
    currency: "USD",
    interval: "MONTH",
    anchor: at(from),
    packId: null,
    drivers: [],
    provider: "PROVIDER_B",
    collecting: "PAID",
  };
}

const PHASES = [
  phase("first", "2026-01-10T00:00:00Z", "2026-02-01T00:00:00Z"),
  phase("second", "2026-02-01T00:00:00Z", "2026-02-01T00:00:00.001Z"),
  phase("third", "2026-02-01T00:00:00.001Z", null),
];

describe("the terms at a moment", () => {
  it.each([
    ["2026-01-09T23:59:59.999Z", null],
    ["2026-01-10T00:00:00.000Z", "first"],
    ["2026-01-31T23:59:59.999Z", "first"],
    ["2026-02-01T00:00:00.000Z", "second"],
    ["2026-02-01T00:00:00.001Z", "third"],
    ["2099-01-01T00:00:00.000Z", "third"],
  ])("at %s are those of the phase that holds it: %s", (moment, id) => {
    expect(termsAt(PHASES, at(moment))?.id ?? null).toBe(id);
  });

  it("are none after the end", () => {
    expect(termsAt(PHASES.slice(0, 1), at("2026-02-01T00:00:00Z"))).toBe(null);
  });
});

describe("the phases between two moments", () => {
  it.each([
    ["2026-01-01T00:00:00Z", "2026-01-10T00:00:00Z", []],
    ["2026-01-01T00:00:00Z", "2026-01-10T00:00:00.001Z", ["first"]],
    ["2026-01-31T00:00:00Z", "2026-03-01T00:00:00Z", ["first", "second", "third"]],
    ["2026-02-01T00:00:00Z", "2026-02-01T00:00:00.001Z", ["second"]],
  ])("from %s to before %s are %j", (start, end, ids) => {
    expect(phasesBetween(PHASES, at(start), at(end)).map(({ id }) => id)).toEqual(ids);
  });
});

describe("the billing period of a moment", () => {
  const from = at("2026-01-17T00:00:00Z");
  const period = (anchor: string, interval: Phase["interval"], moment: string) => {
    const { start, end } = billingPeriodAt({ from, anchor: at(anchor), interval }, at(moment));
    return [start.toISOString(), end.toISOString()].map((text) => text.slice(0, 10));
  };

  it.each([
    ["2026-01-31T00:00:00Z", "MONTH", "2026-02-28T00:00:00Z", ["2026-02-28", "2026-03-31"]],
    ["2026-01-31T00:00:00Z", "MONTH", "2026-01-31T00:00:00Z", ["2026-01-31", "2026-02-28"]],
    ["2024-02-29T00:00:00Z", "YEAR", "2027-06-01T00:00:00Z", ["2027-02-28", "2028-02-29"]],
    ["2026-03-10T00:00:00Z", "WEEK", "2026-03-18T00:00:00Z", ["2026-03-17", "2026-03-24"]],
    ["2026-01-31T00:00:00Z", "MONTH", "2026-01-20T00:00:00Z", ["2026-01-17", "2026-01-31"]],
  ] as const)("counted from %s in %ss, of %s is %j", (anchor, interval, moment, expected) => {
    expect(period(anchor, interval, moment)).toEqual(expected);
  });
});
