// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aProShop, type ProShop } from "../../../../testing/a-pro-shop.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { keysOf } from "../../../../testing/sandbox-keys.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";

let world: World;
let tenant: ProShop["tenant"];
let catalog: ProShop["catalog"];
let price: ProShop["price"];
let start: ProShop["start"];
let aSubscriber: ProShop["aSubscriber"];

beforeAll(async () => {
  world = await openWorld();
  ({ tenant, catalog, price, start, aSubscriber } = await aProShop(world));
});

afterAll(() => world.close());

describe("starting a subscription headless", () => {
  it("attaches the card, starts the subscription at the provider and returns it in full", async () => {
    const { customer, subscription } = await aSubscriber();
    expect(subscription).toMatchObject({
      tenant_id: tenant.id,
      customer: { external_id: customer, email: `${customer}@example.com`, name: null },
      plan_price_id: price("pro"),
      pack_id: catalog.plans.pro?.packId,
      pending_plan_price_id: null,
      pending_pack_id: null,
      provider: "PROVIDER_A",
      status: "ACTIVE",
      trial_start: null,
      trial_end: null,
      canceled_at: null,
      ended_at: null,
      plan: { slug: "pro" },
      plan_price: { amount: 2000, currency: "USD", interval: "MONTH" },
      pack: { version: 1, status: "ACTIVE" },
    });
    expect(subscription.provider_subscription_id).toMatch(/^sub_/);
    expect(subscription.provider_customer_id).toMatch(/^cus_/);
    expect(new Date(subscription.current_period_end) > new Date(subscription.current_period_start)).toBe(
      true,
    );
    expect(
      subscription.entitlements.map((entitlement: { feature_key: string }) => entitlement.feature_key).sort(),
    ).toEqual(["api_calls", "region", "seats", "sso"]);
    expect(
      subscription.entitlements.find(
        (entitlement: { feature_key: string }) => entitlement.feature_key === "api_calls",
      ),
    ).toMatchObject({
      limit: 1000,
      overage: "BILL",
      overage_ceiling: "5000",
      billed_amount: 0,
      currency: "USD",
      cap_reached: false,
    });
    const again = await tenant.server.get(`/v1/billing/subscriptions/${subscription.id}`);
    expect(again.body).toEqual(subscription);
  });

  it("writes its events, and an audit row for each, with it", async () => {
    const { subscription } = await aSubscriber();
    const events = await world.services.db.event.findMany({
      where: { tenantId: tenant.id, objectId: subscription.id },
      orderBy: { sequence: "asc" },
    });
    const begun = ["subscription.created", "subscription.activated"];
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual(
      begun.map((type, nth) => [type, nth + 1]),
    );
    const audit = await world.services.db.auditEntry.findMany({
      where: { tenantId: tenant.id, objectId: subscription.id },
      orderBy: { id: "asc" },
    });
    expect(audit.map(({ action }) => action)).toEqual(begun);
  });

  it("a free price and a trial without card need no card; a trial with card does", async () => {
    const free = await aSubscriber(price("free"), {});
    expect(free.subscription.status).toBe("ACTIVE");
    const trial = await aSubscriber(price("pro", 3), {});
    expect(trial.subscription.status).toBe("TRIALING");
    const days =
      (Date.parse(trial.subscription.trial_end) - Date.parse(trial.subscription.trial_start)) / 86_400_000;
    expect(days).toBeCloseTo(14, 2);
    const customer = unique("customer");
    const withoutCard = await start({ customer, email: "a@example.com", plan_price_id: price("pro", 4) });
    expect([withoutCard.status, withoutCard.body.code]).toEqual([422, "K6004"]);
    const withCard = await aSubscriber(price("pro", 4));
    expect(withCard.subscription.status).toBe("TRIALING");
  });

  it("gives one trial per mailbox, also by an alias", async () => {
    const name = unique("ada");
    const first = await start({
      customer: unique("c"),
      email: `${name}@example.com`,
      plan_price_id: price("pro", 3),
    });
    expect(first.body.status).toBe("TRIALING");
    const second = await start({
      customer: unique("c"),
      email: `${name}+again@example.com`,
      plan_price_id: price("pro", 3),
      cardprovider_test_card_token: "tok_mastercard",
    });
    expect([second.status, second.body.status]).toEqual([201, "ACTIVE"]);
  });

  it("takes a payment method that the card form has verified", async () => {
    const customer = unique("customer");
    const reply = await start({
      customer,
      email: "b@example.com",
      plan_price_id: price("pro"),
      cardprovider_payment_method_id: "pm_card_visa",
    });
    expect([reply.status, reply.body.status]).toEqual([201, "ACTIVE"]);
  });

  it.each([
    ["tok_chargeDeclined", "card_declined", "generic_decline"],
    ["tok_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["tok_chargeDeclinedExpiredCard", "expired_card", null],
  ])("%s: 402 K7001, and nothing remains", async (token, code, declineCode) => {
    const customer = unique("customer");
    const reply = await start({
      customer,
      email: "c@example.com",
      plan_price_id: price("pro"),
      cardprovider_test_card_token: token,
    });
    expect([reply.status, reply.body.code]).toEqual([402, "K7001"]);
    expect(reply.body.details).toMatchObject({ code });
    if (declineCode) expect(reply.body.details.decline_code).toBe(declineCode);
    const rows = await world.services.db.subscription.count({
      where: { tenantId: tenant.id, customer: { externalId: customer } },
    });
    expect(rows).toBe(0);
    const retry = await start({
      customer,
      plan_price_id: price("pro"),
      cardprovider_test_card_token: "tok_visa",
    });
    expect(retry.status).toBe(201);
  });

  it("a card that needs its holder: 402 K7002 with the client secret", async () => {
    const fields = {
      customer: unique("customer"),
      email: "d@example.com",
      plan_price_id: price("pro"),
      cardprovider_payment_method_id: "pm_card_authenticationRequired",
    };
    const reply = await start(fields);
    expect([reply.status, reply.body.code]).toEqual([402, "K7002"]);
    expect(reply.body.details.client_secret).toMatch(/_secret_/);
  });

  it.each([
    ["no e-mail address on file", { email: undefined }, 422, "K3004"],
    ["an unknown price", { plan_price_id: "price_01h455vb4pex5vsknk084sn02q" }, 404, "K5003"],
    ["both kinds of card", { cardprovider_payment_method_id: "pm_card_visa" }, 422, "K6004"],
    ["no card for a price", { cardprovider_test_card_token: undefined }, 422, "K6004"],
    [
      "an unknown payment method",
      { cardprovider_test_card_token: undefined, cardprovider_payment_method_id: "pm_nowhere" },
      422,
      "K7004",
    ],
    ["an unknown customer id of ours", { customer: "cus_01h455vb4pex5vsknk084sn02q" }, 404, "K3003"],
    ["an unknown field", { plan: "pro" }, 400, "K1003"],
    ["a number for a string", { customer: 7 }, 400, "K1002"],
    ["null for a string", { plan_price_id: null }, 400, "K1002"],
  ])("refuses %s", async (_, change, status, code) => {
    const fields = {
      customer: unique("customer"),
      email: "e@example.com",
      plan_price_id: price("pro"),
      cardprovider_test_card_token: "tok_visa",
      ...change,
    };
    const reply = await start(fields);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("refuses a payment method of another customer", async () => {
    const owner = unique("customer");
    const provider = tenant.scope.openCardProvider({
      endpoint: "sandbox",
      secretKey: tenant.providerKey,
      publishableKey: null,
    });
    const theirs = await provider.createCustomer({
      idempotencyKey: owner,
      tenantId: tenant.id,
      customerId: owner,
      externalId: owner,
      email: "o@example.com",
      name: null,
    });
    const card = await provider.attachTestCard({
      customerId: theirs.id,
      token: "tok_visa",
      idempotencyKey: unique("card"),
    });
    const reply = await start({
      customer: unique("customer"),
      email: "f@example.com",
      plan_price_id: price("pro"),
      cardprovider_payment_method_id: card.paymentMethodId,
    });
    expect([reply.status, reply.body.code]).toEqual([422, "K7004"]);
  });

  it("refuses a test card token under a live key, and asks the provider nothing", async () => {
    const { secret_key: secretKey } = await keysOf(world, { mode: "live" });
    const live = await aTenant(world, { secretKey });
    const plans = await aCatalog(live.scope, { plans: [{ slug: "pro", prices: [{ amount: 1000 }] }] });
    const fields = {
      customer: "c",
      email: "g@example.com",
      plan_price_id: plans.plans.pro?.prices[0],
      cardprovider_test_card_token: "tok_visa",
    };
    const reply = await live.server.post("/v1/billing/cardprovider/subscriptions/headless", fields);
    expect([reply.status, reply.body.code]).toEqual([422, "K7003"]);
    expect(await world.services.db.customer.count({ where: { tenantId: live.id } })).toBe(0);
  });

  it("takes the application identifier alone, and the token alone", async () => {
    const fields = () => ({
      customer: unique("customer"),
      email: "h@example.com",
      plan_price_id: price("free"),
    });
    const path = "/v1/billing/cardprovider/subscriptions/headless";
    expect((await tenant.server.with({ authorization: undefined }).post(path, fields())).status).toBe(201);
    expect((await tenant.server.with({ "x-app-id": undefined }).post(path, fields())).status).toBe(201);
    const unauthenticated = await tenant.server
      .with({ "x-app-id": undefined, authorization: undefined })
      .post(path, fields());
    expect([unauthenticated.status, unauthenticated.body.code]).toEqual([401, "K2001"]);
    const browser = await tenant.browser.post(path, fields());
    expect([browser.status, browser.body.code]).toEqual([403, "K2005"]);
  });
});

describe("many at once", () => {
  it("50 identical calls with one Idempotency-Key: one subscription here and there, 50 equal answers", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const fields = {
      customer,
      email: "i@example.com",
      plan_price_id: price("pro"),
      cardprovider_test_card_token: "tok_visa",
    };
    const key = { "idempotency-key": unique("key") };
    const replies = await Promise.all(Array.from({ length: 50 }, () => start(fields, key)));
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const first = JSON.stringify(replies[0]?.body);
    expect(replies.every(({ body }) => JSON.stringify(body) === first)).toBe(true);
    expect(replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(49);
    await expectOneSubscription(customer);
    const other = await start({ ...fields, plan_price_id: price("free") }, key);
    expect([other.status, other.body.code]).toEqual([422, "K9003"]);
  });

  it("50 calls without a key for one customer: one 201, the rest 409, with its id once it exists and a wait before", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const fields = {
      customer,
      email: "j@example.com",
      plan_price_id: price("pro"),
      cardprovider_test_card_token: "tok_visa",
    };
    const replies = await Promise.all(Array.from({ length: 50 }, () => start(fields)));
    const created = replies.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 201);
    for (const { status, body, headers } of refused) {
      const named = [body.code, body.details?.subscription_id ?? null, headers.get("retry-after")];
      expect([status, named]).toEqual([
        409,
        body.code === "K6007" ? ["K6007", null, "1"] : ["K6002", created[0]?.body.id, null],
      ]);
    }
    expect(await start(fields)).toMatchObject({
      status: 409,
      body: { code: "K6002", details: { subscription_id: created[0]?.body.id } },
    });
    await expectOneSubscription(customer);
  });

  async function expectOneSubscription(externalId: string): Promise<void> {
    const rows = await world.services.db.subscription.findMany({
      where: { tenantId: tenant.id, customer: { externalId } },
    });
    expect(rows).toHaveLength(1);
    const { default: Stripe } = await import("stripe");
    const { hostname, port } = new URL(world.sandboxUrl);
    const stripe = new Stripe(tenant.providerKey, { host: hostname, port, protocol: "http" });
    const remote = await stripe.subscriptions.list({
      customer: rows[0]?.providerCustomerId ?? "",
      status: "all",
    });
    expect(remote.data.map(({ id }) => id)).toEqual([rows[0]?.providerSubscriptionId]);
  }
});
