import fc from "fast-check";
import { describe, expect } from "vitest";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import type { Reply } from "../../../testing/client.ts";
import { it } from "../../../testing/it.ts";

let tenant: TestTenant;
let planId: string;
let priceId: string;

const AT = "/v1/catalog";
const CALLS = {
  feature_key: "calls",
  limit: 10_000,
  overage: "BILL",
  prices: [
    {
      currency: "USD",
      pricing: "GRADUATED",
      overage_cap_amount: 50_000,
      tiers: [
        { up_to: "2000", unit_amount: "1" },
        { up_to: null, unit_amount: "0.5", flat_amount: "100" },
      ],
    },
  ],
};
const SEATS = {
  feature_key: "seats",
  limit: 5,
  driver_step_size: 2,
  driver_max_steps: 3,
  prices: [{ currency: "USD", driver_step_amount: 900 }],
};

async function postTo(own: TestTenant, path: string, body: object): Promise<Reply["body"]> {
  const reply = await own.admin.post(`${AT}/${path}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

const made = (path: string, body: object) => postTo(tenant, path, body);

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  await made("features", { key: "calls", name: "API calls", type: "METERED", position: 1 });
  await made("features", { key: "seats", name: "Seats", type: "ALLOCATED", position: 2 });
  const product = await made("products", { slug: "desk", name: "Desk" });
  planId = (await made("plans", { product_id: product.id, slug: "team", name: "Team" })).id;
  const money = { amount: 4900, currency: "USD", interval: "MONTH" };
  priceId = (await made("prices", { plan_id: planId, ...money })).id;
});

const preview = (body: object) => tenant.admin.post(`${AT}/plans/${planId}/preview`, body);
const ask = async (units: number, entitlements: object[] = [CALLS, SEATS], feature_key = "calls") =>
  (await preview({ entitlements, usage: [{ feature_key, units }] })).body;

describe("a plan's preview", () => {
  it("shows unsaved features as the price list would, and what they grant in words", async () => {
    const { status, body } = await preview({ entitlements: [CALLS, SEATS] });
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body.plan).toMatchObject({ slug: "team", name: "Team", is_free: false });
    expect(body.plan.prices).toMatchObject([{ id: priceId, amount: 4900 }]);
    expect(body.plan.features).toMatchObject([
      { key: "calls", limit: 10_000, reset_interval: "MONTH" },
      { key: "seats", limit: 5, driver_step_size: 2 },
    ]);
    expect(body.features.map(({ summary }: { summary: string }) => summary)).toEqual([
      "10,000 a month, then $0.01 each for the first 2,000, $0.005 each and $1 once after that, at most $500 a month",
      "5 included; customers can buy more for $9 for 2 a month, at most 6 more",
    ]);
    expect((await tenant.admin.get(`${AT}/packs?plan_id=${planId}`)).body.data).toEqual([]);
  });

  it("says what differs from the version on sale, and how many keep the one that they have", async ({
    world,
  }) => {
    const own = await aTenant(world);
    const { id: product } = await postTo(own, "products", { slug: "desk", name: "Desk" });
    await postTo(own, "features", { key: "calls", name: "API calls", type: "METERED" });
    await postTo(own, "features", { key: "sso", name: "Single sign-on", type: "BOOLEAN" });
    const plan = await postTo(own, "plans", { product_id: product, slug: "team", name: "Team" });
    const price = await postTo(own, "prices", {
      plan_id: plan.id,
      amount: 4900,
      currency: "USD",
      interval: "MONTH",
    });
    const said = async (entitlements: object[]) =>
      (await own.admin.post(`${AT}/plans/${plan.id}/preview`, { entitlements })).body;
    const calls = { feature_key: "calls", limit: 100 };
    const words = { feature_key: "calls", feature_name: "API calls" };
    expect(await said([calls])).toMatchObject({
      changes: [{ ...words, before: null, after: "100 a month" }],
      subscribers: 0,
    });
    const pack = await postTo(own, "packs", { plan_id: plan.id, entitlements: [calls] });
    await own.admin.post(`${AT}/packs/${pack.id}/publish`);
    await aSubscription(own, { price: price.id, paidBy: "invoice" });
    expect(await said([calls])).toMatchObject({ changes: [], subscribers: 1 });
    const { changes } = await said([{ ...calls, limit: 200 }, { feature_key: "sso" }]);
    expect(changes).toEqual([
      { ...words, before: "100 a month", after: "200 a month" },
      { feature_key: "sso", feature_name: "Single sign-on", before: null, after: "Included" },
    ]);
  });

  it("says what a customer pays who uses so much", async () => {
    const { cost } = await ask(12_000);
    expect(cost.totals).toEqual([{ interval: "MONTH", amount: 6900 }]);
    expect(cost.summary).toBe("12,000 API calls cost $69.00 a month.");
    expect(cost.lines).toMatchObject([
      { kind: "PLAN", amount: 4900 },
      { kind: "OVERAGE", feature_key: "calls", units: 2000, amount: 2000 },
    ]);
    expect((await ask(500)).cost.summary).toBe("500 API calls cost $49.00 a month.");
    expect((await ask(0)).cost.summary).toBe("The plan by itself costs $49.00 a month.");
  });

  it("buys the steps that hold the units, and says what is refused past the last one", async () => {
    const { cost } = await ask(8, [SEATS], "seats");
    expect(cost.lines).toMatchObject([
      { kind: "PLAN" },
      { kind: "STEPS", feature_key: "seats", units: 4, amount: 1800 },
    ]);
    const most = await ask(20, [SEATS], "seats");
    expect(most.cost.refused).toMatchObject([{ feature_key: "seats", allowed: 11, refused: 9 }]);
    expect(most.cost.totals).toEqual([{ interval: "MONTH", amount: 7600 }]);
  });

  it("keeps apart what is paid at another interval", async () => {
    const yearly = await made("prices", {
      plan_id: planId,
      amount: 49_000,
      currency: "USD",
      interval: "YEAR",
    });
    const { body } = await preview({
      entitlements: [CALLS],
      plan_price_id: yearly.id,
      usage: [{ feature_key: "calls", units: 10_100 }],
    });
    expect(body.cost.summary).toBe("10,100 API calls cost $490.00 a year and $1.00 a month.");
    expect((await tenant.admin.post(`${AT}/prices/${yearly.id}/archive`)).status).toBe(200);
    expect((await preview({ plan_price_id: yearly.id })).body.code).toBe("K5003");
  });

  it("says in the words of a form what keeps it from being published", async () => {
    const problemOf = async (entitlement: object) => (await ask(0, [entitlement])).features[0].problem;
    expect(await problemOf(CALLS)).toBeNull();
    expect(await problemOf({ ...CALLS, prices: [] })).toBe("Say what use past the limit costs.");
    expect(await problemOf({ ...CALLS, prices: [{ currency: "EUR", unit_amount: "1" }] })).toBe(
      "The plan is sold in USD, paid once a month. Say what more costs there, too.",
    );
  });

  it("refuses all units of a feature that the plan does not grant, or has switched off", async () => {
    for (const granted of [[SEATS], [SEATS, { ...CALLS, enabled: false }]]) {
      const { cost } = await ask(500, granted);
      expect(cost.refused).toEqual([
        { feature_key: "calls", feature_name: "API calls", allowed: 0, refused: 500 },
      ]);
      expect(cost.summary).toBe("The plan by itself costs $49.00 a month.");
    }
  });

  it("refuses what is more than can be billed or sold, as recording and buying do", async () => {
    const flat = { ...CALLS, prices: [{ currency: "USD", unit_amount: "1" }] };
    const { cost } = await ask(1e15, [flat]);
    expect(cost.refused).toMatchObject([{ allowed: 1e12 + 10_000, refused: 1e15 - 1e12 - 10_000 }]);
    const endless = { ...SEATS, driver_max_steps: null };
    const seats = (await ask(1e15, [endless], "seats")).cost;
    expect(seats.lines).toMatchObject([{ kind: "PLAN" }, { kind: "STEPS", units: 2e6, amount: 9e8 }]);
    expect(seats.refused).toMatchObject([{ allowed: 2_000_005, refused: 1e15 - 2_000_005 }]);
    expect((await ask(2e15)).code).toBe("K1002");
  });

  it("refuses a feature that is named twice, and use of one that is not counted", async () => {
    const twice = { feature_key: "calls", units: 6_000 };
    const reply = await preview({ entitlements: [CALLS], usage: [twice, twice] });
    expect([reply.status, reply.body.code, reply.body.issues[0].path]).toEqual([400, "K1002", "usage"]);
    expect((await ask(0, [CALLS, CALLS])).code).toBe("K5009");
    await made("features", { key: "sso", name: "SSO", type: "BOOLEAN", position: 3 });
    expect((await ask(1, [CALLS], "sso")).code).toBe("K8003");
  });

  it("refuses what is not the tenant's", async () => {
    expect((await ask(0, [{ feature_key: "none" }])).code).toBe("K8001");
    expect((await ask(1, [CALLS], "none")).code).toBe("K8001");
    expect((await preview({ pack_id: "pack_none" })).body.code).toBe("K5005");
    expect((await tenant.admin.post(`${AT}/plans/plan_none/preview`, {})).body.code).toBe("K5002");
  });
});

it("a subscription is billed for its use what the preview said", { tags: ["long"] }, async () => {
  const pack = await made("packs", { plan_id: planId, entitlements: [CALLS, SEATS] });
  expect((await tenant.admin.post(`${AT}/packs/${pack.id}/publish`)).status).toBe(200);
  const { id, customer } = await aSubscription(tenant, { price: priceId, paidBy: "invoice" });
  const said = async (units: number) => {
    const { cost } = (await preview({ usage: [{ feature_key: "calls", units }] })).body;
    return cost.lines.find(({ kind }: { kind: string }) => kind === "OVERAGE")?.amount ?? 0;
  };
  let used = 0;
  const amounts = fc.sample(fc.integer({ min: 1, max: 30_000 }), { numRuns: 6, seed: 7 });
  // Started steps are billed whole: parts of a unit among them.
  for (const quantity of [9_999, 1, 0.5, 0.25, 1.25, ...amounts]) {
    const reply = await tenant.server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity });
    if (reply.status < 300) used += quantity;
    const { body } = await tenant.server.get(`/v1/billing/entitlements/calls?customer=${customer}`);
    expect([body.used, body.billed_amount]).toEqual([used, await said(used)]);
  }
  const end = await tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
  expect([end.status, end.body.status]).toEqual([200, "CANCELED"]);
  const record = await tenant.scope.db.usageRecord.findFirstOrThrow({
    where: { tenantId: tenant.scope.tenantId, feature: { key: "calls" } },
  });
  expect(Number(record.billedAmount)).toBe(await said(used));
  expect(await said(used)).toBeGreaterThan(2_000);
});
