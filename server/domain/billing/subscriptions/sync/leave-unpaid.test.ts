import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { settleUnpaidTimes } from "../due-work.ts";

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
    ...{ story, scope, stripe, card, world },
    async start(plan = "pro") {
      const id = await story.start("PROVIDER_A", plan);
      await card(DECLINED);
      return id;
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
    async balance() {
      const path = `/v1/billing/customers/${story.customer}/balance`;
      return (await story.get(path)).body.data.map(({ credit, waiting, held, receivable }: never) => ({
        ...{ credit, waiting, held, receivable },
      }));
    },
  };
}

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** UNPAID on 20 April, with the drafts of March and April. */
async function unpaid(world: World, plan = "pro") {
  const buyer = await aBuyer(world);
  const id = await buyer.start(plan);
  await buyer.story.to("2030-04-20T00:00:00Z");
  expect((await buyer.story.subscription(id)).status).toBe("UNPAID");
  const drafts = await buyer.stripe.invoices.list({ subscription: await buyer.remote(id), status: "draft" });
  expect(drafts.data).toHaveLength(2);
  return { ...buyer, id };
}

const PAID = [
  [PLAN, "PAID"],
  [PLAN, "PAID"],
];

describe("a subscription on cards that was UNPAID", () => {
  it("owes no period that began in that time but the running one when a card pays", async ({ world }) => {
    const buyer = await unpaid(world);
    await buyer.card("tok_visa");
    expect((await buyer.story.subscription(buyer.id)).status).toBe("ACTIVE");
    expect(await buyer.invoices(buyer.id)).toEqual([...PAID, [PLAN, "VOID"], [PLAN, "PAID"]]);
    expect(await buyer.charges()).toEqual([
      [PLAN, "invoiced", null],
      [PLAN, "invoiced", null],
      [PLAN, "written_off", "UNPAID"],
      [PLAN, "invoiced", null],
    ]);
    await buyer.story.to("2030-05-02T00:00:00Z");
    expect(await buyer.invoices(buyer.id)).toEqual([...PAID, [PLAN, "VOID"], [PLAN, "PAID"], [PLAN, "PAID"]]);
  });
});
