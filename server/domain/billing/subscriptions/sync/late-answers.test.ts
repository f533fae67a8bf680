// @module-tag ci
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Scope } from "../../../../platform/scope.ts";
import { createCardProviders } from "../../../../providers/open.ts";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { createClient } from "../../../../testing/client.ts";
import { aLateProvider, type LateProvider } from "../../../../testing/late-provider.ts";
import { ownDatabase } from "../../../../testing/own-database.ts";
import { openSecondProcess, type SecondProcess } from "../../../../testing/second-process.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";
import { ensureCallbacks, rotateCallbackSecret } from "../../../tenants/provider/provider-callbacks.ts";
import { syncInvoice } from "../../invoices/sync-invoice.ts";
import { listPaymentMethods } from "../../payment-methods/list-payment-methods.ts";
import { removePaymentMethod } from "../../payment-methods/remove-payment-method.ts";
import { changePlan } from "../change/change-plan.ts";
import { moveProvider } from "../change/move-provider.ts";
import { syncSubscription } from "./sync-subscription.ts";

// The provider is read outside transactions, so an answer may come after a newer one was saved.

const WORKERS = 4;
const CONNECTIONS = "2";
const SECRET = "whsec_of_this_test";
const WITHIN = { timeout: 20_000, interval: 10 };

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;
let stripe: Stripe;
let late: LateProvider;
/** The tenant's scope, whose provider answers late. */
let lateScope: Scope;

