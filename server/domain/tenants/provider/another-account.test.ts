// @module-tag ci
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { keysOf as issueKeys, type Keys } from "../../../testing/sandbox-keys.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { endUnconfirmedStarts } from "../../billing/subscriptions/due-work.ts";
import { promiseTerms } from "../../billing/subscriptions/start/promised-terms.ts";
import { ensureCustomerWithEmail } from "../../customers/ensure-customer.ts";
import { connectCardProvider } from "./connect-card-provider.ts";
import { nameEnvironments } from "./due-work.ts";
import { connectProvider } from "./provider-settings.ts";

// Here the endpoint "stripe" is the sandbox, which has several accounts, each with a test and a live mode.
let world: World;
let tenant: TestTenant;
let prices: { paid: string; yearly: string; free: string };

beforeAll(async () => {
  world = await openWorld({ hasOwnDatabase: true });
});

afterAll(() => world.close());

beforeEach(async () => {
  tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    plans: [
      { slug: "solo", prices: [{ amount: 4900 }, { amount: 49_000, interval: "YEAR" }] },
      { slug: "free", prices: [{ amount: 0 }] },
    ],
  });
  const [paid = "", yearly = ""] = plans.solo?.prices ?? [];
  prices = { paid, yearly, free: plans.free?.prices[0] ?? "" };
});

const keysOf = (of?: Parameters<typeof issueKeys>[1]) => issueKeys(world, of);

const connect = ({ secret_key }: Pick<Keys, "secret_key">) =>
  connectProvider(tenant.scope, { secret_key }, 0);

const stripeWith = ({ secret_key }: Keys) => {
  const { hostname: host, port } = new URL(world.sandboxUrl);
  return new Stripe(secret_key, { host, port, protocol: "http", telemetry: false });
};

