// @module-tag ci
import Stripe from "stripe";
import { describe, expect, vi } from "vitest";
import { createCardProviders } from "../../../providers/open.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { itWith } from "../../../testing/it.ts";
import { aLateProvider } from "../../../testing/late-provider.ts";
import { type Keys, keysOf } from "../../../testing/sandbox-keys.ts";
import { unique, type World } from "../../../testing/world.ts";
import { syncBalance } from "../../customers/sync-balance.ts";
import { connectProvider } from "../../tenants/provider/provider-settings.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";
import { compareBalances } from "../charges/compare-balances.ts";
import { settleLeftCredit } from "../periods/due-work.ts";

const it = itWith({ hasOwnDatabase: true });

// Credit that a customer has with the card provider, when the tenant gets a key of another account or mode.

const CREDIT = 1000;

/** A customer whose subscription has ended, with credit of 10.00 in the account of the first keys; callbacks are lost. */
async function aFormerBuyer(world: World) {
  const tenant = await aTenant(world);
  const { scope } = tenant;
  const plan = { slug: "pro", prices: [{ amount: 3000 }, { amount: 0 }] };
  const { plans } = await aCatalog(scope, { plans: [plan] });
  const [paid = "", free = ""] = plans.pro?.prices ?? [];
  const customer = unique("customer");
  const first = await keysOf(world);
  const connect = ({ secret_key }: Keys) => connectProvider(scope, { secret_key }, 0);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripeWith = ({ secret_key }: Keys) =>
    new Stripe(secret_key, { host, port, protocol: "http", telemetry: false });
  const start = async (plan_price_id: string) => {
    const { status, body } = await tenant.admin.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: `${customer}@customers.example`,
      plan_price_id,
      ...(plan_price_id === paid && { cardprovider_test_card_token: "tok_visa" }),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const end = async ({ id }: { id: string }) => {
    const { status } = await tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
    expect(status).toBe(200);
  };
  await connect(first);
  const sold = await start(paid);
  const remote: string = sold.provider_customer_id;
  await end(sold);
  await stripeWith(first).customers.createBalanceTransaction(remote, { amount: -CREDIT, currency: "usd" });
  await syncBalance(scope, remote);
  const held = async () => {
    const { body } = await tenant.admin.get(`/v1/billing/ledger?customer=${customer}&state=held`);
    return body.data;
  };
  return {
    tenant,
    scope,
    first,
    connect,
    stripeWith,
    start,
    end,
    paid,
    free,
    held,
    remote,
    balance: async () => (await tenant.admin.get(`/v1/billing/customers/${customer}/balance`)).body.balances,
    decide: (id: string, decision: string) =>
      tenant.admin.post(`/v1/billing/ledger/${id}/decide`, { decision, reason: "The account was changed." }),
    balanceThere: async (keys: Keys, id: string) => {
      const there = await stripeWith(keys).customers.retrieve(id);
      return there.deleted ? null : there.balance;
    },
    /** What the doctor finds, in the database and in comparison with the card provider. */
    wrong: async () => [
      ...(await foundIn(world.services.pool, tenant.id)),
      ...(await compareBalances(scope)).map(({ ours, theirs }) => `here ${ours}, there ${theirs}`),
    ],
  };
}

describe("credit of an account that the tenant leaves", () => {
  it("is held for a decision; what is sold in the next account is not lowered by it", async ({ world }) => {
    const buyer = await aFormerBuyer(world);
    expect(await buyer.balance()).toMatchObject([{ credit: CREDIT, held: 0, waiting: 0 }]);
    await buyer.connect(await keysOf(world));
    const sold = await buyer.start(buyer.paid);
    expect(await buyer.balance()).toMatchObject([{ credit: 0, held: -CREDIT, waiting: 0 }]);
    expect(await buyer.held()).toMatchObject([
      {
        amount: -CREDIT,
        cause: "CREDIT",
        state: "held",
        why: { code: "LEFT" },
        description: `Balance with the card provider, left in ${buyer.first.account} (test mode)`,
      },
    ]);
    expect(await buyer.wrong()).toEqual([]);
    await buyer.end(sold);
  });

  it("is added to the balance in the next account, once, where a person decides so", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aFormerBuyer(world);
    const next = await keysOf(world);
    await buyer.connect(next);
    const [{ id }] = await buyer.held();
    expect((await buyer.decide(id, "balance")).body).toMatchObject({
      state: "balance",
      why: { code: "DECIDED", reason: "The account was changed." },
    });
    expect((await buyer.decide(id, "balance")).body).toMatchObject({ code: "K6023" });
    await Promise.all([settleLeftCredit(world.services), settleLeftCredit(world.services)]);
    await settleLeftCredit(world.services);
    expect(await buyer.balance()).toMatchObject([{ credit: CREDIT, held: 0, waiting: 0 }]);
    const sold = await buyer.start(buyer.paid);
    expect(sold.provider_customer_id).not.toBe(buyer.remote);
    expect(await buyer.balanceThere(next, sold.provider_customer_id)).toBe(0);
    await mendDrift(buyer.scope);
    expect(await buyer.balance()).toMatchObject([{ credit: 0, held: 0 }]);
    expect(await buyer.wrong()).toEqual([]);
    // The account of before is connected again: what was given meanwhile is not given twice.
    await buyer.end(sold);
    await buyer.connect(buyer.first);
    await settleLeftCredit(world.services);
    await settleLeftCredit(world.services);
    expect(await buyer.balanceThere(buyer.first, buyer.remote)).toBe(0);
    expect(await buyer.balance()).toMatchObject([{ credit: 0, held: 0 }]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("is the customer's own where it waits, and is settled by hand", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aFormerBuyer(world);
    await buyer.connect(await keysOf(world));
    const [{ id, customer_id: customer }] = await buyer.held();
    expect((await buyer.decide(id, "wait")).body).toMatchObject({ state: "waiting" });
    expect(await buyer.balance()).toMatchObject([{ credit: CREDIT, held: 0 }]);
    const { status } = await buyer.tenant.admin.post("/v1/billing/ledger/settle-credit", {
      customer,
      currency: "USD",
      amount: CREDIT,
      to: "REFUND",
      reason: "The account was closed.",
    });
    expect(status).toBe(200);
    expect(await buyer.balance()).toMatchObject([{ credit: 0, held: 0 }]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("that was settled meanwhile is not used by a sale at once after the return, before any job", async ({
    world,
  }) => {
    const buyer = await aFormerBuyer(world);
    await buyer.connect(await keysOf(world));
    const [{ id, customer_id: customer }] = await buyer.held();
    await buyer.decide(id, "wait");
    const { status } = await buyer.tenant.admin.post("/v1/billing/ledger/settle-credit", {
      customer,
      currency: "USD",
      amount: CREDIT,
      to: "REFUND",
      reason: "The account was closed.",
    });
    expect(status).toBe(200);
    await buyer.connect(buyer.first);
    expect(await buyer.balanceThere(buyer.first, buyer.remote)).toBe(-CREDIT);
    const there = {
      customer,
      currency: "USD",
      provider: "PROVIDER_A",
      lines: [{ description: "Work", amount: 500 }],
    };
    const [sold] = await Promise.all([
      buyer.start(buyer.paid),
      buyer.tenant.admin.post("/v1/billing/invoices", there),
    ]);
    expect(sold.provider_customer_id).toBe(buyer.remote);
    const { data } = await buyer.stripeWith(buyer.first).invoices.list({ customer: buyer.remote });
    const paid = data.filter(({ total }) => total > 0).map((one) => [one.total, one.amount_due]);
    expect(paid.every(([total, due]) => total === due)).toBe(true);
    expect(paid.length).toBeGreaterThan(1);
    expect(await buyer.balanceThere(buyer.first, buyer.remote)).toBe(0);
    await settleLeftCredit(world.services);
    await mendDrift(buyer.scope);
    expect(await buyer.balanceThere(buyer.first, buyer.remote)).toBe(0);
    expect(await buyer.balance()).toMatchObject([{ credit: 0, held: 0 }]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("that was to be added, when the account is left again, is added in the one after it", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aFormerBuyer(world);
    await buyer.connect(await keysOf(world));
    const [{ id }] = await buyer.held();
    await buyer.end(await buyer.start(buyer.free));
    await buyer.decide(id, "balance");
    const third = await keysOf(world);
    await buyer.connect(third);
    expect(await buyer.held()).toEqual([]);
    await settleLeftCredit(world.services);
    const sold = await buyer.start(buyer.free);
    expect(await buyer.balanceThere(third, sold.provider_customer_id)).toBe(-CREDIT);
    expect(await buyer.balance()).toMatchObject([{ credit: CREDIT, held: 0 }]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("of test mode is not given in live mode, and is the customer's again in test mode", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aFormerBuyer(world);
    await buyer.connect(await keysOf(world, { account: buyer.first.account, mode: "live" }));
    const [{ id }] = await buyer.held();
    expect((await buyer.decide(id, "balance")).body).toMatchObject({
      code: "K6076",
      message: expect.stringContaining("test mode"),
    });
    await buyer.connect(buyer.first);
    expect(await buyer.held()).toEqual([]);
    await settleLeftCredit(world.services);
    expect(await buyer.balance()).toMatchObject([{ credit: CREDIT, held: 0 }]);
    expect(await buyer.balanceThere(buyer.first, buyer.remote)).toBe(-CREDIT);
    expect(await buyer.wrong()).toEqual([]);
    // A second time.
    await buyer.connect(await keysOf(world));
    expect(await buyer.held()).toMatchObject([{ amount: -CREDIT }]);
    expect(await buyer.balance()).toMatchObject([{ credit: 0, held: -CREDIT }]);
  });

  it("that is read late, of an account that was left meanwhile, is not that of the next one", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aFormerBuyer(world);
    await buyer.stripeWith(buyer.first).customers.createBalanceTransaction(buyer.remote, {
      amount: -500,
      currency: "usd",
    });
    const late = await aLateProvider(world.sandboxUrl);
    const scope = { ...buyer.scope, openCardProvider: createCardProviders({ stripe: late.url }) };
    late.hold("GET", /balance_transactions/);
    const reading = syncBalance(scope, buyer.remote);
    reading.catch(() => undefined);
    await vi.waitFor(() => expect(late.held).toBe(1), { timeout: 20_000 });
    await buyer.connect(await keysOf(world));
    late.letGo();
    await expect(reading).rejects.toMatchObject({ code: "K7024" });
    expect(await buyer.balance()).toMatchObject([{ credit: 0, held: -CREDIT }]);
    await late.close();
  });
});
