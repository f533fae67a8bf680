import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser } from "../../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { appRouter } from "../../../trpc/root.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { removeUnpaidVisitors } from "./due-work.ts";

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;
const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) };

beforeAll(async () => {
  world = await openWorld({ clock, hasOwnDatabase: true });
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, {
    plans: [
      { slug: "free", prices: [{ amount: 0 }] },
      { slug: "pro", prices: [{ amount: 2000 }] },
    ],
  });
});

afterAll(() => world.close());

const address = () => `${unique("person")}@example.com`;
const priceOf = (slug: string) => catalog.plans[slug]?.prices[0] ?? "";

/** What the public page does with a typed e-mail address: returns the URL of the card provider's page. */
async function visit(email: string, slug = "pro"): Promise<string> {
  const { mode } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const visitor = appRouter.createCaller({
    services: world.services,
    caller: { type: "visitor", tenantId: tenant.id, tenantMode: mode, address: "192.0.2.1" },
    requestId: newId("request"),
    authorization: null,
    address: "192.0.2.1",
  });
  return (await visitor.checkout.openForVisitor({ plan_price_id: priceOf(slug), email })).url;
}

/** Opens the page and completes it with a card; what the callback would bring is fetched at once. */
async function buy(email: string, slug = "pro") {
  const url = await visit(email, slug);
  const card = new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" });
  expect((await fetch(url, { method: "POST", body: card, redirect: "manual" })).status).toBe(303);
  const { db } = tenant.scope;
  const session = await db.checkoutSession.findFirstOrThrow({ where: { tenantId: tenant.id, url } });
  await adoptAll();
  return session.customerId;
}

async function adoptAll(): Promise<void> {
  const provider = await cardProviderOf(tenant.scope);
  for await (const { id } of provider.listSubscriptions()) await syncFromProvider(tenant.scope, id);
}

/** A customer whom the tenant's back end made, with a subscription that costs nothing. */
async function aBackEndCustomer(email: string, isSubscribed = true): Promise<string> {
  const customer = unique("acme");
  if (!isSubscribed) {
    const made = await tenant.server.post("/v1/billing/cardprovider/setup-intent", { customer, email });
    return made.body.customer_id;
  }
  const started = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email,
    plan_price_id: priceOf("free"),
  });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  return started.body.customer.id;
}

describe("a person who registers joins", () => {
  it("the customer of the back end, though a stranger opened a checkout with the same address", {
    tags: ["long"],
  }, async () => {
    const email = address();
    const theirs = await aBackEndCustomer(email);
    await visit(email);
    expect((await aUser(tenant, { email })).customerId).toBe(theirs);
  });

  it("the customer of the back end, though a stranger even paid under the same address", {
    tags: ["long"],
  }, async () => {
    const email = address();
    await buy(email);
    const theirs = await aBackEndCustomer(email, false);
    expect((await aUser(tenant, { email })).customerId).toBe(theirs);
  });

  it("nothing that a visitor left unpaid", { tags: ["long"] }, async () => {
    const email = address();
    await visit(email);
    const user = await aUser(tenant, { email });
    const own = await tenant.scope.db.customer.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: tenant.id, id: user.customerId } },
    });
    expect(own.externalId).toBe(user.id);
  });

  it("nothing that a visitor took without paying", { tags: ["long"] }, async () => {
    const email = address();
    const taken = await buy(email, "free");
    expect((await aUser(tenant, { email })).customerId).not.toBe(taken);
  });

  it("what they paid for on the public page", { tags: ["long"] }, async () => {
    const email = address();
    await visit(email);
    const paid = await buy(email);
    expect((await aUser(tenant, { email })).customerId).toBe(paid);
  });

  it("nothing paid on the public page that has a user already", { tags: ["long"] }, async () => {
    const email = address();
    const paid = await buy(email);
    const customer = await tenant.scope.db.customer.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: tenant.id, id: paid } },
    });
    expect((await aUser(tenant, { customer: customer.externalId })).customerId).toBe(paid);
    expect((await aUser(tenant, { email })).customerId).not.toBe(paid);
  });

  it("of several customers of the back end the one with a live subscription, else the oldest", {
    tags: ["long"],
  }, async () => {
    const [email, other] = [address(), address()];
    await aBackEndCustomer(email, false);
    const live = await aBackEndCustomer(email);
    await aBackEndCustomer(email);
    expect((await aUser(tenant, { email })).customerId).toBe(live);
    const oldest = await aBackEndCustomer(other, false);
    await aBackEndCustomer(other, false);
    expect((await aUser(tenant, { email: other })).customerId).toBe(oldest);
  });

  it("no customer whose user typed the address of another person", { tags: ["long"] }, async () => {
    const attacker = await aUser(tenant);
    const { db } = tenant.scope;
    const key = { tenantId_id: { tenantId: tenant.id, id: attacker.customerId } };
    await db.customer.update({ where: key, data: { email: null } });
    const email = address();
    const typed = { customer: attacker.customerId, email };
    const reply = await attacker.client.post("/v1/billing/cardprovider/setup-intent", typed);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    expect((await aUser(tenant, { email })).customerId).not.toBe(attacker.customerId);
  });
});

