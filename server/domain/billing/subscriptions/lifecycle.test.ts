import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "../../events/types.ts";
import { INVOICE_LIFECYCLE, settledStatus } from "../invoices/lifecycle.ts";
import type { SubscriptionStatus } from "../terms/rules.ts";
import {
  columnsAfter,
  eventsOf,
  type LifeFacts,
  maySubscriptionBecome,
  SUBSCRIPTION_LIFECYCLE,
  SUBSCRIPTION_TRANSITIONS,
} from "./lifecycle.ts";
import { LIFECYCLE_PAGES, withLifecycles } from "./lifecycle-docs.ts";

const STATUSES = Object.keys(SUBSCRIPTION_TRANSITIONS) as SubscriptionStatus[];
const at = (day: string) => new Date(`${day}T00:00:00Z`);
const NOW = at("2027-03-10");

const aRow = (facts: Partial<LifeFacts> = {}): LifeFacts => ({
  status: "ACTIVE",
  currentPeriodStart: at("2027-03-01"),
  currentPeriodEnd: at("2027-04-01"),
  trialEnd: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  canceledAt: null,
  pastDueSince: null,
  pausedAt: null,
  ...facts,
});
const named = (types: readonly string[]) => types.map((type) => type.replace("subscription.", "")).join(" ");

describe("statuses", () => {
  it.each(STATUSES.filter((status) => status !== "CANCELED"))("CANCELED never becomes %s", (to) => {
    expect(maySubscriptionBecome("CANCELED", to)).toBe(false);
  });

  it("nothing goes back to a trial but what was paused in one", () => {
    expect(STATUSES.filter((from) => from !== "TRIALING" && maySubscriptionBecome(from, "TRIALING"))).toEqual(
      ["PAUSED"],
    );
  });

  it("no walk of allowed steps leaves CANCELED", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATUSES)), (wishes) => {
        let status: SubscriptionStatus = "TRIALING";
        let wasCanceled = false;
        for (const wish of wishes) {
          if (maySubscriptionBecome(status, wish)) status = wish;
          wasCanceled ||= status === "CANCELED";
        }
        expect(wasCanceled).toBe(status === "CANCELED");
      }),
    );
  });
});

describe("a trigger", () => {
  it("brings every state in its row to the state in its row, with its events", () => {
    for (const { from, trigger, given, to, events } of SUBSCRIPTION_LIFECYCLE)
      for (const status of from) {
        if (status === "NEW" || given === "READ" || given === "OVERDUE") continue;
        const trialEnd = given === "IN_TRIAL" ? at("2027-03-15") : null;
        const before = aRow({ status, trialEnd });
        const after = { ...before, ...columnsAfter(before, trigger, NOW) };
        expect([trigger, status, after.status]).toEqual([trigger, status, to === "SAME" ? status : to]);
        expect([trigger, status, eventsOf(before, after, trigger)]).toEqual([trigger, status, events]);
      }
  });

  it("keeps the facts beside the status: an ending stays through a pause, and each is undone by itself", () => {
    const ending = aRow({ cancelAtPeriodEnd: true, canceledAt: at("2027-03-05") });
    const paused = { ...ending, ...columnsAfter(ending, "pause", NOW) };
    expect(paused).toMatchObject({ status: "PAUSED", pausedAt: NOW, cancelAtPeriodEnd: true });
    const resumed = { ...paused, ...columnsAfter(paused, "resume", NOW) };
    expect(resumed).toEqual(ending);
    const goesOn = { ...paused, ...columnsAfter(paused, "withdraw_ending", NOW) };
    expect(goesOn).toMatchObject({ status: "PAUSED", cancelAtPeriodEnd: false, canceledAt: null });
  });

  it("that the table has not for a state is an error", () => {
    expect(() => columnsAfter(aRow({ status: "CANCELED" }), "pause", NOW)).toThrow("CANCELED");
  });
});

