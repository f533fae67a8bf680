import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, {
    features: {
      sso: { type: "BOOLEAN" },
      api_calls: { type: "METERED" },
      seats: { type: "ALLOCATED" },
      region: { type: "STATIC", valueType: "string" },
      exports: { type: "METERED" },
    },
    plans: [
      {
        slug: "free",
        entitlements: { api_calls: { limit: 100 } },
        prices: [{ amount: 0 }],
      },
      {
        slug: "pro",
        entitlements: {
          sso: {},
          api_calls: {
            limit: 1000,
            overage: "BILL",
            overageStep: 1000,
            overageCeiling: 5000,
            prices: [{ currency: "USD", unitAmount: 100 }],
          },
          seats: { limit: 5 },
          region: { value: "eu" },
        },
        prices: [
          { amount: 2000 },
          { amount: 2000, currency: "EUR" },
          { amount: 20000, interval: "YEAR" },
          { amount: 2000, trialDays: 14 },
          { amount: 3000, interval: "WEEK", trialDays: 7, trialNeedsCard: true },
        ],
      },
      {
        slug: "team",
        entitlements: { api_calls: { limit: 50_000 }, seats: { limit: 50 }, exports: { limit: 10 } },
        prices: [{ amount: 5000 }],
      },
    ],
  });
});

afterAll(() => world.close());

const price = (plan: string, index = 0) => catalog.plans[plan]?.prices[index] ?? "";

function start(fields: Record<string, unknown>, headers?: Record<string, string>) {
  return tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", fields, headers);
}

/** A customer with a subscription. */
async function aSubscriber(
  planPriceId = price("pro"),
  card: object = { cardprovider_test_card_token: "tok_visa" },
) {
  const customer = unique("customer");
  const reply = await start({
    customer,
    email: `${customer}@example.com`,
    plan_price_id: planPriceId,
    ...card,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return { customer, subscription: reply.body };
}

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

  it("writes one event and one audit row with it", async () => {
    const { subscription } = await aSubscriber();
    const events = await world.services.db.event.findMany({
      where: { tenantId: tenant.id, objectId: subscription.id },
    });
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([["subscription.created", 1]]);
    const audit = await world.services.db.auditEntry.findMany({
      where: { tenantId: tenant.id, objectId: subscription.id },
    });
    expect(audit.map(({ action }) => action)).toEqual(["subscription.created"]);
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
    const live = await aTenant(world, { secretKey: "sk_live_0123456789abcdef" });
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
    const nobody = await tenant.server
      .with({ "x-app-id": undefined, authorization: undefined })
      .post(path, fields());
    expect([nobody.status, nobody.body.code]).toEqual([401, "K2001"]);
    const browser = await tenant.browser.post(path, fields());
    expect([browser.status, browser.body.code]).toEqual([403, "K2005"]);
  });
});

