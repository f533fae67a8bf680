import { describe, expect, it } from "vitest";
import { addIntervals } from "../../server/platform/calendar.ts";
import { type CustomerStory, customers, firstDay, lastDay, phasesOf } from "./customer-stories.ts";
import { DAYS_TO_PAY } from "./seed-customers.ts";
import { PRODUCTS, seatStep, YEAR_IN_MONTHS } from "./story.ts";

const DAY_MS = 86_400_000;

/** Days on which a first start may happen: the beginning, the middle and every end of months after long, short and leap ones. */
const DAYS = ["2027-02", "2027-03", "2027-12", "2028-02", "2028-03", "2028-05"].flatMap((month) =>
  [1, 2, 10, 15, 28, 29, 30, 31]
    .map((day) => new Date(`${month}-${String(day).padStart(2, "0")}T09:30:00Z`))
    // JavaScript makes the 30th of February a day of March.
    .filter((day) => day.toISOString().startsWith(month)),
);

const stories = customers();
const plans = PRODUCTS.flatMap((product) =>
  product.plans.map((plan) => ({ ...plan, product: product.slug })),
);
const planOf = (slug: string) => plans.find((plan) => plan.slug === slug);

/** What is paid a month in a phase of a story, in cents. */
function monthly(
  { currency, interval }: CustomerStory,
  { plan, steps }: { plan: string; steps: number },
): number {
  const months = interval === "YEAR" ? YEAR_IN_MONTHS / 12 : 1;
  return ((planOf(plan)?.monthly[currency] ?? 0) + steps * seatStep(plan)) * months;
}

/** What each story's customer pays a month at some moments, where the demo is made at another. */
function paidAt(now: Date, moments: Date[]): { story: CustomerStory; paid: number[] }[] {
  return stories.map((story) => {
    const phases = phasesOf(story, now).filter(({ isPaid }) => isPaid);
    const paid = moments.map((at) => {
      const phase = phases.find(({ from, to }) => from < at && (to === null || to >= at));
      return phase ? monthly(story, phase) : 0;
    });
    return { story, paid };
  });
}

/** The beginnings of the last thirteen calendar months, which are the ends of those before. */
const monthEnds = (now: Date) =>
  Array.from(
    { length: 13 },
    (_, month) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 12 + month)),
  );

/** Each item with the one before it. */
function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((item, index) => {
    const before = items[index - 1];
    return index > 0 && before !== undefined ? [[before, item] as [Item, Item]] : [];
  });
}

describe("the demo's customers, whatever day it is made", () => {
  it.each([
    ["USD", 1.02],
    ["EUR", 1],
  ])("pay more from month to month for a year, in %s", (currency, least) => {
    for (const now of DAYS) {
      const own = paidAt(now, [...monthEnds(now), now]).filter(({ story }) => story.currency === currency);
      const sums =
        own[0]?.paid.map((_, index) => own.reduce((sum, { paid }) => sum + (paid[index] ?? 0), 0)) ?? [];
      const growth = pairs(sums).map(([before, after]) => after / before);
      const present = growth.pop();
      const day = now.toISOString();
      expect(Math.min(...growth), day).toBeGreaterThanOrEqual(least);
      expect(Math.max(...growth), day).toBeLessThan(1.4);
      // The running month may have just begun.
      expect(present, day).toBeGreaterThanOrEqual(1);
    }
  });

  it("leave at one to three in a hundred a month", () => {
    for (const now of DAYS) {
      const all = paidAt(now, monthEnds(now)).map(({ paid }) => paid);
      const months = Array.from({ length: 12 }, (_, month) => all.filter((paid) => (paid[month] ?? 0) > 0));
      const rates = months.map(
        (paying, month) => paying.filter((paid) => paid[month + 1] === 0).length / paying.length,
      );
      const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
      expect(mean, now.toISOString()).toBeGreaterThan(0.01);
      expect(mean, now.toISOString()).toBeLessThan(0.03);
      expect(Math.max(...rates.slice(-6)), now.toISOString()).toBeLessThan(0.06);
    }
  });

  it("expand, contract, leave and come back", () => {
    const now = new Date("2028-02-29T09:30:00Z");
    const changes = stories.flatMap((story) =>
      pairs(phasesOf(story, now).filter(({ isPaid }) => isPaid)).map(
        ([before, after]) => monthly(story, after) - monthly(story, before),
      ),
    );
    expect(changes.filter((change) => change > 0).length).toBeGreaterThan(5);
    expect(changes.filter((change) => change < 0).length).toBeGreaterThan(1);
    const [left, again, ...others] = stories.filter(({ externalId }) => externalId === "velvet-music");
    expect([left?.status, again?.status, others]).toEqual(["CANCELED", "ACTIVE", []]);
    for (const day of DAYS) {
      const [end, start] = [left && lastDay(left, day), again && firstDay(again, day)];
      expect(Number(end), day.toISOString()).toBeLessThan(Number(start));
    }
  });

  it("owe what is overdue, and no more", () => {
    const late = stories.filter(({ status }) => status === "PAST_DUE" || status === "UNPAID");
    expect(late).toHaveLength(2);
    for (const now of DAYS)
      for (const story of late) {
        const starts = Array.from({ length: 24 }, (_, n) => addIntervals(firstDay(story, now), "MONTH", n));
        const start = starts.findLast((one) => one < now);
        const days = (now.getTime() - Number(start)) / DAY_MS;
        expect(days, `${story.name} on ${now.toISOString()}`).toBeGreaterThan(DAYS_TO_PAY + 1);
      }
  });

  it("have phases that follow each other and have begun, and one live subscription to a product", () => {
    for (const now of DAYS)
      for (const story of stories) {
        const phases = phasesOf(story, now);
        for (const { from, to } of phases)
          expect(
            from <= now && (to === null || (from < to && to <= now)),
            `${story.name} on ${now.toISOString()}`,
          ).toBe(true);
        for (const [before, after] of pairs(phases)) expect(after.from).toEqual(before.to);
      }
    const live = stories.filter(({ status }) => status !== "CANCELED");
    const bought = live.map(({ externalId, plan }) => `${externalId} ${planOf(plan)?.product}`);
    expect(new Set(bought).size).toBe(bought.length);
  });
});
