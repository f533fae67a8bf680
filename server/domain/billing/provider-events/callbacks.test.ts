// @module-tag ci
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { ensureCallbacks } from "../../tenants/provider/provider-callbacks.ts";
import { BrowseSubscriptions } from "../subscriptions/browse-schema.ts";
import { browseSubscriptions } from "../subscriptions/browse-subscriptions.ts";

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;
let stripe: Stripe;

beforeAll(async () => {
  world = await openWorld({ isWorker: true });
  tenant = await aTenant(world);
  await ensureCallbacks(tenant.scope);
  catalog = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "team",
        entitlements: {
          seats: {
            limit: 5,
            driverStepSize: 5,
            driverMaxSteps: 10,
            prices: [{ currency: "USD", driverStepAmount: 1500 }],
          },
        },
        prices: [{ amount: 4000 }],
      },
    ],
  });
  const { hostname, port } = new URL(world.sandboxUrl);
  stripe = new Stripe(tenant.providerKey, { host: hostname, port, protocol: "http" });
});

afterAll(() => world.close());

const price = () => catalog.plans.team?.prices[0] ?? "";

function rowsOf(customer: string) {
  return world.services.db.subscription.findMany({
    where: { tenantId: tenant.id, customer: { externalId: customer } },
    include: { drivers: true },
  });
}

describe("a checkout page that is completed", () => {
  it("becomes a subscription, with the bought steps in price and limit", async () => {
    const customer = unique("customer");
    const fields = {
      customer,
      email: "a@example.com",
      plan_price_id: price(),
      drivers: [{ feature_key: "seats", steps: 2 }],
    };
    const { url } = (await tenant.server.post("/v1/billing/checkout", fields)).body;
    const page = await (await fetch(url)).text();
    expect(page).toContain("$70.00");
    const declined = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ number: "4000 0000 0000 0002", expiry: "12/40", cvc: "123" }),
    });
    expect([declined.status, (await declined.text()).includes("Your card was declined")]).toEqual([
      402,
      true,
    ]);
    const done = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" }),
      redirect: "manual",
    });
    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toMatch(/\/p\/tenant-\w+\/checkout\/success\?checkout=chk_\w+$/);
    await expect
      .poll(async () => (await rowsOf(customer)).length, { timeout: 45_000, interval: 100 })
      .toBe(1);
    const [row] = await rowsOf(customer);
    const view = (await tenant.server.get(`/v1/billing/subscriptions/${row?.id}`)).body;
    expect(view).toMatchObject({ status: "ACTIVE", plan: { slug: "team" } });
    expect(view.entitlements[0]).toMatchObject({ feature_key: "seats", limit: 15 });
    const costs = {
      recurring_amount: 7000,
      drivers: [{ feature_key: "seats", steps: 2, step_size: 5, amount: 3000 }],
    };
    expect(view).toMatchObject(costs);
    const listed = await tenant.server.get(`/v1/billing/subscriptions?customer=${customer}`);
    expect(listed.body.data).toMatchObject([costs]);
    const browsed = await browseSubscriptions(tenant.scope, BrowseSubscriptions.parse({ sort: "amount" }));
    expect(browsed.data.find(({ id }) => id === view.id)).toMatchObject(costs);
    const again = await tenant.server.post("/v1/billing/checkout", fields);
    expect([again.status, again.body.code]).toEqual([409, "K6002"]);
  });
});

