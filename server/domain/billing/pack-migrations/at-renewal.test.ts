import { describe, expect } from "vitest";
import { createJobHandlers } from "../../../jobs/handlers.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// Packs that wait for the period's end, of subscriptions that we invoice and of those on cards.

const clock = new ManualClock(new Date("2026-05-10T12:00:00.000Z"));
const it = itWith({ clock, hasOwnDatabase: true });

const flat = (unitAmount: number) => ({ currency: "USD", pricing: "FLAT" as const, unitAmount });
const CATALOG: Parameters<typeof aCatalog>[1] = {
  features: { events: { type: "METERED" }, seats: { type: "ALLOCATED" } },
  plans: [
    {
      slug: "team",
      entitlements: {
        events: { limit: 100, overage: "BILL", prices: [flat(2)] },
        seats: {
          limit: 2,
          overage: "BILL",
          driverStepSize: 1,
          prices: [{ ...flat(300), driverStepAmount: 1000n }],
        },
      },
      prices: [{ amount: 5000 }, { amount: 50_000, interval: "YEAR" }],
    },
  ],
};
const NEXT_PACK = [
  { feature_key: "events", limit: 50, overage: "BILL", prices: [{ currency: "USD", unit_amount: "3" }] },
  {
    feature_key: "seats",
    limit: 2,
    overage: "BILL",
    driver_step_size: 1,
    prices: [{ currency: "USD", unit_amount: "400", driver_step_amount: 1200 }],
  },
];

/** Publishes the next pack of the plan and moves all subscribers at the end of each one's period. Returns the pack's id. */
async function migrate(world: World, tenant: TestTenant, plan: { id: string; packId: string }) {
  const draft = { plan_id: plan.id, entitlements: NEXT_PACK };
  const { id } = (await tenant.admin.post("/v1/catalog/packs", draft)).body;
  expect((await tenant.admin.post(`/v1/catalog/packs/${id}/publish`)).status).toBe(200);
  const order = { from_pack_id: plan.packId, effective: "period_end" };
  const migration = await tenant.admin.post(`/v1/catalog/packs/${id}/migrations`, order);
  expect(migration.status, JSON.stringify(migration.body)).toBe(201);
  const job = { tenantId: tenant.id, id: migration.body.id };
  await createJobHandlers(world.services)["pack-migration"](job);
  return id as string;
}

const planOf = (story: Story) => story.catalog.plans.team as { id: string; packId: string };

describe("a pack that waits for the end of an invoiced period on a test clock", () => {
  it("serves from the new period on, once, and the renewal's invoice has its prices", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aStory(world, "2027-04-01T00:00:00Z", CATALOG);
    const id = await story.start("PROVIDER_B", "team", { drivers: [{ feature_key: "seats", steps: 3 }] });
    const to = await migrate(world, story.tenant, planOf(story));
    expect(await story.subscription(id)).toMatchObject({
      pack_id: planOf(story).packId,
      pending_pack_id: to,
    });
    expect((await story.use("events", 150)).status).toBe(201);
    expect((await story.use("seats", 6)).status).toBe(201);
    await story.to("2027-05-01T00:00:01Z");
    expect(await story.subscription(id)).toMatchObject({ pack_id: to, pending_pack_id: null });
    // The plan, steps at the new price, 50 events and a seat past the limits of the old pack.
    expect((await story.invoices(id)).map(({ amounts }) => amounts.sort((a, b) => a - b))).toEqual([
      [3000, 5000],
      [100, 300, 3600, 5000],
    ]);
    expect((await story.use("events", 150)).status).toBe(201);
    await story.to("2027-06-15T00:00:00Z");
    expect((await story.invoices(id)).at(-1)?.amounts.sort((a, b) => a - b)).toEqual([300, 400, 3600, 5000]);
    const events = await world.services.db.event.findMany({
      where: {
        tenantId: story.tenant.id,
        objectId: id,
        type: { in: ["subscription.pack_changed", "subscription.renewed"] },
      },
      orderBy: { sequence: "asc" },
    });
    expect(events.map(({ type }) => type)).toEqual([
      "subscription.pack_changed",
      "subscription.pack_changed",
      "subscription.renewed",
      "subscription.renewed",
    ]);
  });

  it("serves from the first of many periods that are passed at once, and on cards likewise", {
    tags: ["long"],
  }, async ({ world }) => {
    for (const provider of ["PROVIDER_B", "PROVIDER_A"] as const) {
      const story = await aStory(world, "2027-04-01T00:00:00Z", CATALOG);
      const id = await story.start(provider, "team");
      const to = await migrate(world, story.tenant, planOf(story));
      await story.to("2027-06-02T00:00:00Z");
      expect([provider, (await story.subscription(id)).pack_id]).toEqual([provider, to]);
      expect(await story.check("events")).toMatchObject({ limit: 50 });
    }
  });

  it("serves from a change of interval on, which ends the period", { tags: ["long"] }, async ({ world }) => {
    for (const provider of ["PROVIDER_B", "PROVIDER_A"] as const) {
      const story = await aStory(world, "2027-04-01T00:00:00Z", CATALOG);
      const id = await story.start(provider, "team");
      const to = await migrate(world, story.tenant, planOf(story));
      await story.to("2027-04-10T00:00:00Z");
      await story.tell(id, "change-plan", { plan_price_id: story.price("team", 1) });
      await story.to("2027-04-11T00:00:00Z");
      expect([provider, (await story.subscription(id)).pack_id]).toEqual([provider, to]);
    }
  });
});

/** The admin with a new token: the one before has expired with the clock. */
async function signedIn({ admin, adminApplication }: TestTenant) {
  const { id: client_id, clientSecret: client_secret } = adminApplication;
  const grant = { grant_type: "client_credentials", client_id, client_secret };
  const { body } = await admin.post("/v1/auth/token", grant);
  return admin.with({ authorization: `Bearer ${body.access_token}` });
}

describe("a pack that waits for the end of an invoiced period", () => {
  it("leaves the ended period to the old pack, whichever job comes first", { tags: ["long"] }, async ({
    world,
  }) => {
    for (const first of ["close-periods", "manual-invoicing"] as const) {
      const tenant = await aTenant(world);
      const { plans } = await aCatalog(tenant.scope, CATALOG);
      const team = plans.team as { id: string; packId: string; prices: string[] };
      const items = { seats: 3 };
      const sold = await aSubscription(tenant, { price: team.prices[0], paidBy: "invoice", items });
      const to = await migrate(world, tenant, team);
      const seats = { customer: sold.customer, feature_key: "seats", quantity: 6 };
      expect((await tenant.server.post("/v1/billing/usage", seats)).status).toBe(201);
      clock.moveTo(addSeconds(new Date(sold.body.current_period_end), 1));
      const jobs = createJobHandlers(world.services);
      await jobs[first]({});
      await Promise.all([jobs["manual-invoicing"]({}), jobs["close-periods"]({})]);
      const admin = await signedIn(tenant);
      const { body } = await admin.get(`/v1/billing/invoices?subscription_id=${sold.id}`);
      const [renewal] = body.data as { lines: { amount: number }[] }[];
      const amounts = renewal?.lines.map(({ amount }) => amount).sort((a, b) => a - b);
      expect([first, amounts]).toEqual([first, [300, 3600, 5000]]);
      const row = await admin.get(`/v1/billing/subscriptions/${sold.id}`);
      expect(row.body).toMatchObject({ pack_id: to, pending_pack_id: null });
    }
  });
});
