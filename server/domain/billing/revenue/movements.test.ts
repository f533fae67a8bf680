import fc from "fast-check";
import { describe, expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { type PastPhase, type PastSubscription, pastTerms } from "../../../testing/past-terms.ts";
import { MOVEMENT_KINDS, type MovementKind } from "./moves.ts";
import { readMovements } from "./read-movements.ts";

const REVENUE = "/v1/billing/revenue";
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));

/** The movements of the whole range, in the currency. */
async function totalOf(tenant: TestTenant, range: object, currency = "USD") {
  const query = new URLSearchParams({ ...range } as Record<string, string>);
  const { status, body } = await tenant.admin.get(`${REVENUE}/movements?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.find((own: { currency: string }) => own.currency === currency)?.total;
}

async function mrrAt(tenant: TestTenant, at: string, query = "") {
  const { status, body } = await tenant.admin.get(`${REVENUE}/mrr?at=${at}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const YEAR = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };

describe("the example of docs/metrics.md", () => {
  it("gives each figure", async ({ world }) => {
    const tenant = await aTenant(world);
    await pastTerms(tenant, [
      // Ada: 30.00 a month, two seats of 5.00 from March, none of it in May (paused), until August.
      {
        customer: 1,
        phases: [
          { from: "2026-01-10T00:00:00Z", to: "2026-01-24T00:00:00Z", amount: 3_000, collecting: "TRIAL" },
          { from: "2026-01-24T00:00:00Z", to: "2026-03-05T00:00:00Z", amount: 3_000 },
          { from: "2026-03-05T00:00:00Z", to: "2026-05-02T00:00:00Z", amount: 3_000, steps: [[2, 500]] },
          {
            from: "2026-05-02T00:00:00Z",
            to: "2026-06-02T00:00:00Z",
            amount: 3_000,
            steps: [[2, 500]],
            collecting: "PAUSED",
          },
          { from: "2026-06-02T00:00:00Z", to: "2026-08-15T00:00:00Z", amount: 3_000, steps: [[2, 500]] },
        ],
      },
      // Bob: 120.00 a year, then 6.00 a month.
      {
        customer: 2,
        phases: [
          { from: "2026-02-01T00:00:00Z", to: "2026-07-01T00:00:00Z", amount: 12_000, interval: "YEAR" },
          { from: "2026-07-01T00:00:00Z", to: null, amount: 600 },
        ],
      },
    ]);
    const months = await tenant.admin.get(
      `${REVENUE}/movements?from=2026-01-01T00:00:00Z&to=2026-09-01T00:00:00Z`,
    );
    expect(months.status).toBe(200);
    const [usd] = months.body.data;
    const line = (one: Record<string, number>) => [
      one.mrr_before,
      one.new,
      one.reactivation,
      one.expansion,
      one.contraction,
      one.churn,
      one.mrr_after,
    ];
    expect(usd.buckets.map(line)).toEqual([
      [0, 3_000, 0, 0, 0, 0, 3_000],
      [3_000, 1_000, 0, 0, 0, 0, 4_000],
      [4_000, 0, 0, 1_000, 0, 0, 5_000],
      [5_000, 0, 0, 0, 0, 0, 5_000],
      [5_000, 0, 0, 0, 0, -4_000, 1_000],
      [1_000, 0, 4_000, 0, 0, 0, 5_000],
      [5_000, 0, 0, 0, -400, 0, 4_600],
      [4_600, 0, 0, 0, 0, -4_000, 600],
    ]);
    expect(line(usd.total)).toEqual([0, 4_000, 4_000, 1_000, -400, -8_000, 600]);
    expect(usd.total).toMatchObject({ new_count: 2, churn_count: 2, paying_before: 0, paying_after: 1 });
    expect(await mrrAt(tenant, "2026-04-15T00:00:00Z")).toEqual([
      { currency: "USD", mrr: 5_000, subscriptions: 2, customers: 2 },
    ]);
    // What begins at a moment comes after it.
    expect(await mrrAt(tenant, "2026-01-24T00:00:00Z")).toEqual([]);
  });
});

describe("recurring revenue", () => {
  it("makes each interval monthly by one rule, rounded once", { tags: ["long"] }, async ({ world }) => {
    const intervals = { DAY: 3_042, WEEK: 433, MONTH: 100, YEAR: 8 } as const;
    for (const [interval, mrr] of Object.entries(intervals)) {
      const tenant = await aTenant(world);
      const phase = { from: day(0), to: null, amount: 100, interval: interval as keyof typeof intervals };
      await pastTerms(tenant, [{ customer: 1, phases: [phase] }]);
      expect(await mrrAt(tenant, "2026-02-01T00:00:00Z"), interval).toMatchObject([{ mrr }]);
      // Three of 8 1/3 are 25, not 24.
      await pastTerms(
        tenant,
        [2, 3].map((customer) => ({ customer, phases: [phase] })),
      );
      if (interval === "YEAR")
        expect(await mrrAt(tenant, "2026-02-01T00:00:00Z")).toMatchObject([{ mrr: 25, customers: 3 }]);
    }
  });

  it("counts a second subscription as expansion of its customer, and as new by itself", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    await pastTerms(tenant, [
      { customer: 1, phases: [{ from: day(0), to: day(60), amount: 1_000 }] },
      // From one subscription to another at the same moment: nothing ended.
      { customer: 1, phases: [{ from: day(60), to: null, amount: 2_500 }] },
    ]);
    expect(await totalOf(tenant, YEAR)).toMatchObject({ new: 1_000, expansion: 1_500, churn: 0 });
    expect(await totalOf(tenant, { ...YEAR, by: "subscription" })).toMatchObject({
      new: 3_500,
      churn: -1_000,
      new_count: 2,
    });
  });

  it("leaves out trials, pauses, free plans and customers on test clocks", { tags: ["long"] }, async ({
    world,
  }) => {
    const tenant = await aTenant(world);
    const open = { from: day(0), to: null };
    const phases: PastPhase[] = [
      { ...open, amount: 100, collecting: "TRIAL" },
      { ...open, amount: 100, collecting: "PAUSED" },
      { ...open, amount: 0 },
      { ...open, amount: 0, steps: [[3, null]] },
    ];
    await pastTerms(
      tenant,
      phases.map((phase, customer) => ({ customer, phases: [phase] })),
    );
    expect(await mrrAt(tenant, "2026-02-01T00:00:00Z")).toEqual([]);
    await pastTerms(tenant, [{ customer: 9, phases: [{ ...open, amount: 700 }], isOnTestClock: true }]);
    expect(await mrrAt(tenant, "2026-02-01T00:00:00Z")).toEqual([]);
    expect(await totalOf(tenant, YEAR)).toBeUndefined();
    const withClocks = { include_test_clocks: "true" };
    expect(await mrrAt(tenant, "2026-02-01T00:00:00Z", "&include_test_clocks=true")).toMatchObject([
      { mrr: 700 },
    ]);
    expect(await totalOf(tenant, { ...YEAR, ...withClocks })).toMatchObject({ new: 700 });
  });

  it("of the past stays as it was when a price, a plan or a name changes", { tags: ["long"] }, async ({
    world,
  }) => {
    const tenant = await aTenant(world);
    const { id, body } = await aSubscription(tenant, { amount: 1_000 });
    const { planId } = await tenant.scope.db.planPrice.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: tenant.id, id: body.plan_price.id } },
    });
    const soon = new Date(world.services.clock.now().getTime() + 1_000).toISOString();
    const range = { from: "2020-01-01T00:00:00Z", to: soon, bucket: "MONTH" };
    const before = await totalOf(tenant, range);
    expect(before).toMatchObject({ new: 1_000, mrr_after: 1_000 });
    const price = { plan_id: planId, amount: 3_000, currency: "USD", interval: "MONTH" };
    const dearer = await tenant.admin.post("/v1/catalog/prices", price);
    expect(dearer.status).toBe(201);
    const done = [
      await tenant.admin.post(`/v1/catalog/prices/${body.plan_price.id}/archive`),
      await tenant.admin.send("PATCH", `/v1/catalog/plans/${planId}`, { name: "Renamed" }),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    expect(await totalOf(tenant, range)).toEqual(before);
    const moved = world.services.clock.now().toISOString();
    const changed = await tenant.admin.post(`/v1/billing/subscriptions/${id}/change-plan`, {
      plan_price_id: dearer.body.id,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await totalOf(tenant, { ...range, to: moved })).toEqual(before);
    const later = new Date(world.services.clock.now().getTime() + 60_000).toISOString();
    expect(await totalOf(tenant, { ...range, to: later })).toMatchObject({ new: 1_000, expansion: 2_000 });
  });

  it("follows a trial, a pause and an end that come over REST", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2027-01-31T12:00:00.000Z", {
      plans: [{ slug: "tried", entitlements: {}, prices: [{ amount: 2_000, trialDays: 14 }] }],
    });
    const id = await story.start("PROVIDER_B", "tried");
    await story.to("2027-03-01T00:00:00Z");
    await story.tell(id, "pause");
    await story.to("2027-04-05T00:00:00Z");
    await story.tell(id, "resume");
    await story.to("2027-05-01T00:00:00Z");
    await story.end(id);
    const query = { from: "2027-01-01T00:00:00Z", to: "2027-06-01T00:00:00Z", include_test_clocks: "true" };
    const { body } = await story.get(`${REVENUE}/changes?${new URLSearchParams(query)}`);
    expect(
      body.data.map(({ kind, at, change }: Record<string, string>) => [kind, at?.slice(0, 10), change]),
    ).toEqual([
      ["CHURN", "2027-05-01", -2_000],
      ["REACTIVATION", "2027-04-05", 2_000],
      ["CHURN", "2027-03-01", -2_000],
      ["NEW", "2027-02-14", 2_000],
    ]);
  });
});

