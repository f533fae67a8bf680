import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog, type TestCatalog } from "../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "free", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 0 }] },
      { slug: "basic", entitlements: { calls: { limit: 1000 } }, prices: [{ amount: 1000 }] },
    ],
    freePlan: "free",
  });
});

afterAll(() => world.close());

it("a subscription that began when its customer was made, and has ended, leaves the free plan's usage free to count", async () => {
  const customer = unique("customer");
  const post = (path: string, body: object) => tenant.admin.post(path, body);
  const started = await post("/v1/billing/subscriptions", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans.basic?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  });
  const { id, current_period_start: start } = started.body;
  // The provider counts in whole seconds: one customer in a thousand is made at one.
  await world.services.pool.query("update customers set created_at = $1 where external_id = $2", [
    start,
    customer,
  ]);
  const use = () => post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 1 });
  expect((await use()).status).toBe(201);
  expect((await post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" })).status).toBe(200);
  expect((await use()).status).toBe(201);
  const { body } = await tenant.admin.get(`/v1/billing/entitlements/calls?customer=${customer}`);
  expect(body).toMatchObject({ used: 1, limit: 100 });
  const { rows } = await world.services.pool.query(
    `select u.status, u.value::int as value from usage_records u join customers c using (tenant_id)
     where c.id = u.customer_id and c.external_id = $1 order by u.status`,
    [customer],
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { status: "CLOSED", value: 1 },
      { status: "OPEN", value: 1 },
    ]),
  );
});