describe("the public id of a BROWSER application", () => {
  const headless = "/v1/billing/cardprovider/subscriptions/headless";
  const setupIntent = "/v1/billing/cardprovider/setup-intent";

  it("opens no card form and starts nothing for a customer, alone or with the token of another user", async () => {
    const email = address();
    const theirs = await aBackEndCustomer(email, false);
    const stranger = (await aUser(tenant)).client;
    const start = { customer: theirs, email, plan_price_id: priceOf("free") };
    const statuses = [];
    for (const client of [tenant.browser, stranger])
      for (const [path, body] of [
        [setupIntent, { customer: theirs, email }],
        [headless, start],
        ["/v1/billing/checkout", start],
      ] as const)
        statuses.push((await client.post(path, body)).status);
    expect(statuses).toEqual([401, 403, 401, 403, 403, 403]);
  });
});

describe("the customer of a visitor who did not pay", () => {
  const week = 7 * 86_400_000;

  it("is removed after a week, at the card provider too; paying customers and those that the back end touched stay", {
    tags: ["long"],
  }, async () => {
    const { db } = tenant.scope;
    const [left, noted] = [address(), address()];
    await visit(left);
    await visit(noted);
    const paid = await buy(address());
    const find = (email: string) => db.customer.findFirst({ where: { tenantId: tenant.id, email } });
    const gone = await find(left);
    const reference = await db.providerReference.findFirstOrThrow({
      where: { tenantId: tenant.id, objectId: gone?.id ?? "" },
    });
    const kept = await find(noted);
    const author = { createdBy: "test", createdAt: clock.now() };
    await db.customerNote.create({
      data: {
        tenantId: tenant.id,
        id: newId("customerNote"),
        customerId: kept?.id ?? "",
        body: "Called.",
        ...author,
      },
    });
    await removeUnpaidVisitors(world.services);
    expect(await find(left)).not.toBeNull();
    clock.ahead = week + 1000;
    await removeUnpaidVisitors(world.services);
    clock.ahead = 0;
    expect(await find(left)).toBeNull();
    expect((await find(noted))?.id).toBe(kept?.id);
    expect(await db.customer.count({ where: { tenantId: tenant.id, id: paid } })).toBe(1);
    const where = { tenantId: tenant.id, objectId: gone?.id ?? "" };
    expect(await db.providerReference.count({ where })).toBe(0);
    const provider = await cardProviderOf(tenant.scope);
    expect(await provider.readCustomer(reference.providerId)).toBeNull();
    const events = await db.event.findMany({ where });
    expect(JSON.stringify(events)).not.toContain(left);
  });

  it("stays when the card provider has a subscription that we do not, which is saved", {
    tags: ["long"],
  }, async () => {
    const email = address();
    const url = await visit(email);
    const card = new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" });
    await fetch(url, { method: "POST", body: card, redirect: "manual" });
    clock.ahead = week + 1000;
    await removeUnpaidVisitors(world.services);
    clock.ahead = 0;
    const where = { tenantId: tenant.id, customer: { email } };
    expect(await tenant.scope.db.subscription.count({ where })).toBe(1);
  });
});