beforeAll(async () => {
  world = await openWorld({ environment: { DATABASE_URL: await ownDatabase() } });
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, {
    plans: [
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
    ],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  stripe = new Stripe(tenant.providerKey, { host, port: Number(port), protocol: "http" });
  late = await aLateProvider(world.sandboxUrl);
  lateScope = { ...tenant.scope, openCardProvider: createCardProviders({ sandbox: late.url }) };
});

afterEach(() => late.letGo());

afterAll(async () => {
  await late?.close();
  await world?.close();
});

interface Started {
  id: string;
  remoteId: string;
  remoteCustomer: string;
}

async function aSubscription(): Promise<Started> {
  const customer = unique("customer");
  const { status, body } = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans.basic?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return {
    id: body.id,
    remoteId: body.provider_subscription_id,
    remoteCustomer: body.provider_customer_id,
  };
}

const rowOf = (id: string) => world.services.db.subscription.findFirstOrThrow({ where: { id } });
const endLater = ({ remoteId }: Started, cancel_at_period_end: boolean) =>
  stripe.subscriptions.update(remoteId, { cancel_at_period_end });
const eventsOf = async (id: string) => {
  const where = { tenantId: tenant.id, objectId: id };
  const events = await world.services.db.event.findMany({ where, orderBy: { sequence: "asc" } });
  return events.map(({ type }) => type);
};
const BEGUN = ["subscription.created", "subscription.activated"];
const READ_SUBSCRIPTION = ["GET", /^\/v1\/subscriptions\/sub_/] as const;

/** Begins what waits for a late answer, and continues once that is held back. */
async function begin<T>(work: () => Promise<T>): Promise<{ end: () => Promise<T> }> {
  const running = work();
  // Its result is looked at in end().
  running.catch(() => undefined);
  await vi.waitFor(() => expect(late.held).toBe(1), WITHIN);
  return {
    end: () => {
      late.letGo();
      return running;
    },
  };
}

describe("an answer of the provider that comes late", () => {
  it("does not replace a newer state of a subscription", { tags: ["long"] }, async () => {
    const started = await aSubscription();
    late.hold(...READ_SUBSCRIPTION);
    const older = await begin(() => syncSubscription(lateScope, started.id));
    await endLater(started, true);
    expect(await syncSubscription(tenant.scope, started.id)).toBe(true);
    expect(await older.end()).toBe(false);
    expect((await rowOf(started.id)).cancelAtPeriodEnd).toBe(true);
    expect(await eventsOf(started.id)).toEqual([...BEGUN, "subscription.cancel_scheduled"]);
  });

  it("does not replace a newer state that is the same as the one before both", {
    tags: ["long"],
  }, async () => {
    const started = await aSubscription();
    await endLater(started, true);
    late.hold(...READ_SUBSCRIPTION);
    const older = await begin(() => syncSubscription(lateScope, started.id));
    await endLater(started, false);
    expect(await syncSubscription(tenant.scope, started.id)).toBe(false);
    await older.end();
    expect((await rowOf(started.id)).cancelAtPeriodEnd).toBe(false);
    expect(await eventsOf(started.id)).toEqual(BEGUN);
  });

  it("does not take back what was synced while a plan was changed", { tags: ["long"] }, async () => {
    const started = await aSubscription();
    late.hold("POST", /^\/v1\/subscriptions\/sub_/);
    const changing = await begin(() =>
      changePlan(lateScope, {
        id: started.id,
        effective: "now",
        plan_price_id: catalog.plans.pro?.prices[0] ?? "",
      }),
    );
    await endLater(started, true);
    await syncSubscription(tenant.scope, started.id);
    await changing.end();
    const row = await rowOf(started.id);
    expect([row.planId, row.cancelAtPeriodEnd]).toEqual([catalog.plans.pro?.id, true]);
  });

  it("leaves a change of plan made when the provider refuses the read after its charge", {
    tags: ["long"],
  }, async () => {
    const started = await aSubscription();
    late.hold("POST", /^\/v1\/subscriptions\/sub_/);
    const plan_price_id = catalog.plans.pro?.prices[0] ?? "";
    const changing = await begin(() =>
      changePlan(lateScope, { id: started.id, effective: "now", plan_price_id }),
    );
    // A callback syncs the row meanwhile, so that the change's own answer is older and the provider is read once more.
    await syncSubscription(tenant.scope, started.id);
    onTestFinished(late.refuse(...READ_SUBSCRIPTION));
    expect(await changing.end()).toMatchObject({ id: started.id, plan_price_id });
    const operations = await world.services.db.providerOperation.findMany({
      where: { subscriptionId: started.id, kind: "CHANGE_PLAN" },
    });
    expect(operations.map(({ status }) => status)).toEqual(["SUCCEEDED"]);
  });

  it("leaves a move to cards made when the provider refuses to schedule the change that waits", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const { body } = await tenant.admin.post("/v1/billing/subscriptions", {
      customer,
      email: `${customer}@example.com`,
      plan_price_id: catalog.plans.basic?.prices[0],
      provider: "PROVIDER_B",
    });
    const later = { plan_price_id: catalog.plans.pro?.prices[0], effective: "period_end" };
    expect((await tenant.admin.post(`/v1/billing/subscriptions/${body.id}/change-plan`, later)).status).toBe(
      200,
    );
    onTestFinished(late.refuse("POST", /^\/v1\/subscription_schedules/));
    const moved = await moveProvider(lateScope, {
      id: body.id,
      provider: "PROVIDER_A",
      cardprovider_test_card_token: "tok_visa",
    });
    expect(moved).toMatchObject({ id: body.id, provider: "PROVIDER_A", status: "ACTIVE" });
  });

  it("keeps a card whose removal could not be answered with the cards that are left", async () => {
    const customer = unique("customer");
    const card = { customer, cardprovider_test_card_token: "tok_visa", email: `${customer}@example.com` };
    expect(
      (
        await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
          ...card,
          plan_price_id: catalog.plans.basic?.prices[0],
        })
      ).status,
    ).toBe(201);
    const cards = async () => (await listPaymentMethods(tenant.scope, { customer })).data;
    const [before] = await cards();
    const restore = late.refuse("GET", /^\/v1\/customers\/\w+\/payment_methods|^\/v1\/payment_methods\?/);
    onTestFinished(restore);
    const remove = () => removePaymentMethod(lateScope, { customer, id: before?.id ?? "" });
    await expect(remove()).rejects.toMatchObject({ code: "K7005" });
    expect(await cards()).toEqual([before]);
    restore();
    expect(await remove()).toEqual({ data: [] });
  });

  it("does not undo a rotation of the callbacks' secret whose former registration cannot be ended", async () => {
    const own = await aTenant(world);
    await ensureCallbacks(own.scope);
    onTestFinished(late.refuse("DELETE", /^\/v1\/webhook_endpoints/));
    const rotated = await rotateCallbackSecret({
      ...own.scope,
      openCardProvider: lateScope.openCardProvider,
    });
    expect(rotated.url).toContain(own.id);
  });

  it("does not replace a newer state of an invoice", async () => {
    const started = await aSubscription();
    const { id = "" } = await stripe.invoices.create({
      customer: started.remoteCustomer,
      auto_advance: false,
    });
    late.hold("GET", /^\/v1\/invoices\/in_/);
    const older = await begin(() => syncInvoice(lateScope, id));
    await stripe.invoices.finalizeInvoice(id);
    expect(await syncInvoice(tenant.scope, id)).toBe(true);
    await older.end();
    const copy = await world.services.db.invoice.findFirstOrThrow({ where: { providerInvoiceId: id } });
    // There is nothing to pay.
    expect(copy.status).toBe("PAID");
  });
});

