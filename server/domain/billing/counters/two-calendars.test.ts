// @module-tag ci
import fc from "fast-check";
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { addIntervals } from "../../../platform/calendar.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { INTERVALS } from "../../../platform/schema/interval.ts";
import type { Scope } from "../../../platform/scope.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";
import { checkEntitlement } from "../entitlements/check-entitlement.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { renewByInvoice } from "../subscriptions/by-invoice/renew-by-invoice.ts";
import { recordUsage } from "../usage/record-usage.ts";
import { setUsage } from "../usage/set-usage.ts";

let tenant: TestTenant;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

type Plan = Parameters<typeof aCatalog>[1]["plans"][number];
type Events = NonNullable<Plan["entitlements"]>[string];

interface Story {
  id: string;
  /** When the subscription's periods begin. */
  anchor: Date;
  customerId: string;
  named: { customer: string; feature_key: string };
  clock: ManualClock;
  scope: Scope;
  use(quantity: number): ReturnType<typeof recordUsage>;
  check(): ReturnType<typeof checkEntitlement>;
  records(): Promise<[string, number][]>;
}

/** A customer whose invoices we write, on a new plan with one METERED feature. */
async function aStory(events: Events, price: Partial<Plan["prices"][number]> = {}): Promise<Story> {
  const key = unique("events");
  const slug = unique("plan");
  const { plans } = await aCatalog(tenant.scope, {
    features: { [key]: { type: "METERED" } },
    plans: [{ slug, entitlements: { [key]: events }, prices: [{ amount: 10_000, ...price }] }],
  });
  const sold = await aSubscription(tenant, { price: plans[slug]?.prices[0], paidBy: "invoice" });
  const { db } = tenant.scope;
  const row = await db.subscription.findFirstOrThrow({ where: { tenantId: tenant.id, id: sold.id } });
  const clock = new ManualClock(row.currentPeriodStart ?? row.periodAnchor);
  const scope = { ...tenant.scope, clock };
  const named = { customer: sold.customer, feature_key: key };
  return {
    id: sold.id,
    anchor: row.periodAnchor,
    customerId: sold.customerId,
    named,
    clock,
    scope,
    use: (quantity) => recordUsage(scope, { ...named, quantity, mode: "strict" }),
    check: () => checkEntitlement(scope, { ...named, quantity: 1 }),
    async records() {
      const { customerId } = sold;
      const rows = await db.usageRecord.findMany({
        where: { tenantId: tenant.id, customerId },
        orderBy: { periodStart: "asc" },
      });
      return rows.map(({ status, value }) => [status, value.toNumber()]);
    },
  };
}

const billed = (more: object = {}) => ({
  overage: "BILL" as const,
  prices: [{ currency: "USD", unitAmount: 1, ...more }],
});