describe("many at once", () => {
  it("50 identical calls with one Idempotency-Key: one subscription here and there, 50 equal answers", async () => {
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

  it("50 calls without a key for one customer: one 201, the rest 409, with its id once it exists and a wait before", async () => {
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

describe("changing the plan", () => {
  const change = (id: string, planPriceId: string) =>
    tenant.server.post(`/v1/billing/subscriptions/${id}/change-plan`, { plan_price_id: planPriceId });

  it("takes effect at once, with the new plan's entitlements", async () => {
    const { customer, subscription } = await aSubscriber();
    await tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "api_calls", value: 900 });
    const reply = await change(subscription.id, price("team"));
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id: subscription.id,
      plan: { slug: "team" },
      plan_price_id: price("team"),
      status: "ACTIVE",
    });
    const check = await tenant.server.get(`/v1/billing/entitlements/api_calls?customer=${customer}`);
    expect(check.body).toMatchObject({ allowed: true, limit: 50_000, used: 900, remaining: 49_100 });
  });

  it("usage stays when the interval changes", async () => {
    const { customer, subscription } = await aSubscriber();
    await tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "api_calls", value: 400 });
    const reply = await change(subscription.id, price("pro", 2));
    expect(reply.body).toMatchObject({ plan_price: { interval: "YEAR" } });
    const set = await tenant.admin.post("/v1/billing/usage/set", {
      customer,
      feature_key: "api_calls",
      value: 401,
    });
    expect(set.body).toMatchObject({ value: 401, period_end: reply.body.current_period_end });
  });

  it("the same price changes nothing", async () => {
    const { subscription } = await aSubscriber();
    const reply = await change(subscription.id, price("pro"));
    expect([reply.status, reply.body]).toEqual([200, subscription]);
    const events = await world.services.db.event.count({
      where: { tenantId: tenant.id, objectId: subscription.id },
    });
    expect(events).toBe(1);
  });

  it("a failed charge leaves the old plan", async () => {
    const { subscription } = await aSubscriber(price("free"), {
      cardprovider_payment_method_id: "pm_card_chargeCustomerFail",
    });
    const reply = await change(subscription.id, price("team"));
    expect([reply.status, reply.body.code]).toEqual([402, "K7001"]);
    const after = await tenant.server.get(`/v1/billing/subscriptions/${subscription.id}`);
    expect(after.body).toEqual(subscription);
  });

  it("refuses another currency, another product and an unknown price", async () => {
    const { subscription } = await aSubscriber();
    const other = await aCatalog(tenant.scope, { plans: [{ slug: "other", prices: [{ amount: 100 }] }] });
    expect((await change(subscription.id, price("pro", 1))).body.code).toBe("K6006");
    expect((await change(subscription.id, other.plans.other?.prices[0] ?? "")).body.code).toBe("K6005");
    expect((await change(subscription.id, "price_01h455vb4pex5vsknk084sn02q")).body.code).toBe("K5003");
    expect((await change("sub_01h455vb4pex5vsknk084sn02q", price("team"))).body.code).toBe("K6001");
  });

  it("ten at once to the same price charge once", async () => {
    const { subscription } = await aSubscriber();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => change(subscription.id, price("team"))),
    );
    expect(replies.every(({ status, body }) => status === 200 || body.code === "K6007")).toBe(true);
    const events = await world.services.db.event.findMany({
      where: { tenantId: tenant.id, objectId: subscription.id, type: "subscription.plan_changed" },
    });
    expect(events).toHaveLength(1);
  });
});