describe("a range", () => {
  it("is cut at the calendar, and refused where it is empty or too long", async ({ world }) => {
    const { admin } = await aTenant(world);
    const ask = (query: string) => admin.get(`${REVENUE}/movements?${query}`);
    await expect(ask("from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z")).resolves.toMatchObject({
      status: 400,
      body: { code: "K1002", issues: [{ path: "to" }] },
    });
    expect((await ask("from=1900-01-01T00:00:00Z&to=2026-01-01T00:00:00Z")).status).toBe(400);
    expect((await ask("from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z&bucket=DAY")).status).toBe(400);
  });
});

describe("changes of recurring revenue", () => {
  it("are listed in pages, and add up to the movements", async ({ world }) => {
    const tenant = await aTenant(world);
    const phases = (n: number): PastPhase[] => [
      { from: day(n), to: day(n + 40), amount: 1_000 + n, interval: "YEAR" },
      { from: day(n + 40), to: null, amount: 2_000, interval: "WEEK" },
    ];
    const { customers } = await pastTerms(
      tenant,
      [0, 1, 2].map((customer) => ({ customer, phases: phases(customer) })),
    );
    const all = [];
    let cursor = "";
    do {
      const page = await tenant.admin.get(
        `${REVENUE}/changes?limit=2&to=2027-01-01T00:00:00Z${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.status, JSON.stringify(page.body)).toBe(200);
      all.push(...page.body.data);
      cursor = page.body.next_cursor ?? "";
    } while (cursor !== "");
    expect(all.map(({ kind }) => kind)).toEqual([...Array(3).fill("EXPANSION"), ...Array(3).fill("NEW")]);
    const yearly = all.reduce((sum, { yearly_change }) => sum + yearly_change, 0);
    expect(yearly).toBe(3 * 2_000 * 52);
    expect(await totalOf(tenant, YEAR)).toMatchObject({ mrr_after: 26_000 });
    const ofOne = `${REVENUE}/changes?to=2027-01-01T00:00:00Z&by=subscription&kind=NEW&currency=USD&customer=${customers.get(1)}`;
    const { body } = await tenant.admin.get(ofOne);
    expect(body.data).toMatchObject([{ change: 83, customer: { id: customers.get(1) } }]);
    expect(body.data[0].subscription_id).toMatch(/^sub_/);
  });
});

// A model of its own: what each payer pays just before and just after each moment, in twelfths of minor units.

const TWELFTHS = { DAY: 365n, WEEK: 52n, MONTH: 12n, YEAR: 1n };

function yearlyOf({ amount, interval = "MONTH", collecting = "PAID", steps = [] }: PastPhase): bigint {
  if (collecting !== "PAID") return 0n;
  const bought = steps.reduce((sum, [count, price]) => sum + BigInt(count * (price ?? 0)), 0n);
  return (BigInt(amount) + bought) * TWELFTHS[interval];
}

const roundTwelfth = (value: bigint) => (value + 6n) / 12n;

interface Expected {
  before: bigint;
  after: bigint;
  parts: Record<MovementKind, bigint>;
}

function model(sold: PastSubscription[], from: Date, to: Date, by: "customer" | "subscription"): Expected {
  const payers = Map.groupBy(sold, (one) => (by === "customer" ? one.customer : one));
  const parts: Record<MovementKind, bigint> = {
    NEW: 0n,
    REACTIVATION: 0n,
    EXPANSION: 0n,
    CONTRACTION: 0n,
    CHURN: 0n,
  };
  let [before, after] = [0n, 0n];
  for (const own of payers.values()) {
    const phases = own.flatMap((one) => one.phases);
    const yearlyAt = (moment: number, isAfter: boolean) =>
      phases.reduce((sum, phase) => {
        const start = new Date(phase.from).getTime();
        const end = phase.to === null ? Number.POSITIVE_INFINITY : new Date(phase.to).getTime();
        const isThere = isAfter ? start <= moment && moment < end : start < moment && moment <= end;
        return isThere ? sum + yearlyOf(phase) : sum;
      }, 0n);
    before += yearlyAt(from.getTime(), false);
    after += yearlyAt(to.getTime(), false);
    const ends = phases.flatMap(({ to: end }) => (end === null ? [] : [new Date(end).getTime()]));
    const moments = [
      ...new Set([...phases.map(({ from: start }) => new Date(start).getTime()), ...ends]),
    ].sort((a, b) => a - b);
    let hasPaid = false;
    for (const moment of moments) {
      const [was, is] = [yearlyAt(moment, false), yearlyAt(moment, true)];
      const kind =
        was === is
          ? null
          : was === 0n
            ? hasPaid
              ? "REACTIVATION"
              : "NEW"
            : is === 0n
              ? "CHURN"
              : is > was
                ? "EXPANSION"
                : "CONTRACTION";
      if (kind && moment >= from.getTime() && moment < to.getTime()) parts[kind] += is - was;
      hasPaid ||= is > 0n;
    }
  }
  return { before, after, parts };
}

const aPhase = fc.record({
  days: fc.integer({ min: 1, max: 90 }),
  amount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  interval: fc.constantFrom("DAY", "WEEK", "MONTH", "YEAR"),
  collecting: fc.constantFrom("PAID", "PAID", "PAID", "TRIAL", "PAUSED"),
  steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.integer({ min: 0, max: 900 }))), {
    maxLength: 2,
  }),
});

/** Phases without a gap, the last open or ended. */
const aHistory = fc
  .record({
    customer: fc.integer({ min: 0, max: 3 }),
    start: fc.integer({ min: 0, max: 120 }),
    phases: fc.array(aPhase, { minLength: 1, maxLength: 5 }),
    isOpen: fc.boolean(),
  })
  .map(({ customer, start, phases, isOpen }): PastSubscription => {
    let at = start;
    const rows = phases.map(({ days, ...phase }, index) => {
      const from = day(at);
      at += days;
      return { ...phase, from, to: isOpen && index === phases.length - 1 ? null : day(at) };
    });
    return { customer, phases: rows };
  });

describe("in random histories", () => {
  const runs = 25;
  it("the movements are exactly the difference of the revenue at two moments", {
    tags: ["long"],
    timeout: 60_000,
  }, async ({ world }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aHistory, { minLength: 1, maxLength: 8 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 6 }),
        async (sold, days) => {
          const tenant = await aTenant(world);
          await pastTerms(tenant, sold);
          const edges = days.toSorted((a, b) => a - b).map(day);
          for (const by of ["customer", "subscription"] as const) {
            const [usd] = await readMovements(tenant.scope, edges, { by, includesTestClocks: false });
            for (const [index, from] of edges.slice(0, -1).entries()) {
              const expected = model(sold, from, edges[index + 1] ?? from, by);
              const bucket = usd?.buckets[index];
              expect(bucket?.before ?? 0n).toBe(roundTwelfth(expected.before));
              expect(bucket?.after ?? 0n).toBe(roundTwelfth(expected.after));
              const sum = MOVEMENT_KINDS.reduce((total, kind) => total + (bucket?.parts[kind] ?? 0n), 0n);
              expect(sum).toBe((bucket?.after ?? 0n) - (bucket?.before ?? 0n));
              for (const kind of MOVEMENT_KINDS) {
                const off = (bucket?.parts[kind] ?? 0n) * 12n - expected.parts[kind];
                expect(off > -12n && off < 12n, `${kind} is ${off} twelfths off`).toBe(true);
              }
            }
          }
        },
      ),
      { numRuns: runs },
    );
  });
});
