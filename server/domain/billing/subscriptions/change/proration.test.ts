import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { openWorld, type World } from "../../../../testing/world.ts";

// The same change costs the same on cards and on invoices of ours, to the cent.

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const DAY = 86_400_000;
/** A month of 30 days begins. */
const APRIL = "2027-04-01T00:00:00.000Z";
/** A month of 31 days begins. */
const MAY = "2027-05-01T00:00:00.000Z";

interface Price {
  amount: number;
  currency?: string;
  interval?: "DAY" | "WEEK" | "MONTH" | "YEAR";
}

interface Row {
  from: Price;
  to: Price;
  begins: string;
  afterDays: number;
  lines: number[];
  total: number;
}

const RULES: [string, Row][] = [
  [
    "10 → 20 a month, half-way",
    {
      from: { amount: 1000 },
      to: { amount: 2000 },
      begins: APRIL,
      afterDays: 15,
      lines: [-500, 1000],
      total: 500,
    },
  ],
  [
    "5 → 20, 30-day month, after one day",
    {
      from: { amount: 500 },
      to: { amount: 2000 },
      begins: APRIL,
      afterDays: 1,
      lines: [-483, 1933],
      total: 1450,
    },
  ],
  [
    "20 → 5, 30-day month, after one day: the way back",
    {
      from: { amount: 2000 },
      to: { amount: 500 },
      begins: APRIL,
      afterDays: 1,
      lines: [-1933, 483],
      total: -1450,
    },
  ],
  [
    "at the very beginning all of it is exchanged",
    {
      from: { amount: 1000 },
      to: { amount: 3000 },
      begins: APRIL,
      afterDays: 0,
      lines: [-1000, 3000],
      total: 2000,
    },
  ],
  [
    "a month of 31 days: 10 of 31 are gone",
    {
      from: { amount: 1000 },
      to: { amount: 2500 },
      begins: MAY,
      afterDays: 10,
      lines: [-677, 1694],
      total: 1017,
    },
  ],
  [
    "to the second: six hours of a day",
    {
      from: { amount: 400, interval: "DAY" },
      to: { amount: 1000, interval: "DAY" },
      begins: APRIL,
      afterDays: 0.25,
      lines: [-300, 750],
      total: 450,
    },
  ],
  [
    "yen have no smaller unit",
    {
      from: { amount: 1000, currency: "JPY" },
      to: { amount: 1999, currency: "JPY" },
      begins: APRIL,
      afterDays: 11,
      lines: [-633, 1266],
      total: 633,
    },
  ],
  [
    "halves are rounded away from zero, each line by itself",
    {
      from: { amount: 101 },
      to: { amount: 303 },
      begins: APRIL,
      afterDays: 15,
      lines: [-51, 152],
      total: 101,
    },
  ],
  [
    "a year, 73 of 365 days gone",
    {
      from: { amount: 10_000, interval: "YEAR" },
      to: { amount: 20_000, interval: "YEAR" },
      begins: APRIL.replace("2027", "2026"),
      afterDays: 73,
      lines: [-8000, 16_000],
      total: 8000,
    },
  ],
  [
    "monthly to yearly: the rest of the month is given back, a year begins",
    {
      from: { amount: 1000 },
      to: { amount: 10_000, interval: "YEAR" },
      begins: APRIL,
      afterDays: 12,
      lines: [-600, 10_000],
      total: 9400,
    },
  ],
  [
    "to a free plan: the rest is credit",
    { from: { amount: 1000 }, to: { amount: 0 }, begins: APRIL, afterDays: 20, lines: [-333], total: -333 },
  ],
  [
    "a large amount, one second short of the end",
    {
      from: { amount: 99_999_900 },
      to: { amount: 99_999_999 },
      begins: APRIL,
      afterDays: 30 - 1 / 86_400,
      lines: [-39, 39],
      total: 0,
    },
  ],
];

async function stories({ from, to, begins }: Row): Promise<[Story, string][]> {
  const both: [Story, string][] = [];
  for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const) {
    const story = await aStory(world, begins, {
      plans: [
        { slug: "old", prices: [from] },
        { slug: "new", prices: [to] },
      ],
    });
    // An invoice that is not due yet leaves the status alone.
    const fields = provider === "PROVIDER_B" ? { due_days: 365 } : {};
    both.push([story, await story.start(provider, "old", fields)]);
  }
  return both;
}

describe("a change costs on either provider", () => {
  const rows = (areQuick: boolean) => RULES.filter((_, index) => (index % 4 === 0) === areQuick);
  it.each(rows(true))("%s", { tags: ["long"], timeout: 60_000 }, (_, row) => agree(row));
  it.each(rows(false))("%s", { timeout: 60_000, tags: ["long"] }, (_, row) => agree(row));

  async function agree(row: (typeof RULES)[number][1]): Promise<void> {
    for (const [story, id] of await stories(row)) {
      if (row.afterDays > 0)
        await story.to(new Date(Date.parse(row.begins) + Math.round(row.afterDays * DAY)).toISOString());
      const plan_price_id = story.price("new");
      const quote = await story.tell(id, "change-plan/preview", { plan_price_id }, 201);
      const amounts = quote.lines
        .map(({ amount }: { amount: number }) => amount)
        .filter((amount: number) => amount !== 0);
      expect([amounts, quote.total, quote.amount_due]).toEqual([
        row.lines,
        row.total,
        Math.max(0, row.total),
      ]);
      const changed = await story.tell(id, "change-plan", { plan_price_id, quote_id: quote.id });
      expect([changed.plan_price_id, changed.plan.slug]).toEqual([plan_price_id, "new"]);
      expect(changed.current_period_end).toBe(quote.next.at);
    }
  }
});

describe("back and forth", () => {
  it("an upgrade and the way back at the same moment leave nothing owed on either", {
    tags: ["long"],
    timeout: 60_000,
  }, async () => {
    const row: Row = {
      from: { amount: 500 },
      to: { amount: 2000 },
      begins: APRIL,
      afterDays: 1,
      lines: [],
      total: 0,
    };
    for (const [story, id] of await stories(row)) {
      await story.to("2027-04-02T00:00:00Z");
      await story.tell(id, "change-plan", { plan_price_id: story.price("new") });
      const back = await story.tell(id, "change-plan/preview", { plan_price_id: story.price("old") }, 201);
      expect([back.total, back.amount_due]).toEqual([-1450, 0]);
      await story.tell(id, "change-plan", { plan_price_id: story.price("old"), quote_id: back.id });
      // The credit is used up by the renewal: 5.00 less 14.50 is nothing to pay, and 9.50 are left.
      await story.to("2027-05-02T00:00:00Z");
      const paid = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
      const due = paid.map(({ amount_due }: { amount_due: number }) => amount_due);
      expect(due.toSorted((a: number, b: number) => a - b).at(-1)).toBe(1450);
      expect(due[0]).toBe(0);
      await story.to("2027-07-02T00:00:00Z");
      const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
      // 5.00 + 14.50 were paid before; May, June and July cost 15.00, of which 14.50 are credit.
      const sum = data.reduce((all: number, invoice: { amount_due: number }) => all + invoice.amount_due, 0);
      expect(sum).toBe(500 + 1450 + 50);
    }
  });
});