describe("a yearly price's 250,000 a month", () => {
  it("is twelve allowances, each with its own overage and cap", { tags: ["long"] }, async () => {
    const events = {
      limit: 250_000,
      resetInterval: "MONTH",
      ...billed({ overageCapAmount: 10n }),
    } satisfies Events;
    const story = await aStory(events, { interval: "YEAR" });
    for (let month = 0; month < 12; month++) {
      story.clock.moveTo(addSeconds(addIntervals(story.anchor, "MONTH", month), 1));
      const receipt = await story.use(250_010);
      const resetsAt = addIntervals(story.anchor, "MONTH", month + 1).toISOString();
      expect(receipt).toMatchObject({ used: 250_010, limit: 250_000, period_end: resetsAt });
      expect(await story.check()).toMatchObject({
        used: 250_010,
        limit: 250_000,
        cap_reached: true,
        billed_amount: 10,
        resets_at: resetsAt,
      });
      await expect(story.use(1)).rejects.toMatchObject({ code: "K8005" });
    }
    story.clock.moveTo(addSeconds(addIntervals(story.anchor, "YEAR", 1), 1));
    await closeEndedPeriods(story.scope, { customerId: story.customerId });
    expect(await story.records()).toEqual(Array.from({ length: 12 }, () => ["BILLED", 250_010]));
  });

  it("is one allowance a year in a pack from before, which resets with BILLING", {
    tags: ["long"],
  }, async () => {
    const story = await aStory({ limit: 250_000, ...billed() }, { interval: "YEAR" });
    await story.use(200_000);
    story.clock.moveTo(addSeconds(addIntervals(story.anchor, "MONTH", 7), 1));
    await closeEndedPeriods(story.scope, { customerId: story.customerId });
    const resetsAt = addIntervals(story.anchor, "YEAR", 1).toISOString();
    expect(await story.check()).toMatchObject({ used: 200_000, resets_at: resetsAt });
    expect(await story.use(60_000)).toMatchObject({ used: 260_000, period_end: resetsAt });
  });

  it("is set in its own month: what happened in the month before is refused", async () => {
    const story = await aStory({ limit: 100, resetInterval: "MONTH" }, { interval: "YEAR" });
    story.clock.moveTo(addSeconds(addIntervals(story.anchor, "MONTH", 3), 60));
    const [start, before] = [addIntervals(story.anchor, "MONTH", 3), addSeconds(story.anchor, 60)];
    const value = { ...story.named, value: 7 };
    await expect(
      setUsage(story.scope, { ...value, occurred_at: before.toISOString() }),
    ).rejects.toMatchObject({ code: "K8002", details: { period_start: start.toISOString() } });
    expect(await setUsage(story.scope, value)).toMatchObject({ period_start: start.toISOString() });
  });
});

describe("a week of a monthly price", () => {
  it("runs on through the month's end: the renewal closes nothing that still runs", {
    tags: ["long"],
  }, async () => {
    const story = await aStory({ limit: 100, resetInterval: "WEEK", ...billed() });
    story.clock.moveTo(addSeconds(addIntervals(story.anchor, "DAY", 28), 1));
    await story.use(40);
    const renewal = addIntervals(story.anchor, "MONTH", 1);
    story.clock.moveTo(addSeconds(renewal, 1));
    await renewByInvoice(story.scope, story.id);
    await closeEndedPeriods(story.scope, { customerId: story.customerId });
    const weeks = Math.floor((renewal.getTime() - story.anchor.getTime()) / (7 * 86_400_000));
    const weekStart = addIntervals(story.anchor, "WEEK", weeks);
    // A month of 28 days ends with its fourth week.
    const carriesOn = weekStart < renewal;
    expect(await story.use(5)).toMatchObject({
      used: carriesOn ? 45 : 5,
      period_start: weekStart.toISOString(),
      period_end: addIntervals(story.anchor, "WEEK", weeks + 1).toISOString(),
    });
    if (carriesOn) expect(await story.records()).toEqual([["OPEN", 45]]);
    story.clock.moveTo(addSeconds(addIntervals(story.anchor, "WEEK", weeks + 1), 1));
    expect(await story.check()).toMatchObject({ used: 0, limit: 100 });
  });
});

/** More periods than there are in seven years. */
const MOST_PERIODS = { DAY: 2_700, WEEK: 420, MONTH: 130, YEAR: 50 };

