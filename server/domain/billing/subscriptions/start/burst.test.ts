import { createStripeSandbox, STRIPE_RATE_LIMITS } from "@usher/stripe-sandbox";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { createCardProviders } from "../../../../providers/open.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";
import { startSubscription } from "./start-subscription.ts";

// Stripe takes 25 requests a second of an account in test mode: https://docs.stripe.com/rate-limits. The sandbox counts them here as
// strictly as that can be read, in any second.

const STARTS = 24;
const RATES = { test: 20, live: 80 };
/** Another pace has a pacer of its own, as another process has. */
const OTHER_RATES = { test: 19, live: 80 };

let world: World;
let limited: Awaited<ReturnType<typeof createStripeSandbox>>;

beforeAll(async () => {
  world = await openWorld();
  limited = await createStripeSandbox({
    databaseUrl: inject("databaseUrl"),
    rateLimits: STRIPE_RATE_LIMITS,
  });
});

afterAll(async () => {
  await limited?.close();
  await world?.close();
});

/** A tenant, and scopes of it whose requests are paced by processes of their own; null: not paced. */
async function aShop(...paces: (typeof RATES | null)[]) {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, { plans: [{ slug: "pro", prices: [{ amount: 2000 }] }] });
  const scopes = paces.map(
    (rates): Scope => ({
      ...tenant.scope,
      openCardProvider: createCardProviders({ sandbox: limited.url }, { rates }),
    }),
  );
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  return { tenant, scopes, stripe, price: plans.pro?.prices[0] ?? "" };
}

type Shop = Awaited<ReturnType<typeof aShop>>;

/** Sends each sale until it is made, as a caller does whom an error tells to come again. Returns the codes of the refusals. */
async function sellAll({ scopes, price }: Shop, customers: string[]): Promise<string[]> {
  const refusals: string[] = [];
  let left = customers;
  for (let round = 1; left.length > 0 && round <= STARTS; round++) {
    const started = left.map((customer, nth) => {
      const scope = scopes[nth % scopes.length];
      if (!scope) throw new Error("There is no scope.");
      const sale = { customer, email: `${customer}@example.com`, plan_price_id: price };
      return startSubscription(scope, { ...sale, cardprovider_test_card_token: "tok_visa" });
    });
    const outcomes = await Promise.allSettled(started);
    left = left.filter((_, nth) => outcomes[nth]?.status === "rejected");
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      const { reason } = outcome;
      if (!(reason instanceof ApiError)) throw reason;
      // What a caller is told to send again, or what is being made under its own operation.
      refusals.push(reason.retryAfter === undefined ? reason.code : `${reason.code} later`);
    }
  }
  return refusals;
}

async function paidOnce({ tenant, stripe }: Shop): Promise<void> {
  const subscriptions = await stripe.subscriptions.list({ limit: 100, status: "all" });
  const invoices = await stripe.invoices.list({ limit: 100 });
  expect(subscriptions.data.map(({ status }) => status)).toEqual(Array(STARTS).fill("active"));
  expect(new Set(subscriptions.data.map(({ customer }) => customer)).size).toBe(STARTS);
  expect(invoices.data.map(({ status, amount_paid }) => [status, amount_paid])).toEqual(
    Array(STARTS).fill(["paid", 2000]),
  );
  const where = { tenantId: tenant.id, status: "ACTIVE" } as const;
  expect(await world.services.db.subscription.count({ where })).toBe(STARTS);
  expect(await foundIn(world.services.pool, tenant.id)).toEqual([]);
}

const people = () => Array.from({ length: STARTS }, () => unique("customer"));

describe("a burst of starts against Stripe's limits", () => {
  it("is refused here without a pace, which shows that the limits hold", { tags: ["long"] }, async () => {
    const shop = await aShop(null);
    const [scope] = shop.scopes;
    const provider = scope?.openCardProvider({
      endpoint: "sandbox",
      secretKey: shop.tenant.providerKey,
      publishableKey: null,
    });
    const asked = Array.from({ length: 60 }, () => provider?.readCustomer("cus_none"));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused)
      expect(error).toMatchObject({ code: "K7005", retryAfter: expect.any(Number) });
  });

  it("of one process is made whole, and nobody is refused", { tags: ["long"] }, async () => {
    const shop = await aShop(RATES);
    expect(await sellAll(shop, people())).toEqual([]);
    await paidOnce(shop);
  });

  it("of two processes, together more than Stripe takes, is made whole; who is refused is told to come again", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop(RATES, OTHER_RATES);
    for (const code of await sellAll(shop, people())) expect(code).toBe("K7005 later");
    await paidOnce(shop);
  });
});
