// A change of plan that the card provider refuses for good must not block the next.
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aStory } from "../../../../testing/a-story.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";
import { appRouter } from "../../../../trpc/root.ts";
import { toApiError } from "../../../../trpc/to-api-error.ts";

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;

const PLANS = {
  plans: [
    { slug: "free", prices: [{ amount: 0 }] },
    { slug: "basic", prices: [{ amount: 1000 }] },
    { slug: "pro", prices: [{ amount: 3000 }] },
    { slug: "max", prices: [{ amount: 5000 }] },
  ],
};

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, PLANS);
});

afterAll(() => world.close());

const price = (plan: string) => catalog.plans[plan]?.prices[0] ?? "";

/** The provider's SDK on a tenant's account. */
function providerOf({ providerKey }: TestTenant): Stripe {
  const { hostname: host, port } = new URL(world.sandboxUrl);
  return new Stripe(providerKey, { host, port: Number(port), protocol: "http" });
}

async function change(id: string, plan: string) {
  const { status, body } = await tenant.admin.post(`/v1/billing/subscriptions/${id}/change-plan`, {
    plan_price_id: price(plan),
  });
  return [status, status === 200 ? body.plan_price_id : body.code];
}

it("one that was interrupted is finished in the next period", { tags: ["long"] }, async () => {
  const story = await aStory(world, "2027-04-01T00:00:00.000Z", PLANS);
  const id = await story.start("PROVIDER_A", "basic");
  await story.to("2027-04-30T23:00:00.000Z");
  const fault = { kind: "error_before", method: "POST", path: "/v1/subscriptions/*", count: 3 };
  await providerOf(story.tenant).rawRequest("POST", "/sandbox/faults", fault);
  await story.tell(id, "change-plan", { plan_price_id: story.price("pro") }, 503);
  await story.to("2027-05-02T00:00:00.000Z");
  await story.tell(id, "change-plan", { plan_price_id: story.price("pro") });
  // The invoice's callback has arrived by then.
  await story.to("2027-05-02T01:00:00.000Z");
  expect((await story.invoices(id)).map(({ total }) => total)).toEqual([1000, 1000, 2000]);
});

it("one whose price the provider no longer sells is refused each time in its words, which customers are not told, and another is made", {
  tags: ["long"],
}, async () => {
  const { id } = await aSubscription(tenant, { price: price("basic") });
  expect(await change(id, "pro")).toEqual([200, price("pro")]);
  expect(await change(id, "basic")).toEqual([200, price("basic")]);
  const stripe = providerOf(tenant);
  for await (const { id: sold, unit_amount } of stripe.prices.list({ active: true }))
    if (unit_amount === 3000) await stripe.prices.update(sold, { active: false });
  expect(await change(id, "pro")).toEqual([422, "K7020"]);
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const again = await tenant.admin.post(path, { plan_price_id: price("pro") });
  const { provider } = again.body.details;
  expect(provider).toEqual({
    message: expect.stringContaining("inactive"),
    code: null,
    param: expect.stringContaining("price"),
    request_id: expect.stringMatching(/^req_/),
  });
  expect(again.body.message).toContain(provider.message);
  const { customerId } = await world.services.db.subscription.findFirstOrThrow({ where: { id } });
  const portal = appRouter.createCaller({
    services: world.services,
    requestId: "req_portal",
    authorization: null,
    address: "127.0.0.1",
    caller: {
      type: "portal",
      tenantId: tenant.id,
      tenantMode: tenant.scope.tenantMode,
      customerId,
      address: "127.0.0.1",
      member: null,
    },
  });
  const asked = portal.subscriptions.changePlan({ id, plan_price_id: price("pro") });
  const told = toApiError(await asked.catch((error: unknown) => error));
  expect(told).toMatchObject({ code: "K7020", details: { reason: "the seller can see why" } });
  expect(JSON.stringify(told.toBody("req_1"))).not.toContain("inactive");
  expect(await change(id, "max")).toEqual([200, price("max")]);
});

it("one that costs something is K6052 for a customer without a card, says how to save one, and is made after that", {
  tags: ["long"],
}, async () => {
  const customer = unique("customer");
  const started = await tenant.admin.post("/v1/billing/subscriptions", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: price("free"),
  });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const { id } = started.body;
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const refused = await tenant.admin.post(path, { plan_price_id: price("basic") });
  expect([refused.status, refused.body.code, refused.body.details]).toMatchObject([
    409,
    "K6052",
    { currency: "USD", save_with: "POST /v1/billing/payment-methods" },
  ]);
  const later = await tenant.admin.post(path, { plan_price_id: price("basic"), effective: "period_end" });
  expect([later.status, later.body.code, later.body.details]).toMatchObject([
    409,
    "K6052",
    { currency: "USD", save_with: "POST /v1/billing/payment-methods" },
  ]);
  const saved = await tenant.admin.post("/v1/billing/payment-methods", {
    customer,
    cardprovider_test_card_token: "tok_visa",
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await change(id, "basic")).toEqual([200, price("basic")]);
  const [card] = (await tenant.admin.get(`/v1/billing/payment-methods?customer=${customer}`)).body.data;
  await tenant.admin.send("DELETE", `/v1/billing/payment-methods/${card.id}?customer=${customer}`);
  expect(await change(id, "max")).toEqual([409, "K6052"]);
});