describe("what was read at the card provider", () => {
  const next = { currentPeriodStart: at("2027-04-01"), currentPeriodEnd: at("2027-05-01") };
  const inTrial: Partial<LifeFacts> = { status: "TRIALING", trialEnd: at("2027-04-01") };
  it.each<[string, Partial<LifeFacts> | null, Partial<LifeFacts>]>([
    ["created activated", null, {}],
    ["created trial_started", null, inTrial],
    ["created past_due", null, { status: "PAST_DUE" }],
    ["created activated cancel_scheduled", null, { cancelAtPeriodEnd: true }],
    ["activated", inTrial, { ...inTrial, ...next, status: "ACTIVE" }],
    ["past_due", inTrial, { ...inTrial, ...next, status: "PAST_DUE" }],
    ["canceled", inTrial, { ...inTrial, status: "CANCELED" }],
    ["renewed", {}, next],
    ["renewed past_due", {}, { ...next, status: "PAST_DUE" }],
    ["renewed activated", { status: "PAST_DUE" }, next],
    ["renewed", { status: "PAUSED" }, { ...next, status: "PAUSED" }],
    ["unpaid", { status: "PAST_DUE" }, { status: "UNPAID" }],
    ["paused", {}, { status: "PAUSED" }],
    ["resumed activated", { status: "PAUSED" }, {}],
    ["resumed", { ...inTrial, status: "PAUSED" }, inTrial],
    ["resumed past_due", { status: "PAUSED" }, { status: "PAST_DUE" }],
    ["cancel_scheduled", {}, { cancelAtPeriodEnd: true }],
    ["cancel_scheduled", {}, { cancelAt: at("2027-03-20") }],
    ["cancel_scheduled", { cancelAt: at("2027-03-20") }, { cancelAt: at("2027-03-25") }],
    ["cancel_withdrawn", { cancelAtPeriodEnd: true }, {}],
    ["paused cancel_withdrawn", { cancelAtPeriodEnd: true }, { status: "PAUSED" }],
    ["canceled", { cancelAtPeriodEnd: true }, { status: "CANCELED" }],
    ["updated", inTrial, { ...inTrial, trialEnd: at("2027-04-05") }],
    ["updated", {}, { currentPeriodStart: at("2027-03-10"), currentPeriodEnd: at("2027-04-10") }],
  ])("tells %s", (events, before, after) => {
    expect(named(eventsOf(before && aRow(before), aRow(after)))).toBe(events);
  });

  it("is told after what a person asked for, where one write has both", () => {
    expect(named(eventsOf(aRow({ status: "PAST_DUE" }), aRow(), "move"))).toBe("moved activated");
    expect(named(eventsOf(aRow(), aRow(next), "change_plan"))).toBe("plan_changed renewed");
    expect(
      named(eventsOf(aRow(inTrial), aRow({ ...inTrial, ...next, status: "ACTIVE" }), "trial_ends")),
    ).toBe("activated");
  });

  it("is told whatever a person restored", () => {
    for (const from of STATUSES)
      for (const to of STATUSES)
        expect(eventsOf(aRow({ status: from }), aRow({ status: to })).length).toBeGreaterThan(0);
  });
});

it("every event of both tables exists, and the pages of the docs are made from them (node scripts/lifecycle-docs.ts)", async () => {
  const told = [
    ...SUBSCRIPTION_LIFECYCLE.flatMap(({ events }) => events),
    ...INVOICE_LIFECYCLE.map(({ event }) => event),
  ];
  expect(told.filter((type) => !(type in EVENT_TYPES))).toEqual([]);
  for (const page of LIFECYCLE_PAGES) {
    const text = await readFile(join(import.meta.dirname, "../../../../docs", page), "utf8");
    expect(text).toBe(withLifecycles(text));
  }
});

it("the sums of an invoice decide between open and paid, and leave what is void or given up", () => {
  expect(settledStatus("OPEN", true)).toBe("PAID");
  expect(settledStatus("UNCOLLECTIBLE", true)).toBe("PAID");
  expect(settledStatus("PAID", false)).toBe("OPEN");
  expect(settledStatus("UNCOLLECTIBLE", false)).toBe("UNCOLLECTIBLE");
});
