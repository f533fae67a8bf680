// @module-tag ci
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Scope } from "../../../platform/scope.ts";
import { createCardProviders } from "../../../providers/open.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aLateProvider, type LateProvider } from "../../../testing/late-provider.ts";
import { type Keys, keysOf } from "../../../testing/sandbox-keys.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { createCheckout } from "../../billing/checkout/create-checkout.ts";
import { createSetupIntent } from "../../billing/payment-methods/create-setup-intent.ts";
import { startSubscription } from "../../billing/subscriptions/start/start-subscription.ts";
import { connectProvider } from "./provider-settings.ts";

// A key of another account is connected while a sale waits for an answer of the present one. Each tenant begins with an account, and
// the other is another one of the sandbox.

const WITHIN = { timeout: 20_000, interval: 10 };

let world: World;
let late: LateProvider;
let tenant: TestTenant;
/** The tenant's scope, whose provider answers late. */
let lateScope: Scope;
let price: string;
let code: string;
let present: Keys;
let other: Keys;

beforeAll(async () => {
  world = await openWorld();
  late = await aLateProvider(world.sandboxUrl);
});

afterAll(async () => {
  await late?.close();
  await world?.close();
});

beforeEach(async () => {
  tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, { plans: [{ slug: "solo", prices: [{ amount: 4900 }] }] });
  price = plans.solo?.prices[0] ?? "";
  lateScope = { ...tenant.scope, openCardProvider: createCardProviders({ stripe: late.url }) };
  present = await keysOf(world);
  other = await keysOf(world);
  await connect(present);
  const coupon = await stripeWith(present).coupons.create({ percent_off: 50, duration: "forever" });
  code = unique("HALF").replace(/\W/g, "");
  await stripeWith(present).promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
});

afterEach(() => late.letGo());

const connect = ({ secret_key }: Keys) => connectProvider(tenant.scope, { secret_key }, 0);

const stripeWith = ({ secret_key }: Keys) => {
  const { hostname: host, port } = new URL(world.sandboxUrl);
  return new Stripe(secret_key, { host, port, protocol: "http", telemetry: false });
};

function aSale() {
  const customer = unique("customer");
  return { customer, email: `${customer}@example.com`, plan_price_id: price };
}

const start = () =>
  startSubscription(lateScope, {
    ...aSale(),
    cardprovider_test_card_token: "tok_visa",
    promotion_code: code,
  });

/** Begins what waits for an answer, connects the other account meanwhile, and lets the answer come. */
async function meanwhile(work: () => Promise<unknown>, method: string, path: RegExp) {
  late.hold(method, path);
  const running = work();
  // Its result is looked at below.
  running.catch(() => undefined);
  await vi.waitFor(() => expect(late.held).toBe(1), WITHIN);
  const [connected] = await Promise.allSettled([connect(other)]);
  late.letGo();
  const [done] = await Promise.allSettled([running]);
  return {
    done: done.status === "fulfilled" ? "done" : done.reason.code,
    connected: connected.status === "fulfilled" ? "connected" : connected.reason.code,
  };
}

/** The references that name an object which their environment's account does not have. */
async function strangers(): Promise<string[]> {
  const rows = await world.services.db.providerReference.findMany({ where: { tenantId: tenant.id } });
  const found: string[] = [];
  for (const { environment, kind, providerId } of rows) {
    const keys = [present, other].find(({ account }) => `${account}/TEST` === environment);
    const { customers, prices, products } = stripeWith(keys ?? present);
    const read = { CUSTOMER: customers, PRICE: prices, PRODUCT: products }[kind];
    const isThere = await read.retrieve(providerId).then(
      () => keys !== undefined,
      () => false,
    );
    if (!isThere) found.push(`${environment} ${kind} ${providerId}`);
  }
  return found;
}

const soldIn = async (keys: Keys) =>
  (await stripeWith(keys).subscriptions.list({ status: "all" })).data.length;

describe("another account that is connected", () => {
  it("before a start has begun its operation leaves nothing sold, and the start is to be sent again", {
    tags: ["long"],
  }, async () => {
    expect(await meanwhile(start, "GET", /^\/v1\/promotion_codes/)).toEqual({
      connected: "connected",
      done: "K7024",
    });
    expect([await soldIn(present), await soldIn(other)]).toEqual([0, 0]);
    expect(await strangers()).toEqual([]);
    const again = await startSubscription(tenant.scope, {
      ...aSale(),
      cardprovider_test_card_token: "tok_visa",
    });
    expect(again.status).toBe("ACTIVE");
    expect([await soldIn(present), await soldIn(other)]).toEqual([0, 1]);
    expect(await strangers()).toEqual([]);
  });

  it.each([
    ["POST", /^\/v1\/customers$/],
    ["POST", /^\/v1\/products$/],
    ["POST", /^\/v1\/prices$/],
    ["POST", /^\/v1\/subscriptions$/],
  ])("while a start waits for %s %s is refused, and the start is made", async (method, path) => {
    expect(await meanwhile(start, method, path)).toEqual({ connected: "K3016", done: "done" });
    expect([await soldIn(present), await soldIn(other)]).toEqual([1, 0]);
    expect(await strangers()).toEqual([]);
  });

  it.each([
    ["POST", /^\/v1\/customers$/],
    ["POST", /^\/v1\/prices$/],
    ["POST", /^\/v1\/checkout\/sessions$/],
  ])("while a checkout page waits for %s %s is refused or leaves no page open", async (method, path) => {
    const open = () => createCheckout(lateScope, aSale());
    expect(await meanwhile(open, method, path)).toEqual({ connected: "connected", done: "K7024" });
    const { data } = await stripeWith(present).checkout.sessions.list();
    expect(data.filter(({ status }) => status === "open")).toEqual([]);
    expect(await strangers()).toEqual([]);
    expect((await createCheckout(tenant.scope, aSale())).url).toContain("/c/pay/");
    expect(await strangers()).toEqual([]);
  });

  it("while a card form waits for its customer leaves no customer of the account that was left", async () => {
    const open = () => createSetupIntent(lateScope, aSale());
    expect(await meanwhile(open, "POST", /^\/v1\/customers$/)).toEqual({
      connected: "connected",
      done: "K7024",
    });
    expect(await strangers()).toEqual([]);
  });
});