describe("what a customer may do", () => {
  const check = (customer: string, key: string, query = "") =>
    tenant.server.get(`/v1/billing/entitlements/${key}?customer=${customer}${query}`);
  const set = (fields: object) => tenant.admin.post("/v1/billing/usage/set", fields);

  it("answers each feature type", async () => {
    const { customer, subscription } = await aSubscriber();
    expect((await check(customer, "sso")).body).toMatchObject({
      allowed: true,
      configured: true,
      enabled: true,
      limit: null,
      value: null,
      reason: null,
    });
    expect((await check(customer, "region")).body).toMatchObject({
      allowed: true,
      value: { type: "string", value: "eu" },
    });
    expect((await check(customer, "seats", "&quantity=6")).body).toMatchObject({
      allowed: false,
      reason: "LIMIT_REACHED",
      limit: 5,
      resets_at: null,
    });
    const calls = (await check(customer, "api_calls")).body;
    expect(calls).toMatchObject({
      allowed: true,
      limit: 1000,
      used: 0,
      remaining: 1000,
      access_limit: 6000,
      overage_behavior: "BILL",
      billed_amount: 0,
      currency: "USD",
    });
    expect(calls.resets_at).toBe(subscription.current_period_end);
    expect(calls.subscription_status).toEqual({
      subscription_id: subscription.id,
      status: "ACTIVE",
      plan_slug: "pro",
      current_period_end: subscription.current_period_end,
      trial_end: null,
    });
  });

  it("bills overage by started steps and stops at the ceiling", async () => {
    const { customer } = await aSubscriber();
    await set({ customer, feature_key: "api_calls", value: 3500 });
    expect((await check(customer, "api_calls")).body).toMatchObject({
      allowed: true,
      used: 3500,
      remaining: 0,
      billed_amount: 300,
      cap_reached: false,
    });
    await set({ customer, feature_key: "api_calls", value: 6000 });
    const refused = (await check(customer, "api_calls")).body;
    expect(refused).toMatchObject({
      allowed: false,
      reason: "CEILING_REACHED",
      billed_amount: 500,
      cap_reached: true,
    });
    expect(refused.upgrade_options.map((option: { plan_slug: string }) => option.plan_slug)).toEqual([
      "team",
    ]);
  });

  it("refuses a feature that the plan lacks, an unknown one, and a customer without a subscription", async () => {
    const { customer } = await aSubscriber();
    expect((await check(customer, "exports")).body).toMatchObject({
      allowed: false,
      configured: false,
      reason: "NOT_IN_PLAN",
    });
    const unknown = await check(customer, "nonsense");
    expect([unknown.status, unknown.body.code]).toEqual([404, "K8001"]);
    const stranger = await check(unique("stranger"), "sso");
    expect(stranger.body).toMatchObject({
      allowed: false,
      reason: "NO_SUBSCRIPTION",
      subscription_status: null,
    });
    const nobody = await tenant.server.get("/v1/billing/entitlements/sso");
    expect([nobody.status, nobody.body.code]).toEqual([422, "K3006"]);
  });

  it("uses the product's free plan without a subscription", async () => {
    const other = await aTenant(world);
    await aCatalog(other.scope, {
      features: { api_calls: { type: "METERED" } },
      plans: [{ slug: "free", entitlements: { api_calls: { limit: 10 } }, prices: [{ amount: 0 }] }],
      freePlan: "free",
    });
    const reply = await other.server.get("/v1/billing/entitlements/api_calls?customer=somebody&quantity=10");
    expect(reply.body).toMatchObject({ allowed: true, limit: 10, subscription_status: null });
    const use = { customer: "somebody", feature_key: "api_calls", quantity: 1 };
    expect((await other.server.post("/v1/billing/usage", use)).status).toBe(201);
    const used = await other.admin.post("/v1/billing/usage/set", {
      customer: "somebody",
      feature_key: "api_calls",
      value: 10,
    });
    expect(used.body).toMatchObject({ value: 10, subscription_id: null });
    expect(
      (await other.server.get("/v1/billing/entitlements/api_calls?customer=somebody")).body,
    ).toMatchObject({ allowed: false, reason: "LIMIT_REACHED", used: 10 });
  });

  it("dimensions share the customer's limit", async () => {
    const { customer } = await aSubscriber();
    await set({ customer, feature_key: "seats", value: 3, dimension: "berlin" });
    await set({ customer, feature_key: "seats", value: 2, dimension: "paris" });
    expect((await check(customer, "seats", "&dimension=rome")).body).toMatchObject({
      allowed: false,
      used: 5,
    });
    const list = await tenant.server.get(`/v1/billing/usage?customer=${customer}&feature_key=seats`);
    expect(
      list.body
        .map((record: { dimension: string; value: number }) => [record.dimension, record.value])
        .sort(),
    ).toEqual([
      ["berlin", 3],
      ["paris", 2],
    ]);
  });
});

