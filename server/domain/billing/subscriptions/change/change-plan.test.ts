// @module-tag ci
import { describe, expect } from "vitest";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { readChangeOptions } from "./read-change-options.ts";

let tenant: TestTenant;
let catalog: TestCatalog;

const soldBy = (driverStepSize: number, driverMaxSteps: number | null = null) => ({
  limit: 3,
  driverStepSize,
  driverMaxSteps,
  prices: [{ currency: "USD", driverStepAmount: 500n }],
});

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const plan = (slug: string, amount: number, seats: object, rooms = soldBy(1)) => ({
    slug,
    entitlements: { seats, rooms },
    prices: [{ amount }],
  });
  catalog = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" }, rooms: { type: "ALLOCATED" } },
    plans: [
      plan("crew", 1_000, soldBy(1)),
      plan("fleet", 3_000, soldBy(5)),
      plan("skiff", 2_000, soldBy(1, 1)),
      plan("solo", 4_000, { limit: 20 }),
    ],
  });
});

const priceOf = (plan: string) => catalog.plans[plan]?.prices[0] ?? "";

/** A subscription to crew with 2 seats and 4 rooms bought one by one. */
const aCrew = (paidBy: "card" | "invoice") =>
  aSubscription(tenant, { price: priceOf("crew"), paidBy, items: { seats: 2, rooms: 4 } });

const change = (id: string, plan: string, fields: object = {}, path = "") =>
  tenant.server.post(`/v1/billing/subscriptions/${id}/change-plan${path}`, {
    plan_price_id: priceOf(plan),
    ...fields,
  });

const stepsOf = (body: { drivers: { feature_key: string; steps: number }[] }) =>
  Object.fromEntries(body.drivers.map(({ feature_key, steps }) => [feature_key, steps]));

describe.each(["card", "invoice"] as const)("a change of plan paid by %s", (paidBy) => {
  it("to what it is already costs nothing in its preview, and drops what was to come", {
    tags: ["long"],
  }, async () => {
    const { id } = await aCrew(paidBy);
    const quotes = [
      await change(id, "crew", {}, "/preview"),
      await change(id, "crew", { drivers: [{ feature_key: "seats", steps: 2 }] }, "/preview"),
    ];
    for (const { status, body } of quotes) {
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body).toMatchObject({ plan_price_id: priceOf("crew"), lines: [], total: 0, amount_due: 0 });
      expect(body.next.amount).toBe(1_000 + 6 * 500);
    }
    const { status, body } = await change(id, "crew", { quote_id: quotes[0]?.body.id });
    expect([status, stepsOf(body)]).toEqual([200, { seats: 2, rooms: 4 }]);
    expect((await change(id, "fleet", { effective: "period_end" })).status).toBe(200);
    // The last wish is what comes: the change that is scheduled is dropped.
    expect((await change(id, "crew", {}, "/preview")).body.next.amount).toBe(1_000 + 6 * 500);
    expect((await change(id, "crew")).body.pending_plan_price_id).toBeNull();
  });

  it("keeps the bought units, not the steps: a started step of the new plan counts whole", {
    tags: ["long"],
  }, async () => {
    const { id } = await aCrew(paidBy);
    const quote = (await change(id, "fleet", {}, "/preview")).body;
    expect(quote.next.amount).toBe(3_000 + 500 + 4 * 500);
    const changed = await change(id, "fleet", { quote_id: quote.id });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(stepsOf(changed.body)).toEqual({ seats: 1, rooms: 4 });
    const seats = changed.body.entitlements.find(
      (one: { feature_key: string }) => one.feature_key === "seats",
    );
    expect(seats.limit).toBe(3 + 5);
    expect(stepsOf((await change(id, "crew")).body)).toEqual({ seats: 5, rooms: 4 });
  });
});

describe("the drivers of a change", () => {
  it("that are not named keep their units while others are changed", async () => {
    const { id } = await aCrew("invoice");
    const drivers = [{ feature_key: "rooms", steps: 6 }];
    expect(stepsOf((await change(id, "fleet", { drivers })).body)).toEqual({ seats: 1, rooms: 6 });
    const none = [{ feature_key: "rooms", steps: 0 }];
    expect(stepsOf((await change(id, "fleet", { drivers: none })).body)).toEqual({ seats: 1 });
  });

  it("are refused where the new plan sells fewer, with how many it sells; named, they are changed", async () => {
    const { id } = await aCrew("invoice");
    const refused = await change(id, "skiff");
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      422,
      "K6020",
      { feature_key: "seats", most: 1 },
    ]);
    const drivers = [{ feature_key: "seats", steps: 1 }];
    expect(stepsOf((await change(id, "skiff", { drivers })).body)).toEqual({ seats: 1, rooms: 4 });
  });

  it("end where the new plan does not sell them", async () => {
    const { id } = await aCrew("invoice");
    expect(stepsOf((await change(id, "solo")).body)).toEqual({ rooms: 4 });
  });
});

it("what can be chosen is what a change takes, with the bought units in the steps of each plan", async () => {
  const { id } = await aCrew("invoice");
  const options = () => readChangeOptions(tenant.scope, { id });
  const stepsBy = ({ prices }: Awaited<ReturnType<typeof options>>) =>
    prices.map(({ plan, is_present, drivers }) => [plan.slug, is_present, stepsOf({ drivers })]);
  expect(stepsBy(await options())).toEqual([
    ["crew", true, { seats: 2, rooms: 4 }],
    ["fleet", false, { seats: 1, rooms: 4 }],
    // It sells one seat.
    ["skiff", false, { seats: 1, rooms: 4 }],
    ["solo", false, { rooms: 4 }],
  ]);
  const seats = { feature_key: "seats", included: 3, step_size: 1, step_amount: 500, max_steps: null };
  expect((await options()).drivers[0]).toMatchObject({ ...seats, steps: 2, pending_steps: null });
  expect((await options()).prices[2]?.drivers[0]).toMatchObject({ ...seats, max_steps: 1 });

  for (const { plan_price, drivers } of (await options()).prices) {
    const wanted = drivers.map(({ feature_key, steps }) => ({ feature_key, steps }));
    const body = { plan_price_id: plan_price.id, drivers: wanted };
    const preview = await tenant.server.post(`/v1/billing/subscriptions/${id}/change-plan/preview`, body);
    expect(preview.status, JSON.stringify(preview.body)).toBe(201);
  }
  const drivers = [{ feature_key: "seats", steps: 6 }];
  await change(id, "crew", { effective: "period_end", drivers });
  expect((await options()).drivers[0]).toMatchObject({ steps: 2, pending_steps: 6 });
  await tenant.server.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
  expect(await options()).toMatchObject({ drivers: [{ steps: 2 }, { steps: 4 }], prices: [] });
});

it("the invoice that a change has paid is listed as soon as the change is answered", {
  tags: ["long"],
}, async () => {
  const { id, customerId } = await aCrew("card");
  const { total } = (await change(id, "fleet", {}, "/preview")).body;
  expect((await change(id, "fleet")).status).toBe(200);
  const { data } = (await tenant.server.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  expect(data[0]).toMatchObject({ status: "PAID", reason: "subscription_update", customer_id: customerId });
  // The change begins up to a few seconds after the preview.
  expect(Math.abs(data[0].total - total)).toBeLessThanOrEqual(1);
});
