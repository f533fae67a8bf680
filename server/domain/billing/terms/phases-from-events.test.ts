import { describe, expect, it } from "vitest";
import { type PastEvent, phasesFromEvents } from "./phases-from-events.ts";

const START = "2026-01-10T00:00:00.000Z";

/** An event of that day, which shows the subscription so. */
function event(day: string, changes: object = {}): PastEvent {
  const data = {
    plan_price_id: "price_basic",
    pack_id: "pack_1",
    provider: "PROVIDER_B",
    status: "ACTIVE",
    current_period_start: START,
    trial_end: null,
    plan: { id: "plan_basic" },
    plan_price: { amount: 1000, currency: "USD", interval: "MONTH" },
    ...changes,
  };
  return { createdAt: new Date(`${day}T00:00:00.000Z`), data };
}

const PRO = {
  plan_price_id: "price_pro",
  pack_id: "pack_2",
  plan: { id: "plan_pro" },
  plan_price: { amount: 40_000, currency: "USD", interval: "YEAR" },
};

const look = (events: PastEvent[], until = "2026-06-10") =>
  phasesFromEvents(events, new Date(`${until}T00:00:00.000Z`)).map(({ from, to, amount, collecting }) => [
    from.toISOString().slice(5, 10),
    to.toISOString().slice(5, 10),
    Number(amount),
    collecting,
  ]);

describe("phases that are read from events", () => {
  it("begin with the first period, and are one for as long as the same is sold", () => {
    const renewals = ["2026-02-10", "2026-03-10", "2026-04-10"].map((day) =>
      event(day, { current_period_start: `${day}T00:00:00.000Z` }),
    );
    expect(look([event("2026-01-11"), ...renewals])).toEqual([["01-10", "06-10", 1000, "PAID"]]);
  });

  it("change when the event says so; a trial at its end, an interval at the start of its period", () => {
    const trial = { trial_end: "2026-01-24T00:00:00.000Z" };
    const events = [
      event("2026-01-10", { ...trial, status: "TRIALING" }),
      event("2026-01-25", { ...trial, current_period_start: "2026-01-24T00:00:00.000Z" }),
      event("2026-02-01", { ...trial, status: "PAUSED" }),
      event("2026-02-03", trial),
      event("2026-03-02", { ...trial, ...PRO, current_period_start: "2026-03-01T00:00:00.000Z" }),
    ];
    expect(look(events)).toEqual([
      ["01-10", "01-24", 1000, "TRIAL"],
      ["01-24", "02-01", 1000, "PAID"],
      ["02-01", "02-03", 1000, "PAUSED"],
      ["02-03", "03-01", 1000, "PAID"],
      ["03-01", "06-10", 40_000, "PAID"],
    ]);
  });

  it("hold what each bought step cost", () => {
    const drivers = [{ feature_key: "seats", steps: 4, amount: 2000 }];
    const [phase] = phasesFromEvents([event("2026-01-10", { drivers })], new Date("2026-06-10"));
    expect(phase?.drivers).toEqual([{ featureKey: "seats", steps: 4, stepAmount: 500n }]);
  });

  it("reach back to the oldest event from which on all can be read", () => {
    const erased = { createdAt: new Date("2026-02-01T00:00:00Z"), data: { id: "sub", erased: true } };
    expect(look([event("2026-01-10"), erased, event("2026-03-01", PRO)])).toEqual([
      ["03-01", "06-10", 40_000, "PAID"],
    ]);
    expect(look([event("2026-01-10"), erased])).toEqual([]);
  });

  it("end where the known terms begin", () => {
    expect(look([event("2026-01-10"), event("2026-03-01", PRO)], "2026-02-10")).toEqual([
      ["01-10", "02-10", 1000, "PAID"],
    ]);
    expect(look([event("2026-03-01", PRO)], "2026-02-10")).toEqual([]);
  });
});
