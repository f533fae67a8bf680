import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog, type TestCatalog } from "../a-catalog.ts";
import { aSubscription } from "../a-subscription.ts";
import { aTenant, type TestTenant } from "../a-tenant.ts";
import { done } from "../stage.ts";
import { openWorld, unique, type World } from "../world.ts";
import { ROOT } from "./blocks.ts";

// The worked examples of docs/entitlements-and-usage.md, played row by row over REST, in the time of a test clock.

let world: World;
let page: string;

beforeAll(async () => {
  world = await openWorld();
  page = await readFile(join(ROOT, "docs/entitlements-and-usage.md"), "utf8");
});

afterAll(() => world.close());

/** The rows of the table after a mark of the page, each as its cells. */
function rowsAfter(mark: string): string[][] {
  const table = page.split(`<!-- ${mark} -->`)[1]?.trimStart().split("\n\n")[0] ?? "";
  const [, , ...rows] = table.split("\n").map((line) => line.split("|").slice(1, -1));
  return rows.map((cells) => cells.map((cell) => cell.trim()));
}

const numberIn = (text: string) => Number(/[\d,.]+/.exec(text)?.[0].replaceAll(",", ""));
/** What a cell says; null where it is empty. */
const figure = (cell: string | undefined) => (cell ? numberIn(cell) : null);

const START = "2027-04-01T00:00:00Z";
/** So many units a month, then 0.02 dollars each. */
const aMonth = (limit: number) => ({
  limit,
  resetInterval: "MONTH" as const,
  overage: "BILL" as const,
  prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 2 }],
});

/** A TEST tenant with a clock, and a customer on it. */
async function aReader(feature: string) {
  const tenant = await aTenant(world, { mode: "TEST" });
  const clock = (await done(tenant.admin.post("/v1/test-clocks", { now: START }))).id;
  const customer = unique("customer");
  const named = { customer, feature_key: feature };
  return {
    tenant,
    customer,
    clock,
    use: (quantity: number) => done(tenant.server.post("/v1/billing/usage", { ...named, quantity })),
    set: (value: number) => done(tenant.admin.post("/v1/billing/usage/set", { ...named, value })),
    to: (moment: string) => done(tenant.admin.post(`/v1/test-clocks/${clock}/advance`, { to: moment })),
    check: () => done(tenant.server.get(`/v1/billing/entitlements/${feature}?customer=${customer}`)),
  };
}

const priceOf = ({ plans }: TestCatalog, slug: string, number = 0) => plans[slug]?.prices[number];

async function buys(tenant: TestTenant, customer: string, clock: string, prices: (string | undefined)[]) {
  const [first, ...others] = prices;
  const bought = [await aSubscription(tenant, { customer, clock, price: first, paidBy: "invoice" })];
  for (const price of others)
    bought.push(await aSubscription(tenant, { customer, price, paidBy: "invoice" }));
  return bought;
}

it("several sources of a feature count and add up as the table says", { tags: ["long"] }, async () => {
  const { tenant, customer, clock, use, set, to, check } = await aReader("credits");
  const studio = await aCatalog(tenant.scope, {
    features: { credits: { type: "METERED" } },
    plans: [{ slug: "studio", entitlements: { credits: aMonth(20_000) }, prices: [{ amount: 2900 }] }],
  });
  const known = studio.features;
  const boost = await aCatalog(tenant.scope, {
    known,
    plans: [
      {
        slug: "boost",
        entitlements: { credits: { limit: 5_000, resetInterval: "WEEK" } },
        prices: [{ amount: 500 }],
      },
    ],
  });
  const gallery = await aCatalog(tenant.scope, {
    known,
    plans: [
      {
        slug: "free",
        entitlements: { credits: { limit: 500, resetInterval: "DAY" } },
        prices: [{ amount: 0 }],
      },
    ],
    freePlan: "free",
  });
  const sold = await buys(tenant, customer, clock, [priceOf(studio, "studio"), priceOf(boost, "boost")]);
  const rows = rowsAfter("several sources");
  expect(rows.length).toBeGreaterThan(4);
  for (const [step = "", ...cells] of rows) {
    if (step.startsWith("uses")) await use(numberIn(step));
    else if (step.startsWith("usage is set")) await set(numberIn(step));
    else if (step === "waits a day") await to("2027-04-02T00:01:00Z");
    else if (step === "ends Boost")
      await done(tenant.admin.post(`/v1/billing/subscriptions/${sold[1]?.id}/cancel`, { at: "now" }));
    else throw new Error(`no such step: ${step}`);
    const { used, limit, billed_amount: billed, parts } = await check();
    const usedOf = (catalog: TestCatalog) =>
      parts.find(({ product_id: id }: { product_id: string }) => id === catalog.productId)?.used ?? null;
    const found = [gallery, boost, studio].map(usedOf);
    expect([...found, used, limit, billed / 100], step).toEqual(cells.map(figure));
  }
});

it("what was used before a change of terms is owed and carried as the table says", {
  tags: ["long"],
}, async () => {
  const { tenant, customer, clock, use, to, check } = await aReader("events");
  const catalog = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "small",
        entitlements: { events: aMonth(100) },
        prices: [{ amount: 900 }, { amount: 9000, interval: "YEAR" }],
      },
      { slug: "large", entitlements: { events: aMonth(1_000) }, prices: [{ amount: 4900 }] },
    ],
  });
  const [sold] = await buys(tenant, customer, clock, [priceOf(catalog, "small")]);
  const change = (price: string | undefined) =>
    done(tenant.admin.post(`/v1/billing/subscriptions/${sold?.id}/change-plan`, { plan_price_id: price }));
  const rows = rowsAfter("changed terms");
  expect(rows.length).toBeGreaterThan(4);
  for (const [step = "", ...cells] of rows) {
    if (step.startsWith("uses")) await use(numberIn(step));
    else if (step === "changes to a yearly price a day later") {
      await to("2027-04-02T00:00:00Z");
      await change(priceOf(catalog, "small", 1));
    } else if (step.startsWith("changes to a plan"))
      await change(priceOf(catalog, numberIn(step) === 100 ? "small" : "large"));
    else throw new Error(`no such step: ${step}`);
    const { used, limit, billed_amount: billed } = await check();
    expect([used, limit, billed / 100], step).toEqual(cells.map(figure));
  }
});
