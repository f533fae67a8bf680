import { describe, expect, it } from "vitest";
import type { Phase } from "../terms/phases.ts";
import { wholePeriods } from "./ended-periods.ts";

const at = (text: string) => new Date(`${text}T00:00:00Z`);

function phase(from: string, to: string | null, more: Partial<Phase> = {}): Phase {
  return {
    id: from,
    subscriptionId: "sub",
    customerId: "cus",
    from: at(from),
    to: to === null ? null : at(to),
    planId: "plan",
    planPriceId: "price",
    amount: 1000n,
    currency: "USD",
    interval: "MONTH",
    anchor: at("2026-01-10"),
    packId: null,
    drivers: [],
    provider: "PROVIDER_A",
    collecting: "PAID",
    ...more,
  };
}

const look = (phases: Phase[], from: string, endedBy: string) => {
  const { periods, until } = wholePeriods(phases, at(from), at(endedBy));
  const day = (moment: Date) => moment.toISOString().slice(5, 10);
  return [periods.map(({ start, end, terms }) => [day(start), day(end), terms.id.slice(5)]), day(until)];
};

describe("the whole periods of a subscription", () => {
  it("are those that have ended, each under the terms at its end", () => {
    const phases = [phase("2026-01-10", "2026-02-20"), phase("2026-02-20", null)];
    expect(look(phases, "2026-01-10", "2026-02-09")).toEqual([[], "01-10"]);
    expect(look(phases, "2026-01-10", "2026-04-09")).toEqual([
      [
        ["01-10", "02-10", "01-10"],
        ["02-10", "03-10", "02-20"],
      ],
      "03-10",
    ]);
    expect(look(phases, "2026-03-10", "2026-04-10")).toEqual([[["03-10", "04-10", "02-20"]], "04-10"]);
  });

  it("do not include one that a change of interval cut short, and go on from there", () => {
    const daily = { interval: "DAY", anchor: at("2026-02-20") } as const;
    const phases = [phase("2026-01-10", "2026-02-20"), phase("2026-02-20", null, daily)];
    expect(look(phases, "2026-01-10", "2026-02-19")).toEqual([[["01-10", "02-10", "01-10"]], "02-10"]);
    expect(look(phases, "2026-02-10", "2026-02-22")).toEqual([
      [
        ["02-20", "02-21", "02-20"],
        ["02-21", "02-22", "02-20"],
      ],
      "02-22",
    ]);
  });

  it("end with a subscription that ends with its period, and leave out one that it cuts short", () => {
    expect(look([phase("2026-01-10", "2026-02-10")], "2026-01-10", "2026-02-10")).toEqual([
      [["01-10", "02-10", "01-10"]],
      "02-10",
    ]);
    expect(look([phase("2026-01-10", "2026-02-09")], "2026-01-10", "2026-02-09")).toEqual([[], "01-10"]);
  });

  it("begin with a trial as one period of its own", () => {
    const trial = { anchor: at("2026-01-24") };
    const phases = [
      phase("2026-01-10", "2026-01-24", { ...trial, collecting: "TRIAL" }),
      phase("2026-01-24", null, trial),
    ];
    expect(look(phases, "2026-01-10", "2026-02-24")).toEqual([
      [
        ["01-10", "01-24", "01-10"],
        ["01-24", "02-24", "01-24"],
      ],
      "02-24",
    ]);
  });
});