describe("units that roll over", () => {
  const rolling = { limit: 100, rolloverMax: 10_000, resetInterval: "MONTH" } as const;

  it("a trial of 21 days adds nothing to the first month", async () => {
    const story = await aStory(rolling, { trialDays: 21 });
    story.clock.moveTo(addSeconds(story.anchor, 1));
    await renewByInvoice(story.scope, story.id);
    expect(await story.check()).toMatchObject({ limit: 100, used: 0 });
    expect(await story.use(1)).toMatchObject({ limit: 100 });
  });

  it("go from allowance to allowance of a yearly price, with the limit of each idle month", async () => {
    const story = await aStory(rolling, { interval: "YEAR" });
    await story.use(70);
    story.clock.moveTo(addSeconds(addIntervals(story.anchor, "MONTH", 1), 1));
    expect(await story.check()).toMatchObject({ limit: 130, used: 0 });
    expect(await story.use(30)).toMatchObject({ limit: 130 });
    story.clock.moveTo(addSeconds(addIntervals(story.anchor, "MONTH", 11), 1));
    expect(await story.check()).toMatchObject({ limit: 100 + 100 + 9 * 100, used: 0 });
  });

  it("whole periods between two moments are counted as the calendar has them, from any anchor", {
    tags: ["long"],
  }, async ({ world }) => {
    const moment = fc.date({
      min: new Date("2023-01-01"),
      max: new Date("2030-01-01"),
      noInvalidDate: true,
    });
    const anchor = fc.oneof(
      fc.constantFrom("2024-02-29", "2026-01-29", "2026-01-30", "2026-01-31").map((day) => new Date(day)),
      moment,
    );
    const number = fc.integer({ min: -20, max: 40 });
    // Half of the moments lie on the edge of a period.
    const edge = fc.oneof(fc.constant(null), number);
    const asked = fc.record({
      anchor,
      interval: fc.constantFrom(...INTERVALS),
      from: moment,
      to: moment,
      first: edge,
      last: edge,
    });
    const cases = fc.sample(asked, 200).map(({ anchor: start, interval, first, last, ...given }) => {
      const from = first === null ? given.from : addIntervals(start, interval, first);
      const to = last === null ? given.to : addIntervals(start, interval, last);
      let whole = 0;
      const most = MOST_PERIODS[interval];
      for (let n = -most; n < most; n++) {
        const begins = addIntervals(start, interval, n);
        if (begins > to) break;
        if (begins >= from && addIntervals(start, interval, n + 1) <= to) whole++;
      }
      return { anchor: start, interval, from, to, whole };
    });
    const counted = await world.services.db.$queryRaw<{ whole: number }[]>`
      select usher_periods_between(anchor, interval, "from", "to")::int as whole
      from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
        as asked (anchor timestamptz, interval text, "from" timestamptz, "to" timestamptz)`;
    for (const [index, { whole, ...question }] of cases.entries())
      expect(counted[index]?.whole, JSON.stringify(question)).toBe(whole);
  });
});

/** What the subscription's invoices come to: ours, or the card provider's. */
async function invoicedTotals(id: string, sandboxUrl: string): Promise<number[]> {
  const row = await tenant.scope.db.subscription.findFirstOrThrow({ where: { tenantId: tenant.id, id } });
  if (row.providerSubscriptionId === null) {
    const own = await tenant.scope.db.invoice.findMany({
      where: { tenantId: tenant.id, subscriptionId: id },
    });
    return own.map(({ total }) => Number(total));
  }
  const { hostname, port } = new URL(sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host: hostname, port: Number(port), protocol: "http" });
  const { data } = await stripe.invoices.list({ subscription: row.providerSubscriptionId });
  return data.map(({ total }) => total);
}

describe("a step that costs 10.00 a month", () => {
  const seats = {
    limit: 1,
    driverStepSize: 1,
    prices: [
      { currency: "USD", driverStepAmount: 1_000n },
      { currency: "USD", interval: "YEAR", driverStepAmount: 10_000n },
    ],
  } as const;

  it.for([
    ["MONTH", "invoice", 2_000 + 5 * 1_000],
    ["YEAR", "invoice", 20_000 + 5 * 10_000],
    ["YEAR", "card", 20_000 + 5 * 10_000],
  ] as const)(
    "is sold at its own yearly price: five steps a %s, paid by %s",
    async ([interval, paidBy, total], { world }) => {
      const key = unique("seats");
      const amount = interval === "MONTH" ? 2_000 : 20_000;
      const { plans } = await aCatalog(tenant.scope, {
        features: { [key]: { type: "ALLOCATED" } },
        plans: [
          {
            slug: "team",
            entitlements: { [key]: { ...seats, prices: [...seats.prices] } },
            prices: [{ amount, interval }],
          },
        ],
      });
      const sold = await aSubscription(tenant, {
        price: plans.team?.prices[0],
        paidBy,
        items: { [key]: 5 },
      });
      expect(sold.body.recurring_amount).toBe(total);
      expect(await invoicedTotals(sold.id, world.sandboxUrl)).toEqual([total]);
    },
  );
});