describe("usage", () => {
  const set = (fields: object) => tenant.admin.post("/v1/billing/usage/set", fields);

  it("is set exactly, as often as one likes, and every difference is in the ledger", async () => {
    const { customer, subscription } = await aSubscriber();
    for (const value of [10, 10, 2.5, 0.000001, 700])
      expect((await set({ customer, feature_key: "api_calls", value })).body.value).toBe(value);
    const list = await tenant.server.get(`/v1/billing/usage?customer=${customer}`);
    expect(list.body).toHaveLength(1);
    expect(list.body[0]).toMatchObject({
      value: 700,
      status: "OPEN",
      subscription_id: subscription.id,
      feature_key: "api_calls",
      period_end: subscription.current_period_end,
    });
    const ledger = await world.services.db.usageLedgerEntry.findMany({
      where: { tenantId: tenant.id, recordId: list.body[0].id },
      orderBy: { id: "asc" },
    });
    expect(ledger.map(({ delta }) => delta.toNumber())).toEqual([10, -7.5, -2.499999, 699.999999]);
  });

  it("20 admins at once leave a counter whose ledger adds up", async () => {
    const { customer } = await aSubscriber();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => set({ customer, feature_key: "api_calls", value: index * 3 })),
    );
    const [record] = (await tenant.server.get(`/v1/billing/usage?customer=${customer}`)).body;
    const sum = await world.services.db.usageLedgerEntry.aggregate({
      where: { tenantId: tenant.id, recordId: record.id },
      _sum: { delta: true },
    });
    expect(sum._sum.delta?.toNumber()).toBe(record.value);
  });

  it.each([
    ["a negative value", { value: -1 }, 400, "K1002"],
    ["seven decimal places", { value: 0.0000001 }, 400, "K1002"],
    ["a string", { value: "7" }, 400, "K1002"],
    ["a feature without units", { feature_key: "sso" }, 422, "K8003"],
    ["an unknown feature", { feature_key: "nonsense" }, 404, "K8001"],
    ["a moment before the period", { occurred_at: "2020-01-01T00:00:00Z" }, 409, "K8002"],
  ])("refuses %s", async (_, change, status, code) => {
    const { customer } = await aSubscriber();
    const reply = await set({ customer, feature_key: "api_calls", value: 1, ...change });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("without subscription and free plan there is nothing to count under", async () => {
    const customer = unique("customer");
    const named = { customer, email: "n@example.com" };
    await tenant.server.post("/v1/billing/cardprovider/setup-intent", named);
    const reply = await set({ customer, feature_key: "api_calls", value: 1 });
    expect([reply.status, reply.body.code]).toEqual([409, "K8004"]);
  });

  it("of an unknown customer is not set, and no customer is created", async () => {
    const customer = unique("stranger");
    const reply = await set({ customer, feature_key: "api_calls", value: 1 });
    expect([reply.status, reply.body.code]).toEqual([404, "K3003"]);
    expect(
      await world.services.db.customer.count({ where: { tenantId: tenant.id, externalId: customer } }),
    ).toBe(0);
  });

  it("is for admins only", async () => {
    const reply = await tenant.server.post("/v1/billing/usage/set", {
      customer: "x",
      feature_key: "api_calls",
      value: 1,
    });
    expect([reply.status, reply.body.code]).toEqual([403, "K2006"]);
  });
});

describe("card forms and checkout", () => {
  it("opens a setup intent, each time a new one, for one provider customer", async () => {
    const customer = unique("customer");
    const path = "/v1/billing/cardprovider/setup-intent";
    const first = await tenant.server.post(path, { customer, email: "k@example.com" });
    const second = await tenant.server.post(path, { customer });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.client_secret).toMatch(/^seti_\w+_secret_\w+$/);
    expect(first.body.client_secret).not.toBe(second.body.client_secret);
    expect(first.body.customer_id).toBe(second.body.customer_id);
    const missing = await tenant.server.post(path, { customer: unique("customer") });
    expect([missing.status, missing.body.code]).toEqual([422, "K3004"]);
  });

  it("makes a hosted page", async () => {
    const reply = await tenant.server.post("/v1/billing/checkout", {
      customer: unique("customer"),
      email: "l@example.com",
      plan_price_id: price("pro"),
      drivers: [],
    });
    expect(reply.status).toBe(201);
    const page = await fetch(reply.body.url);
    expect(page.status).toBe(200);
    const unknownDriver = {
      customer: unique("customer"),
      email: "l@example.com",
      plan_price_id: price("pro"),
      drivers: [{ feature_key: "seats", steps: 2 }],
    };
    expect((await tenant.server.post("/v1/billing/checkout", unknownDriver)).body.code).toBe("K6009");
  });
});