describe("callbacks of the provider", () => {
  it("that come before the start is stored wait for it, so that its invoice is not lost", async () => {
    // The work is done, and its callbacks leave, long before the answer.
    const fault = { kind: "slow", method: "POST", path: "/v1/subscriptions", delay_ms: 1_500 };
    await stripe.rawRequest("POST", "/sandbox/faults", fault);
    const customer = unique("customer");
    const started = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: "early@example.com",
      plan_price_id: price(),
      cardprovider_test_card_token: "tok_visa",
    });
    expect(started.status).toBe(201);
    const invoices = () => tenant.server.get(`/v1/billing/invoices?subscription_id=${started.body.id}`);
    await expect
      .poll(async () => (await invoices()).body.data, { timeout: 20_000, interval: 100 })
      .toMatchObject([{ status: "PAID", total: 4000 }]);
  });

  it("a cancellation reaches our row, once, with its event", async () => {
    const customer = unique("customer");
    const started = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: "b@example.com",
      plan_price_id: price(),
      cardprovider_test_card_token: "tok_visa",
    });
    await stripe.subscriptions.cancel(started.body.provider_subscription_id);
    await expect
      .poll(async () => (await rowsOf(customer))[0]?.status, { timeout: 40_000, interval: 100 })
      .toBe("CANCELED");
    const events = await world.services.db.event.findMany({
      where: { tenantId: tenant.id, objectId: started.body.id },
      orderBy: { sequence: "asc" },
    });
    expect(events.map(({ type }) => type)).toEqual([
      "subscription.created",
      "subscription.activated",
      "subscription.canceled",
    ]);
    const check = await tenant.server.get(`/v1/billing/entitlements/seats?customer=${customer}`);
    expect(check.body).toMatchObject({ allowed: false, reason: "ENDED" });
  }, 60_000);

  it("what is refunded, credited and disputed at the provider comes back, also twice and in another order", async () => {
    const faults = ["webhook_duplicate", "webhook_reorder"].map((kind) => ({ kind, count: 4 }));
    const started = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer: unique("customer"),
      email: "c@example.com",
      plan_price_id: price(),
      cardprovider_test_card_token: "tok_visa",
    });
    const remote = await stripe.subscriptions.retrieve(started.body.provider_subscription_id);
    const invoice = String(remote.latest_invoice);
    const [paid] = (await stripe.invoicePayments.list({ invoice })).data;
    const payment_intent = String(paid?.payment.payment_intent);
    for (const fault of faults) await stripe.rawRequest("POST", "/sandbox/faults", fault);
    await stripe.refunds.create({ payment_intent, amount: 300 });
    await stripe.creditNotes.create({ invoice, amount: 500, refund_amount: 500 });
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment_intent);
    await stripe.rawRequest("POST", "/sandbox/disputes", { charge: String(charge), amount: 1000 });
    const { body } = await tenant.server.get(`/v1/billing/invoices?subscription_id=${started.body.id}`);
    const read = async () => (await tenant.server.get(`/v1/billing/invoices/${body.data[0].id}`)).body;
    await expect
      .poll(read, { timeout: 40_000, interval: 100 })
      .toMatchObject({ status: "PAID", amount_credited: 500, amount_refunded: 800, amount_disputed: 1000 });
  }, 60_000);

  it("a rotated secret signs from then on, and the old registration is gone", async () => {
    const count = async () => (await stripe.webhookEndpoints.list({ limit: 100 })).data.map(({ id }) => id);
    const before = await count();
    const rotated = await tenant.admin.post("/v1/billing/cardprovider/callbacks/rotate");
    expect([rotated.status, rotated.body.url]).toEqual([
      200,
      `${world.baseUrl}/webhooks/cardprovider/${tenant.id}`,
    ]);
    const after = await count();
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
    const customer = unique("customer");
    const started = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: "r@example.com",
      plan_price_id: price(),
      cardprovider_test_card_token: "tok_visa",
    });
    await stripe.subscriptions.cancel(started.body.provider_subscription_id);
    await expect
      .poll(async () => (await rowsOf(customer))[0]?.status, { timeout: 40_000, interval: 100 })
      .toBe("CANCELED");
    expect((await tenant.server.post("/v1/billing/cardprovider/callbacks/rotate")).status).toBe(403);
  }, 60_000);

  it("the same callback twice is stored and handled once", async () => {
    const row = await world.services.db.providerEvent.findFirst({
      where: { tenantId: tenant.id, type: "customer.subscription.created" },
    });
    const secretRow = await world.services.db.providerAccount.findFirst({ where: { tenantId: tenant.id } });
    const secret = world.services.vault.decrypt(
      secretRow?.webhookSecretsSealed[0] ?? "",
      `provider_account:${tenant.id}:PROVIDER_A`,
    );
    const payload = JSON.stringify({
      id: row?.providerEventId,
      object: "event",
      created: Math.floor(Date.now() / 1000),
      type: row?.type,
      data: { object: { id: "sub_x", object: "subscription" } },
    });
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const count = () => world.services.db.providerEvent.count({ where: { tenantId: tenant.id } });
    const before = await count();
    const path = `${world.baseUrl}/webhooks/cardprovider/${tenant.id}`;
    const reply = await fetch(path, {
      method: "POST",
      headers: { "stripe-signature": header },
      body: payload,
    });
    expect([reply.status, await count()]).toEqual([200, before]);
    const tampered = await fetch(path, {
      method: "POST",
      headers: { "stripe-signature": header },
      body: payload.replace("sub_x", "sub_y"),
    });
    expect(tampered.status).toBe(400);
  });
});

