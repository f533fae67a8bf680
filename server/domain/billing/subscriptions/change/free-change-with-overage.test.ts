import { describe, expect } from "vitest";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { continueMigration } from "../../pack-migrations/continue-migration.ts";

// What comes after a start at a price of 0: use past a limit is never billed where nothing can collect it.

let tenant: TestTenant;
let catalog: TestCatalog;

const prices = () => [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 2 }];

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      { slug: "free", entitlements: { events: { limit: 100, prices: prices() } }, prices: [{ amount: 0 }] },
      {
        slug: "payg",
        entitlements: { events: { limit: 100, overage: "BILL", prices: prices() } },
        prices: [{ amount: 0 }],
      },
    ],
  });
});

const subscribe = (paidBy: "card" | "invoice" | "nothing") =>
  aSubscription(tenant, { price: catalog.plans.free?.prices[0], paidBy });
const change = (id: string, path: string, more: object = {}) =>
  tenant.admin.post(`/v1/billing/subscriptions/${id}/${path}`, {
    plan_price_id: catalog.plans.payg?.prices[0],
    ...more,
  });
const overageOf = async (customer: string) =>
  (await tenant.server.get(`/v1/billing/entitlements/events?customer=${customer}`)).body.overage_behavior;
const REFUSED = [422, "K6021", { billed_features: ["events"] }];

describe("a change to a plan at a price of 0 that bills use past a limit", () => {
  it("is refused without a card: previewed, now and at the period's end", { tags: ["long"] }, async () => {
    const { id, customer } = await subscribe("nothing");
    for (const [path, more] of [
      ["change-plan/preview", {}],
      ["change-plan", {}],
      ["change-plan", { effective: "period_end" }],
    ] as const) {
      const { status, body } = await change(id, path, more);
      expect([status, body.code, body.details]).toEqual(REFUSED);
    }
    expect(await overageOf(customer)).toBe("BLOCK");
  });

  it("is made with a card, and where it is invoiced", { tags: ["long"] }, async () => {
    for (const paidBy of ["card", "invoice"] as const) {
      const { id, customer } = await subscribe(paidBy);
      expect((await change(id, "change-plan")).status).toBe(200);
      expect(await overageOf(customer)).toBe("BILL");
    }
  });
});

describe("an override that bills use past a limit at a price of 0", () => {
  const lay = (customer: string, more: object = { overage: "BILL" }) =>
    tenant.admin.post("/v1/billing/overrides", {
      customer,
      feature_key: "events",
      reason: "asked for it",
      ...more,
    });

  it("is refused without a card, also one that begins later", async () => {
    const { customer } = await subscribe("nothing");
    const later = new Date(Date.now() + 86_400_000).toISOString();
    for (const more of [{ overage: "BILL" }, { overage: "BILL", starts_at: later }]) {
      const { status, body } = await lay(customer, more);
      expect([status, body.code, body.details]).toEqual(REFUSED);
    }
    expect((await lay(customer, { limit_add: 5 })).status).toBe(201);
    expect(await overageOf(customer)).toBe("BLOCK");
  });

  it("is laid with a card, and where it is invoiced", async () => {
    for (const paidBy of ["card", "invoice"] as const) {
      const { customer } = await subscribe(paidBy);
      expect((await lay(customer)).status).toBe(201);
      expect(await overageOf(customer)).toBe("BILL");
    }
  });
});

it("a migration skips subscribers at a price of 0 without a card where the new pack bills use past a limit", {
  tags: ["long"],
}, async ({ world }) => {
  const own = await aTenant(world);
  const { plans } = await aCatalog(own.scope, {
    features: { events: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { events: { limit: 100 } }, prices: [{ amount: 0 }] }],
  });
  const sold = { price: plans.free?.prices[0] };
  const without = await aSubscription(own, { ...sold, paidBy: "nothing" });
  const others = [
    await aSubscription(own, { ...sold, paidBy: "card" }),
    await aSubscription(own, { ...sold, paidBy: "invoice" }),
  ];
  const events = { feature_key: "events", limit: 50, overage: "BILL", overage_ceiling: "10" };
  const entitlements = [{ ...events, prices: [{ currency: "USD", unit_amount: "2" }] }];
  const pack = await own.admin.post("/v1/catalog/packs", { plan_id: plans.free?.id, entitlements });
  await own.admin.post(`/v1/catalog/packs/${pack.body.id}/publish`);
  const from = { from_pack_id: plans.free?.packId };
  const { body } = await own.admin.post(`/v1/catalog/packs/${pack.body.id}/migrations`, from);
  await Promise.all([1, 2].map(() => continueMigration(own.scope, body.id)));
  const after = await own.admin.get(`/v1/pack-migrations/${body.id}`);
  expect(after.body).toMatchObject({ status: "DONE", total: 3, moved: 2, skipped: 1 });
  const packOf = async ({ id }: { id: string }) =>
    (await own.admin.get(`/v1/billing/subscriptions/${id}`)).body.pack_id;
  expect(await packOf(without)).toBe(plans.free?.packId);
  for (const one of others) expect(await packOf(one)).toBe(pack.body.id);
  const back = await own.admin.post(`/v1/pack-migrations/${body.id}/rollback`);
  expect(back.status).toBe(200);
  await continueMigration(own.scope, body.id);
  for (const one of [without, ...others]) expect(await packOf(one)).toBe(plans.free?.packId);
});