describe("callbacks in two processes", { tags: ["long"] }, () => {
  let processes: SecondProcess[];
  let lates: LateProvider[];

  beforeAll(async () => {
    const { scope } = tenant;
    await scope.db.providerAccount.updateMany({
      where: { tenantId: scope.tenantId },
      data: {
        webhookSecretsSealed: [scope.vault.encrypt(SECRET, `provider_account:${scope.tenantId}:PROVIDER_A`)],
      },
    });
    lates = await Promise.all([aLateProvider(world.sandboxUrl), aLateProvider(world.sandboxUrl)]);
    processes = await Promise.all(
      lates.map(({ url }) =>
        openSecondProcess(world, {
          role: "all",
          environment: { USHER_TEST_SANDBOX: url, USHER_POOL_SIZE: CONNECTIONS },
        }),
      ),
    );
  });

  afterAll(async () => {
    await Promise.all((lates ?? []).map((each) => each.close()));
    await Promise.all((processes ?? []).map((each) => each.close()));
  });

  async function deliver(to: SecondProcess, event: string, remoteId: string): Promise<void> {
    const payload = JSON.stringify({
      id: event,
      object: "event",
      created: Math.floor(Date.now() / 1000),
      type: "customer.subscription.updated",
      data: { object: { id: remoteId, object: "subscription" } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
    const answer = await fetch(`${to.baseUrl}/webhooks/cardprovider/${tenant.id}`, {
      method: "POST",
      headers: { "stripe-signature": signature },
      body: payload,
    });
    expect(answer.status).toBe(200);
  }

  it("doubled and reordered, end in the provider's state, and hold no connection while it is slow", async () => {
    const started = await aSubscription();
    for (const each of lates) each.hold(...READ_SUBSCRIPTION);
    const events = Array.from({ length: WORKERS * 2 }, () => unique("evt"));
    const [one, other] = processes as [SecondProcess, SecondProcess];
    for (const event of events) await deliver(one, event, started.remoteId);
    for (const event of events.toReversed()) await deliver(other, event, started.remoteId);
    // Every worker has read the same old state, and waits for its answer.
    await vi.waitFor(() => expect(lates.map(({ held }) => held)).toEqual([WORKERS, WORKERS]), WITHIN);
    for (const { baseUrl } of processes) {
      const client = createClient(baseUrl, tenant.server.headers);
      const asked = Array.from({ length: 6 }, () => client.get(`/v1/billing/subscriptions/${started.id}`));
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    }
    await endLater(started, true);
    await syncSubscription(tenant.scope, started.id);
    for (const each of lates) each.letGo();
    const left = { tenantId: tenant.id, processedAt: null };
    await vi.waitFor(
      async () => expect(await world.services.db.providerEvent.count({ where: left })).toBe(0),
      WITHIN,
    );
    expect((await rowOf(started.id)).cancelAtPeriodEnd).toBe(true);
    expect(await eventsOf(started.id)).toEqual([...BEGUN, "subscription.cancel_scheduled"]);
    const handled = await world.services.db.providerEvent.findMany({ where: { tenantId: tenant.id } });
    expect(handled.map(({ attempts, lastError }) => [attempts, lastError])).toEqual(
      events.map(() => [1, null]),
    );
  }, 60_000);
});
