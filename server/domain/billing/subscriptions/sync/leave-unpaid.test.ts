import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory } from "../../../../testing/a-story.ts";
import { balancesOf } from "../../../../testing/balances-of.ts";
import { itWith } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { settleUnpaidTimes } from "../due-work.ts";
import { syncSubscriptionNow } from "./sync-now.ts";

const it = itWith({ hasOwnDatabase: true });

// A renewal on 1 February fails for good: UNPAID. Stripe keeps the renewals of 1 March and 1 April as drafts. Over REST and Stripe's API.

const DECLINED = "tok_chargeCustomerFail";
const PLAN = 3000;

async function aBuyer(world: World, policy = "UNPAID") {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }];
  const calls = { limit: 100, overage: "BILL" as const, resetInterval: "MONTH" as const, prices };
  const story = await aStory(world, "2030-01-01T00:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "pro", entitlements: { calls }, prices: [{ amount: PLAN }] },
      { slug: "large", entitlements: { calls }, prices: [{ amount: 9000 }] },
    ],
  });
  const { admin, scope } = story.tenant;
  const settings = { dunning_end_policy: policy, grace_period_days: 90 };
  expect((await admin.send("PATCH", "/v1/settings", settings)).status).toBe(200);
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host: hostname, port, protocol: "http" });
  const card = async (token: string, status = 200) => {
    const input = { customer: story.customer, cardprovider_test_card_token: token };
    const reply = await story.post("/v1/billing/payment-methods", input);
    expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  };
  return {
    story,
    scope,
    stripe,
    card,
    world,
    async start(plan = "pro") {
      const id = await story.start("PROVIDER_A", plan);
      await card(DECLINED);
      return id;
    },
    /** The customer pays the open invoice on Stripe's page. */
    async payAtStripe() {
      const { data } = await stripe.invoices.list({ status: "open" });
      const method = await stripe.paymentMethods.attach("pm_card_visa", {
        customer: String(data[0]?.customer),
      });
      const { id: payment_method } = method;
      await stripe.customers.update(String(data[0]?.customer), {
        invoice_settings: { default_payment_method: payment_method },
      });
      const live = await stripe.subscriptions.list({ customer: String(data[0]?.customer) });
      for (const { id } of live.data)
        await stripe.subscriptions.update(id, { default_payment_method: payment_method });
      for (const { id = "" } of data) await stripe.invoices.pay(id, { payment_method });
    },
    async remote(id: string) {
      const key = { tenantId_id: { tenantId: scope.tenantId, id } };
      const row = await scope.db.subscription.findUniqueOrThrow({ where: key });
      return row.providerSubscriptionId ?? "";
    },
    /** Total and status of each invoice, the oldest first. */
    async invoices(id: string) {
      return (await story.invoices(id)).map(({ total, status }) => [total, status]);
    },
    /** Amount, state and code of each charge, the oldest period first. */
    async charges() {
      const { body } = await story.get(`/v1/billing/ledger?customer=${story.customer}&limit=100`);
      const rows: { amount: number; state: string; why: { code: string } | null; period_start: string }[] =
        body.data;
      return rows
        .toSorted((a, b) => a.period_start.localeCompare(b.period_start) || a.amount - b.amount)
        .map(({ amount, state, why }) => [amount, state, why?.code ?? null]);
    },
    async balances() {
      const { customerId } = await scope.db.subscription.findFirstOrThrow({
        where: { tenantId: scope.tenantId },
      });
      return balancesOf(scope.db, scope, customerId);
    },
  };
}

/** UNPAID on 20 April, with the drafts of March and April. */
async function unpaid(world: World, { plan = "pro", used = 0 } = {}) {
  const buyer = await aBuyer(world);
  const id = await buyer.start(plan);
  const { story } = buyer;
  if (used > 0) {
    // Past due since 1 February, with access.
    await story.to("2030-02-02T00:00:00Z");
    expect((await story.use("calls", used)).status).toBe(201);
  }
  await story.to("2030-04-20T00:00:00Z");
  expect((await story.subscription(id)).status).toBe("UNPAID");
  const remote = await buyer.remote(id);
  const { data } = await buyer.stripe.invoices.list({ subscription: remote });
  expect(data.map(({ status }) => status)).toEqual(["draft", "draft", "open", "paid"]);
  const [april = "", march = "", owed = ""] = data.map((invoice) => invoice.id);
  return { ...buyer, id, remote, april, march, owed };
}

const PAID = [PLAN, "PAID"];
const VOID = [PLAN, "VOID"];
const INVOICED = [PLAN, "invoiced", null];
const NOT_OWED = [PLAN, "written_off", "UNPAID"];