describe("a card that needs its holder", () => {
  const path = "/v1/billing/cardprovider/subscriptions/headless";
  const fieldsFor = (customer: string, more: object = {}) => ({
    customer,
    email: "d@example.com",
    plan_price_id: price(),
    cardprovider_payment_method_id: "pm_card_authenticationRequired",
    ...more,
  });

  /** Confirms as the cardholder does: with the publishable key and the client secret, on the bank's page. */
  async function confirm(secret: string): Promise<void> {
    const { hostname, port } = new URL(world.sandboxUrl);
    const browser = new Stripe(tenant.publishableKey, {
      host: hostname,
      port,
      protocol: "http",
    });
    const params: object = { client_secret: secret };
    const intent = await browser.paymentIntents.confirm(secret.split("_secret_")[0] ?? "", params);
    const page = String(intent.next_action?.use_stripe_sdk?.stripe_js);
    await fetch(page, {
      method: "POST",
      body: new URLSearchParams({ authentication: "complete" }),
      redirect: "manual",
    });
  }

  it("confirmed in the browser, the start becomes a subscription, whether the callback or the next call comes first", async () => {
    const customer = unique("customer");
    const refused = await tenant.server.post(path, fieldsFor(customer));
    expect([refused.status, refused.body.code]).toEqual([402, "K7002"]);
    expect(await rowsOf(customer)).toEqual([]);
    await confirm(refused.body.details.client_secret);
    const again = await tenant.server.post(path, fieldsFor(customer));
    const [row] = await rowsOf(customer);
    expect(row?.status).toBe("ACTIVE");
    // The callback may have come first: then the second call finds the subscription there already.
    expect([201, 409]).toContain(again.status);
    expect(again.body.id ?? again.body.details.subscription_id).toBe(row?.id);
    await expect.poll(async () => (await rowsOf(customer)).length, { timeout: 20_000 }).toBe(1);
  });

  it("retried with another card, the waiting attempt ends and one subscription remains", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    await tenant.server.post(path, fieldsFor(customer));
    const fields = fieldsFor(customer, {
      cardprovider_payment_method_id: undefined,
      cardprovider_test_card_token: "tok_visa",
    });
    const started = await tenant.server.post(path, fields);
    expect(started.status).toBe(201);
    const remote = await stripe.subscriptions.list({
      customer: started.body.provider_customer_id,
      status: "all",
    });
    const live = remote.data.filter(({ status }) => status === "active" || status === "incomplete");
    expect(live.map(({ id }) => id)).toEqual([started.body.provider_subscription_id]);
  });
});

it("every callback was handled at its first attempt, or at its second where a start was not stored yet", async () => {
  const { db } = world.services;
  await expect
    .poll(() => db.providerEvent.count({ where: { tenantId: tenant.id, processedAt: null } }), {
      timeout: 45_000,
    })
    .toBe(0);
  const retried = await db.providerEvent.findMany({
    where: { tenantId: tenant.id, NOT: { attempts: { lte: 2 }, lastError: null } },
    select: { type: true, attempts: true, lastError: true },
  });
  expect(retried).toEqual([]);
});