/** Starts and ends a subscription; a live account takes no test card, so the price is free there. */
async function sell(customer = unique("customer"), price = prices.free): Promise<string> {
  const { status, body } = await tenant.admin.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@customers.example`,
    plan_price_id: price,
    ...(price !== prices.free && { cardprovider_test_card_token: "tok_visa" }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const end = async (id: string) => {
  const { status, body } = await tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
  expect(status, JSON.stringify(body)).toBe(200);
};

const referencesOf = (objectId: string) =>
  world.services.db.providerReference.findMany({ where: { tenantId: tenant.id, objectId } });

describe("a tenant with history", () => {
  it("sells in live mode after test mode, again in test mode, and in another account", {
    tags: ["long"],
  }, async () => {
    const test = await keysOf();
    const live = await keysOf({ account: test.account, mode: "live" });
    const other = await keysOf();
    const customer = unique("customer");
    for (const keys of [test, live, test, other]) {
      await connect(keys);
      const isLive = keys === live;
      await end(await sell(customer, isLive ? prices.free : prices.paid));
      await end(await sell(customer));
      const page = await tenant.admin.post("/v1/billing/checkout", {
        customer,
        plan_price_id: prices.paid,
      });
      expect(page.status, JSON.stringify(page.body)).toBe(201);
    }
    const environments = (await referencesOf(prices.paid)).map(({ environment }) => environment);
    expect(environments.toSorted()).toEqual(
      [`${test.account}/TEST`, `${test.account}/LIVE`, `${other.account}/TEST`].toSorted(),
    );
    expect((await stripeWith(test).products.list({ limit: 100 })).data).toHaveLength(2);
  });

  it("has a customer at the provider for each currency, in each account", { tags: ["long"] }, async () => {
    const plan = { slug: "abroad", prices: [{ amount: 4900, currency: "EUR" }] };
    const { plans } = await aCatalog(tenant.scope, { plans: [plan] });
    const euros = plans.abroad?.prices[0] ?? "";
    const [one, other] = [await keysOf(), await keysOf()];
    const customer = unique("customer");
    for (const keys of [one, other, one]) {
      await connect(keys);
      for (const id of [await sell(customer, prices.paid), await sell(customer, euros)]) await end(id);
    }
    const kept = await world.services.db.providerReference.findMany({
      where: { tenantId: tenant.id, kind: "CUSTOMER" },
    });
    expect(kept.map(({ environment, currency }) => `${environment} ${currency}`).sort()).toEqual(
      [one, other].flatMap(({ account }) => [`${account}/TEST EUR`, `${account}/TEST USD`]).sort(),
    );
  });

  it("keeps its key while a subscription lives: one of another account or mode is refused with what to do", {
    tags: ["long"],
  }, async () => {
    const test = await keysOf();
    await connect(test);
    const id = await sell();
    for (const keys of [await keysOf(), await keysOf({ account: test.account, mode: "live" })]) {
      await expect(connect(keys)).rejects.toMatchObject({
        code: "K3016",
        status: 409,
        message: expect.stringMatching(/1 live subscription.*End .* or connect a key of/),
      });
      expect((await stripeWith(keys).webhookEndpoints.list()).data).toEqual([]);
    }
    await connect(await keysOf({ account: test.account }));
    await end(id);
    await connect(await keysOf());
  });

  it("ends starts that wait for their cardholder in the account that it leaves, so that none is paid there", async () => {
    const test = await keysOf();
    await connect(test);
    const fields = {
      customer: "ada",
      email: "ada@customers.example",
      plan_price_id: prices.paid,
      cardprovider_test_card_token: "tok_authenticationRequired",
    };
    const start = (token: string, key = "first") =>
      tenant.admin.post(
        "/v1/billing/cardprovider/subscriptions/headless",
        { ...fields, cardprovider_test_card_token: token },
        { "idempotency-key": key },
      );
    const refused = await start("tok_authenticationRequired");
    expect([refused.status, refused.body.code]).toEqual([402, "K7002"]);
    const [intent = ""] = refused.body.details.client_secret.split("_secret_");
    const other = await keysOf();
    await connect(other);
    const left = stripeWith(test);
    const { data } = await left.subscriptions.list({ status: "all" });
    expect(data.map(({ status }) => status)).toEqual(["incomplete_expired"]);
    expect((await left.invoices.list()).data.map(({ status }) => status)).toEqual(["void"]);
    expect((await left.paymentIntents.retrieve(intent)).status).toBe("canceled");
    // The same request begins anew where the tenant is now, and so does another one.
    const again = await start("tok_authenticationRequired");
    expect([again.status, again.body.code]).toEqual([402, "K7002"]);
    expect((await start("tok_visa", "second")).status).toBe(201);
    const there = await stripeWith(other).subscriptions.list({ status: "all" });
    expect(there.data.map(({ status }) => status).sort()).toEqual(["active", "incomplete_expired"]);
  });

  it("gives back what such a start had claimed, to the next sale or by the job", {
    tags: ["long"],
  }, async () => {
    await connect(await keysOf());
    const { db } = world.services;
    for (const how of ["sale", "job"]) {
      const person = { customer: unique("customer"), email: `${unique("buyer")}@customers.example` };
      const { id: customerId } = await db.$transaction((tx) =>
        ensureCustomerWithEmail(tx, tenant.scope, person),
      );
      const terms = { planPriceId: prices.paid, trialDays: null, packId: null };
      await db.$transaction((tx) => promiseTerms(tx, tenant.scope, { ...terms, customerId, sourceId: how }));
      const start = (cardprovider_test_card_token: string) =>
        tenant.admin.post("/v1/billing/cardprovider/subscriptions/headless", {
          ...person,
          plan_price_id: prices.paid,
          cardprovider_test_card_token,
        });
      expect((await start("tok_authenticationRequired")).body.code).toBe("K7002");
      await connect(await keysOf());
      const granted = () => db.customerGrant.findFirstOrThrow({ where: { tenantId: tenant.id, customerId } });
      expect(await granted()).toMatchObject({ subscriptionId: expect.any(String), usedAt: null });
      expect(await foundIn(world.services.pool, tenant.id)).toEqual([]);
      if (how === "job") {
        await endUnconfirmedStarts(world.services);
        expect(await granted()).toMatchObject({ subscriptionId: null, usedAt: null });
        continue;
      }
      const sold = await start("tok_visa");
      expect(sold.status, JSON.stringify(sold.body)).toBe(201);
      expect(await granted()).toMatchObject({ subscriptionId: sold.body.id, usedAt: expect.any(Date) });
      await end(sold.body.id);
    }
  });

  it("keeps its key where a cardholder has confirmed a start that it does not know of yet", async () => {
    const test = await keysOf();
    await connect(test);
    const refused = await tenant.admin.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer: "ada",
      email: "ada@customers.example",
      plan_price_id: prices.paid,
      cardprovider_test_card_token: "tok_authenticationRequired",
    });
    const secret: string = refused.body.details.client_secret;
    const { hostname: host, port } = new URL(world.sandboxUrl);
    const browser = new Stripe(test.publishable_key, { host, port, protocol: "http", telemetry: false });
    const params: object = { client_secret: secret };
    const intent = await browser.paymentIntents.confirm(secret.split("_secret_")[0] ?? "", params);
    await fetch(String(intent.next_action?.use_stripe_sdk?.stripe_js), {
      method: "POST",
      body: new URLSearchParams({ authentication: "complete" }),
      redirect: "manual",
    });
    await expect(connect(await keysOf())).rejects.toMatchObject({
      code: "K3016",
      message: expect.stringMatching(/just confirmed/),
    });
    expect((await stripeWith(test).subscriptions.list()).data.map(({ status }) => status)).toEqual([
      "active",
    ]);
  });

  it("keeps a key that was revoked while a start waits for its cardholder, which it cannot end", {
    tags: ["long"],
  }, async () => {
    const test = await keysOf();
    await connect(test);
    const refused = await tenant.admin.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer: "ada",
      email: "ada@customers.example",
      plan_price_id: prices.paid,
      cardprovider_test_card_token: "tok_authenticationRequired",
    });
    expect(refused.body.code).toBe("K7002");
    const rolled = await keysOf({ account: test.account, roll: "true" });
    const other = await keysOf();
    await expect(connect(other)).rejects.toMatchObject({
      code: "K3016",
      message: expect.stringMatching(/whose key is refused.*Connect a valid key of/),
    });
    await connect(rolled);
    await connect(other);
    const { data } = await stripeWith(rolled).subscriptions.list({ status: "all" });
    expect(data.map(({ status }) => status)).toEqual(["incomplete_expired"]);
  });

  it("closes open pages of the account that it leaves, so that none is paid there", async () => {
    const test = await keysOf();
    await connect(test);
    const page = await tenant.admin.post("/v1/billing/checkout", {
      customer: "grace",
      email: "grace@customers.example",
      plan_price_id: prices.paid,
    });
    expect(page.status).toBe(201);
    await connect(await keysOf());
    const sessions = await stripeWith(test).checkout.sessions.list();
    expect(sessions.data.map(({ status }) => status)).toEqual(["expired"]);
  });
});

describe("objects that the provider does not know", () => {
  /** All ids that were stored become unknown at the provider. */
  const loseAll = () => world.services.db.$executeRaw`
    update provider_references set provider_id = kind || '_gone_' || object_id where tenant_id = ${tenant.id}`;

  it("are made anew, once, and the sale goes on", { tags: ["long"] }, async () => {
    await connect(await keysOf());
    const customer = unique("customer");
    await end(await sell(customer, prices.paid));
    await loseAll();
    await end(await sell(customer, prices.paid));
    // Its price is new, in a product that is lost.
    await end(await sell(customer, prices.yearly));
    const gone = await world.services.db.providerReference.count({
      where: { tenantId: tenant.id, providerId: { contains: "_gone_" } },
    });
    expect(gone).toBe(0);
  });

  it("are made anew for a page, a card form and the provider's portal", { tags: ["long"] }, async () => {
    await connect(await keysOf());
    const customer = unique("customer");
    await end(await sell(customer, prices.paid));
    const asks = [
      ["/v1/billing/checkout", { plan_price_id: prices.paid }],
      ["/v1/billing/cardprovider/setup-intent", {}],
      ["/v1/billing/cardprovider/portal-session", {}],
    ] as const;
    for (const [path, fields] of asks) {
      await loseAll();
      const { status, body } = await tenant.admin.post(path, { customer, ...fields });
      expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(300);
    }
  });

  it("stay refused where a customer with a live subscription is missing: the key may be wrong", async () => {
    await connect(await keysOf());
    const customer = unique("customer");
    await sell(customer);
    await world.services.db.$executeRaw`
      update provider_references set provider_id = 'cus_gone' where tenant_id = ${tenant.id} and kind = 'CUSTOMER'`;
    const { status } = await tenant.admin.post("/v1/billing/cardprovider/setup-intent", { customer });
    expect(status).toBeGreaterThanOrEqual(400);
    const kept = await world.services.db.providerReference.count({
      where: { tenantId: tenant.id, providerId: "cus_gone" },
    });
    expect(kept).toBe(1);
  });
});

describe("the publishable key", () => {
  it("of another account or another mode than the secret key is refused", async () => {
    const [one, other] = [await keysOf(), await keysOf()];
    const live = await keysOf({ account: one.account, mode: "live" });
    const refused = (publishable_key: string) =>
      expect(connectProvider(tenant.scope, { ...one, publishable_key }, 0)).rejects;
    await refused(other.publishable_key).toMatchObject({ code: "K3016", message: /another account/ });
    await refused(live.publishable_key).toMatchObject({ code: "K3016", message: /different modes/ });
    await connectProvider(
      tenant.scope,
      { secret_key: one.secret_key, publishable_key: one.publishable_key },
      0,
    );
  });
});

describe("references from before environments were stored", () => {
  it("belong to the account and mode of the key that the tenant has", { tags: ["long"] }, async () => {
    const keys = await keysOf();
    await connectCardProvider(tenant.scope, {
      endpoint: "stripe",
      secretKey: keys.secret_key,
      publishableKey: null,
    });
    await end(await sell(unique("customer"), prices.paid));
    for (const table of ["provider_references", "provider_accounts"])
      await world.services.pool.query(`update ${table} set environment = '' where tenant_id = $1`, [
        tenant.id,
      ]);
    // As an older process writes it while both run.
    await end(await sell(unique("customer"), prices.paid));
    await nameEnvironments(world.services);
    const { db } = world.services;
    const where = { tenantId: tenant.id };
    const environments = await db.providerReference.findMany({ where, distinct: ["environment"] });
    expect(environments.map(({ environment }) => environment)).toEqual([`${keys.account}/TEST`]);
    expect(await db.providerAccount.findMany({ where })).toMatchObject([
      { environment: `${keys.account}/TEST` },
    ]);
  });
});
