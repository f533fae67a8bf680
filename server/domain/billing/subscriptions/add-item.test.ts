import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// What is charged once, by hand, over REST.

const aCompany = (world: World) =>
  aStory(world, "2030-01-10T10:00:00Z", {
    features: {},
    plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 3000 }] }],
  });

async function addItem(story: Story, id: string, amount: number, fields: object = {}) {
  const item = { description: "Training", amount, ...fields };
  const reply = await story.post(`/v1/billing/subscriptions/${id}/items`, item);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

const amounts = async (story: Story, id: string) => (await story.invoices(id)).map((one) => one.amounts);

describe("an item of a subscription", () => {
  it.for(["PROVIDER_A", "PROVIDER_B"] as const)(
    "is on its next invoice, at %s",
    { tags: ["long"] },
    async (provider, { world }) => {
      const story = await aCompany(world);
      const id = await story.start(provider, "pro");
      const charge = await addItem(story, id, 5000);
      expect(charge).toMatchObject({ cause: "ITEM", amount: 5000, state: "waiting", subscription_id: id });
      await addItem(story, id, -700, { description: "For the outage" });
      expect(await amounts(story, id)).toEqual([[3000]]);
      await story.to("2030-02-10T13:00:00Z");
      const [, renewal] = await amounts(story, id);
      expect(renewal?.toSorted((a, b) => a - b)).toEqual([-700, 3000, 5000]);
      expect((await story.get(`/v1/billing/ledger/${charge.id}`)).body.state).toBe("invoiced");
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );

  it.for(["PROVIDER_A", "PROVIDER_B"] as const)(
    "is on an invoice of its own, at %s",
    { tags: ["long"] },
    async (provider, { world }) => {
      const story = await aCompany(world);
      const id = await story.start(provider, "pro");
      await addItem(story, id, 5000, { invoice: "now" });
      await story.to("2030-01-10T11:00:00Z");
      expect(await amounts(story, id)).toEqual([[3000], [5000]]);
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );

  it.for(["PROVIDER_A", "PROVIDER_B"] as const)(
    "is on a paid invoice of its own also where credit covers all of it, at %s",
    { tags: ["long"] },
    async (provider, { world }) => {
      const story = await aCompany(world);
      const id = await story.start(provider, "pro");
      await addItem(story, id, -7000, { description: "For the outage" });
      await addItem(story, id, 5000, { invoice: "now" });
      await story.to("2030-01-10T11:00:00Z");
      const [, own] = await story.invoices(id);
      expect(own).toMatchObject({ status: "PAID" });
      expect(own?.amounts).toContain(5000);
      // What is left of the credit lowers the next invoice.
      await story.to("2030-02-10T13:00:00Z");
      const { body } = await story.get(`/v1/billing/invoices?subscription_id=${id}&limit=1`);
      expect(body.data[0]).toMatchObject({ amount_due: 1000 });
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );

  it("is on a paid invoice of its own also where the card provider's balance covers it", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_A", "pro");
    const { scope, providerKey } = story.tenant;
    const { hostname: host, port } = new URL(world.sandboxUrl);
    const stripe = new Stripe(providerKey, { host, port, protocol: "http" });
    const row = await scope.db.subscription.findFirstOrThrow({ where: { tenantId: scope.tenantId, id } });
    await stripe.customers.createBalanceTransaction(row.providerCustomerId ?? "", {
      amount: -7000,
      currency: "usd",
    });
    await addItem(story, id, 5000, { invoice: "now" });
    await story.to("2030-01-10T11:00:00Z");
    expect(await amounts(story, id)).toEqual([[3000], [5000]]);
    const { body } = await story.get(`/v1/billing/invoices?subscription_id=${id}&limit=1`);
    expect(body.data[0]).toMatchObject({ status: "PAID", total: 5000, amount_due: 0 });
  });

  it("that the card provider refuses is held, and stops neither the others nor a pause", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_A", "pro");
    // Stripe takes at most eight digits: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    const large = await addItem(story, id, 100_000_000, { invoice: "now" });
    await addItem(story, id, 500, { description: "Support", invoice: "now" });
    await story.to("2030-01-10T11:00:00Z");
    expect(await amounts(story, id)).toEqual([[3000], [500]]);
    const held = (await story.get(`/v1/billing/ledger/${large.id}`)).body;
    expect(held).toMatchObject({ state: "held", why: { code: "REFUSED" } });
    await addItem(story, id, 700, { description: "Travel" });
    await story.tell(id, "pause", {});
    const decided = { decision: "write_off", reason: "invoiced by hand" };
    expect((await story.post(`/v1/billing/ledger/${large.id}/decide`, decided)).body.state).toBe(
      "written_off",
    );
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("is not of one that has ended, nor 0", async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    const add = (amount: number) =>
      story.post(`/v1/billing/subscriptions/${id}/items`, { description: "Training", amount });
    expect((await add(0)).body.code).toBe("K1002");
    await story.end(id);
    expect((await add(100)).body.code).toBe("K6003");
  });

  it.for(["PROVIDER_A", "PROVIDER_B"] as const)(
    "is of an amount that can be charged in its currency, at %s",
    async (provider, { world }) => {
      const story = await aStory(world, "2030-01-10T10:00:00Z", {
        plans: [{ slug: "pro", prices: [{ amount: 3000, currency: "KWD" }] }],
      });
      const id = await story.start(provider, "pro");
      const add = (amount: number) =>
        story.post(`/v1/billing/subscriptions/${id}/items`, { description: "Training", amount });
      for (const amount of [1234, -1]) expect((await add(amount)).body.code).toBe("K5019");
      for (const amount of [1230, -10]) expect((await add(amount)).status).toBe(201);
    },
  );
});

describe("a one-off invoice", () => {
  const issue = (story: Story, fields: object = {}) =>
    story.post("/v1/billing/invoices", {
      customer: story.customer,
      currency: "EUR",
      due_days: 7,
      lines: [
        { description: "Set-up", amount: 20_000 },
        { description: "Travel", amount: 5050 },
      ],
      ...fields,
    });

  it("has its lines and days to pay, and is paid, voided and issued anew as any other", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const { status, body } = await issue(story);
    expect([status, body.code]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      status: "OPEN",
      number: "INV-00001",
      reason: "one_off",
      subscription_id: null,
      currency: "EUR",
      total: 25_050,
      due_at: "2030-01-17T10:00:00.000Z",
      lines: [
        { description: "Set-up", amount: 20_000 },
        { description: "Travel", amount: 5050 },
      ],
    });
    expect((await story.post(`/v1/billing/invoices/${body.id}/void`, { charges: "wait" })).body.code).toBe(
      "K6024",
    );
    const voided = await story.post(`/v1/billing/invoices/${body.id}/void`, { charges: "reissue" });
    const anew = (await story.get(`/v1/billing/invoices/${voided.body.replaced_by_id}`)).body;
    expect(anew).toMatchObject({
      number: "INV-00002",
      total: 25_050,
      reason: "one_off",
      due_at: body.due_at,
    });
    expect((await story.post(`/v1/billing/invoices/${anew.id}/payments`)).body.status).toBe("PAID");
    expect((await story.get(`/v1/billing/invoices/${anew.id}/pdf`)).body.slice(0, 5)).toBe("%PDF-");
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("of several at once each has its own number; an unknown customer has none", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aCompany(world);
    const replies = await Promise.all([1, 2, 3, 4].map(() => issue(story)));
    expect(replies.map(({ body }) => body.number).sort()).toEqual(
      [1, 2, 3, 4].map((nth) => `INV-0000${nth}`),
    );
    expect((await issue(story, { customer: "unknown" })).body.code).toBe("K3003");
    expect((await issue(story, { lines: [] })).body.code).toBe("K1002");
    expect((await issue(story, { currency: "ABC" })).body.code).toBe("K5011");
    expect((await issue(story, { currency: "XXX" })).body.code).toBe("K5011");
    expect((await issue(story, { currency: "IQD" })).body.code).toBe("K5018");
    expect((await issue(story, { currency: "UGX" })).body.code).toBe("K5019");
    const lines = [{ description: "Set-up", amount: 1230 }];
    expect((await issue(story, { currency: "KWD", lines })).body.total).toBe(1230);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });
});
