import { describe, expect, it as pure } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { comingOf, droppedBy, type FoundChange } from "./coming.ts";

// What comes of a subscription, over REST; with a clock and with a card in coming.long.test.ts.

const seats = {
  limit: 5,
  driverStepSize: 1,
  driverMaxSteps: 100,
  prices: [{ currency: "USD", driverStepAmount: 800n }],
};

/** A subscription to team by invoice: 4900 with 5 seats, and 9 more at 800 each. */
async function aTeam(world: World) {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "team", prices: [{ amount: 4900 }], entitlements: { seats } },
      { slug: "max", prices: [{ amount: 9900 }] },
    ],
  });
  const price = (slug: string) => plans[slug]?.prices[0] ?? "";
  const { id } = await aSubscription(tenant, { paidBy: "invoice", price: price("team") });
  const path = `/v1/billing/subscriptions/${id}`;
  const change = (fields: object, what = "change-plan") => tenant.admin.post(`${path}/${what}`, fields);
  const steps = (count: number) => ({
    plan_price_id: price("team"),
    drivers: [{ feature_key: "seats", steps: count }],
  });
  expect((await change(steps(9))).status).toBe(200);
  return {
    tenant,
    id,
    path,
    price,
    change,
    steps,
    preview: (fields: object) => change(fields, "change-plan/preview"),
    read: async () => (await tenant.admin.get(path)).body,
  };
}

describe("seats that go down with the next period", () => {
  it("are shown with what they then cost, in one, in the list and in the event, until they are dropped", async ({
    world,
  }) => {
    const team = await aTeam(world);
    expect((await team.read()).coming).toBeNull();
    const answer = (await team.change({ ...team.steps(2), effective: "period_end" })).body;
    const shown = await team.read();
    expect(shown.coming).toEqual({
      change: {
        plan: shown.plan,
        price: shown.plan_price,
        drivers: [
          { feature_key: "seats", feature_name: "seats", steps: 2, step_size: 1, units: 7, amount: 1600 },
        ],
        amount: 6500,
        currency: "USD",
        at: shown.current_period_end,
        waits_for: "period_end",
        amount_due: null,
        url: null,
        expires_at: null,
        invoice_id: null,
      },
      ending: null,
      pause: null,
    });
    expect(shown.pending_plan_price_id).toBe(shown.plan_price_id);
    const listed = (await team.tenant.admin.get("/v1/billing/subscriptions")).body.data[0];
    const { db, tenantId } = team.tenant.scope;
    const where = { tenantId, type: "subscription.change_scheduled" };
    const event = await db.event.findFirstOrThrow({ where });
    for (const other of [answer, listed, event.data]) expect(other).toMatchObject({ coming: shown.coming });
    expect((await team.tenant.admin.send("DELETE", `${team.path}/pending-change`)).body.coming).toBeNull();
    expect((await team.tenant.admin.send("DELETE", `${team.path}/pending-change`)).body.code).toBe("K6015");
  });
});

it("a quote names the change that comes and that is dropped for it; the same change drops nothing", async ({
  world,
}) => {
  const team = await aTeam(world);
  const later = { plan_price_id: team.price("max"), effective: "period_end" };
  expect((await team.preview(later)).body.drops).toBeNull();
  await team.change(later);
  expect((await team.preview(later)).body.drops).toBeNull();
  const { coming } = await team.read();
  for (const wish of [
    team.steps(10),
    { ...team.steps(10), effective: "period_end" },
    { plan_price_id: team.price("max") },
    { plan_price_id: team.price("team") },
  ])
    expect((await team.preview(wish)).body.drops).toEqual(coming.change);
  await team.change(team.steps(10));
  expect((await team.read()).coming).toBeNull();
});

it("an ending says when, by whom and why; a pause since when; resuming takes one back, then the other", async ({
  world,
}) => {
  const team = await aTeam(world);
  await team.change({ reason: "Too much." }, "cancel");
  await team.change({}, "pause");
  const { coming, current_period_end: at } = await team.read();
  const ending = { at, by: "application", reason: "Too much." };
  expect(coming).toEqual({ change: null, ending, pause: { since: expect.any(String), resumes_at: null } });
  await team.change({}, "resume");
  expect((await team.read()).coming).toEqual({ change: null, ending, pause: null });
  await team.change({}, "resume");
  expect((await team.read()).coming).toBeNull();
});

it("a quote for a subscription that ends promises no next period, and none is quoted for one that will not be", async ({
  world,
}) => {
  const team = await aTeam(world);
  await team.change({}, "cancel");
  const { current_period_end: ends } = await team.read();
  for (const wish of [team.steps(10), { plan_price_id: team.price("team") }]) {
    const quote = (await team.preview(wish)).body;
    expect([quote.next, quote.ends_at]).toEqual([null, ends]);
  }
  const later = await team.preview({ ...team.steps(10), effective: "period_end" });
  expect([later.status, later.body.code, later.body.details.status]).toEqual([409, "K6003", "ending"]);
});

const ROW = {
  status: "ACTIVE",
  planId: "plan_a",
  packId: null,
  currentPeriodEnd: new Date("2030-02-01T00:00:00Z"),
  trialEnd: null,
  pendingChangeAt: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  endingBy: null,
  endingReason: null,
  pausedAt: null,
} as const;

const FOUND: FoundChange = {
  waitsFor: "cardholder",
  target: { planPriceId: "price_b", planId: "plan_b", packId: "pack_b", drivers: [] },
  plan: { id: "plan_b", slug: "b", name: "B" },
  price: {
    id: "price_b",
    amount: 3000n,
    currency: "USD",
    interval: "MONTH",
    labelName: "",
    labelSlug: "",
  } as FoundChange["price"],
  invoice: {
    id: "inv_1",
    amountDue: 5599n,
    currency: "USD",
    url: "https://pay.example/1",
    issuedAt: new Date("2030-01-10T00:00:00Z"),
  },
};

pure.each([
  ["2030-01-10T22:59:59Z", "2030-01-10T23:00:00.000Z", {}],
  ["2030-01-10T23:00:00Z", null, {}],
  [
    "2030-01-10T04:00:00Z",
    "2030-01-10T05:00:00.000Z",
    { currentPeriodEnd: new Date("2030-01-10T05:00:00Z") },
  ],
  ["2030-01-10T04:00:00Z", null, { status: "CANCELED" as const }],
])("at %s a change that waits for its cardholder can be confirmed until %s", (now, until, fields) => {
  const coming = comingOf({ ...ROW, ...fields }, FOUND, null, new Date(now));
  expect(coming?.change?.expires_at ?? null).toBe(until);
  if (until) expect(coming?.change).toMatchObject({ at: null, waits_for: "cardholder", amount_due: 5599 });
});

pure("one whose moment has come waits for nothing", () => {
  const scheduled = { ...FOUND, waitsFor: "period_end", invoice: null } as const;
  const at = (now: string) => comingOf(ROW, scheduled, null, new Date(now))?.change?.waits_for;
  expect([at("2030-01-31T00:00:00Z"), at("2030-02-01T00:00:00Z")]).toEqual(["period_end", null]);
});

pure("the change that waits for its cardholder is dropped by the same one for the period's end", () => {
  const coming = comingOf(ROW, FOUND, null, new Date("2030-01-10T01:00:00Z"));
  const wanted = { price: { id: "price_b" }, drivers: [] };
  expect(droppedBy(coming, wanted, "now")).toBeNull();
  expect(droppedBy(coming, wanted, "period_end")).toEqual(coming?.change);
});