describe("a subscription on cards that was UNPAID", () => {
  it("owes no period that began in that time but the running one, and is given back what was charged", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await unpaid(world, { plan: "large" });
    await buyer.card("tok_visa");
    expect((await buyer.story.subscription(buyer.id)).status).toBe("ACTIVE");
    const paid = [9000, "PAID"];
    expect(await buyer.invoices(buyer.id)).toEqual([paid, paid, [9000, "VOID"], paid]);
    const invoiced = [9000, "invoiced", null];
    expect(await buyer.charges()).toEqual([invoiced, invoiced, [9000, "written_off", "UNPAID"], invoiced]);
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n, CASH: 27_000n, CREDIT: 0n });
    await buyer.story.to("2030-04-25T00:00:00Z");
    await buyer.story.tell(buyer.id, "change-plan", { plan_price_id: buyer.story.price("pro") });
    // Six of April's thirty days, of 90.00 that were paid, and of 30.00.
    expect((await buyer.invoices(buyer.id)).slice(4)).toEqual([[600 - 1800, "PAID"]]);
  });

  it("pays usage beyond the plan that was on a draft, and can move to the other provider", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await unpaid(world, { used: 105 });
    expect((await buyer.charges()).filter(([, state]) => state === "sent")).toHaveLength(1);
    await buyer.card("tok_visa");
    expect(await buyer.invoices(buyer.id)).toEqual([PAID, PAID, VOID, [PLAN + 250, "PAID"]]);
    expect(await buyer.charges()).toEqual([
      ...[INVOICED, [250, "invoiced", null], INVOICED],
      ...[NOT_OWED, INVOICED],
    ]);
    const moved = await buyer.story.tell(buyer.id, "move-provider", { provider: "PROVIDER_B" });
    expect(moved.provider).toBe("PROVIDER_B");
  });

  it("is settled before it is canceled, where only the card provider knows yet that it is ACTIVE", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await unpaid(world);
    await buyer.payAtStripe();
    expect((await buyer.stripe.subscriptions.retrieve(buyer.remote)).status).toBe("active");
    await buyer.story.end(buyer.id);
    expect(await buyer.invoices(buyer.id)).toEqual([PAID, PAID, VOID, PAID]);
    expect(await buyer.charges()).toEqual([INVOICED, INVOICED, NOT_OWED, INVOICED]);
  });

  it("owes no draft when it is canceled while it is UNPAID, but what was used beyond the plan", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await unpaid(world, { used: 105 });
    await buyer.story.end(buyer.id);
    const invoices = await buyer.invoices(buyer.id);
    expect(invoices.slice(2)).toEqual([VOID, VOID, [250, "OPEN"]]);
    expect((await buyer.charges()).filter(([amount]) => amount === 250)).toEqual([[250, "invoiced", null]]);
    expect((await buyer.charges()).filter(([, state]) => state === "written_off")).toEqual([
      NOT_OWED,
      NOT_OWED,
    ]);
  });

  it("is settled once, by due work, whatever call to the card provider breaks", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await unpaid(world, { used: 105 });
    await buyer.payAtStripe();
    const steps = [
      ["DELETE", "/v1/invoiceitems/*"],
      ["POST", `/v1/invoices/${buyer.march}`],
      ["POST", "/v1/invoices/*/finalize"],
      ["POST", "/v1/invoices/*/void"],
      ["POST", "/v1/invoiceitems"],
    ] as const;
    // Each round comes one call further, which is made and then breaks before its answer is heard.
    for (const nth of steps.keys()) {
      for (const [method, path] of steps.slice(nth))
        await buyer.stripe.rawRequest("POST", "/sandbox/faults", {
          kind: "cut_after",
          method,
          path,
          count: 20,
        });
      await (nth === 0 ? syncSubscriptionNow(buyer.scope, buyer.id) : settleUnpaidTimes(world.services));
      await buyer.stripe.rawRequest("DELETE", "/sandbox/faults");
      expect((await buyer.stripe.invoices.retrieve(buyer.april)).status).toBe("draft");
    }
    await Promise.all([1, 2, 3].map(() => settleUnpaidTimes(world.services)));
    expect(await buyer.invoices(buyer.id)).toEqual([PAID, PAID, VOID, [PLAN + 250, "PAID"]]);
    expect(await buyer.charges()).toEqual([
      ...[INVOICED, [250, "invoiced", null], INVOICED],
      ...[NOT_OWED, INVOICED],
    ]);
  });
});
