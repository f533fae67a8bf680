// @module-tag ci
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { writeCharges } from "../../charges/write-charges.ts";

// Subscriptions on cards of which no callback has come: what was done at the card provider is there when an operation answers.

let tenant: TestTenant;
let catalog: TestCatalog;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, {
    features: {},
    plans: [
      { slug: "small", entitlements: {}, prices: [{ amount: 1000 }, { amount: 10_000, interval: "YEAR" }] },
      { slug: "large", entitlements: {}, prices: [{ amount: 3000 }] },
    ],
  });
});

const price = (plan: string, nth = 0) => catalog.plans[plan]?.prices[nth] ?? "";

async function aBuyer(world: World) {
  const { id, customerId } = await aSubscription(tenant, { price: price("small") });
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host: hostname, port, protocol: "http" });
  const row = await tenant.scope.db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: tenant.id, id } },
  });
  return {
    id,
    customerId,
    stripe,
    remote: row.providerSubscriptionId ?? "",
    post: (what: string, fields: object = {}) =>
      tenant.admin.post(`/v1/billing/subscriptions/${id}/${what}`, fields),
    async invoices(): Promise<[status: string, total: number, amounts: number[]][]> {
      const { body } = await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`);
      return body.data
        .map(({ status, total, lines }: { status: string; total: number; lines: { amount: number }[] }) => [
          status,
          total,
          lines.map(({ amount }) => amount),
        ])
        .reverse();
    },
    /** Something that waits for the next invoice. */
    owe: (amount: bigint) =>
      tenant.scope.db.$transaction((tx) =>
        writeCharges(
          tx,
          tenant.scope,
          { customerId, subscriptionId: id, provider: "PROVIDER_A", currency: "USD" },
          [
            {
              key: `item:${id}`,
              cause: "ITEM",
              amount,
              description: "Set-up",
              isProration: false,
              period: { start: row.createdAt, end: new Date(row.createdAt.getTime() + 1000) },
            },
          ],
        ),
      ),
  };
}

describe("a subscription that has ended at the card provider meanwhile", () => {
  const ways: [string, string, () => object][] = [
    ["a change of plan", "change-plan", () => ({ plan_price_id: price("large") })],
    [
      "a change at the period's end",
      "change-plan",
      () => ({ plan_price_id: price("large"), effective: "period_end" }),
    ],
    ["a preview", "change-plan/preview", () => ({ plan_price_id: price("large") })],
    ["a cancellation at the period's end", "cancel", () => ({ at: "period_end" })],
    ["a pause", "pause", () => ({})],
  ];
  it.for(ways)(
    "refuses %s as one that has ended, and is known as ended",
    async ([, what, fields], { world }) => {
      const { id, stripe, remote, post } = await aBuyer(world);
      await stripe.subscriptions.cancel(remote);
      const refused = await post(what, fields());
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([
        409,
        "K6003",
        { status: "CANCELED" },
      ]);
      expect((await tenant.admin.get(`/v1/billing/subscriptions/${id}`)).body).toMatchObject({
        status: "CANCELED",
        pending_plan_price_id: null,
      });
    },
  );

  it("refuses a resume, and is canceled by a cancellation", { tags: ["long"] }, async ({ world }) => {
    const { stripe, remote, post } = await aBuyer(world);
    expect((await post("pause")).status).toBe(200);
    await stripe.subscriptions.cancel(remote);
    expect((await post("resume")).body.code).toBe("K6003");
    const other = await aBuyer(world);
    await other.stripe.subscriptions.cancel(other.remote);
    expect((await other.post("cancel", { at: "now" })).body.status).toBe("CANCELED");
  });

  it("is canceled once by several at once, and a change beside them is made before or refused", {
    tags: ["long"],
  }, async ({ world }) => {
    const { post } = await aBuyer(world);
    const replies = await Promise.all([
      post("cancel", { at: "now" }),
      post("change-plan", { plan_price_id: price("large") }),
      post("cancel", { at: "now" }),
      post("change-plan", { plan_price_id: price("small", 1) }),
    ]);
    for (const { status, body } of replies) expect([200, 409], JSON.stringify(body)).toContain(status);
    expect((await post("change-plan", { plan_price_id: price("large") })).body.code).toBe("K6003");
  });
});

describe("the card provider's invoice", () => {
  it("is there when a start, a change and a cancellation answer", { tags: ["long"] }, async ({ world }) => {
    const { invoices, post } = await aBuyer(world);
    expect(await invoices()).toEqual([["PAID", 1000, [1000]]]);
    expect((await post("change-plan", { plan_price_id: price("small", 1) })).status).toBe(200);
    expect((await invoices()).at(-1)?.slice(0, 2)).toEqual(["PAID", 9000]);
    expect((await post("cancel", { at: "now" })).status).toBe(200);
    expect((await invoices()).map(([status]) => status)).toEqual(["PAID", "PAID"]);
  });
});

describe("what waits for the next invoice", () => {
  it("is in the quote of a change, and on its invoice", { tags: ["long"] }, async ({ world }) => {
    const { owe, post, invoices } = await aBuyer(world);
    await owe(450n);
    const asked = { plan_price_id: price("small", 1) };
    const quote = (await post("change-plan/preview", asked)).body;
    expect([quote.total, quote.amount_due]).toEqual([9450, 9450]);
    expect(quote.lines).toContainEqual(expect.objectContaining({ description: "Set-up", amount: 450 }));
    expect((await post("change-plan", { ...asked, quote_id: quote.id })).status).toBe(200);
    const [status, total, amounts] = (await invoices()).at(-1) ?? [];
    expect([status, total]).toEqual(["PAID", 9450]);
    expect(amounts).toContain(450);
  });

  it("that came after a quote makes the quote refused, and nothing is charged", { tags: ["long"] }, async ({
    world,
  }) => {
    const { owe, post, invoices } = await aBuyer(world);
    const asked = { plan_price_id: price("small", 1) };
    const quote = (await post("change-plan/preview", asked)).body;
    await owe(450n);
    expect((await post("change-plan", { ...asked, quote_id: quote.id })).body.code).toBe("K6011");
    expect(await invoices()).toHaveLength(1);
    expect((await post("change-plan", asked)).status).toBe(200);
    expect((await invoices()).at(-1)?.[2]).toContain(450);
  });
});
