import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";

// What becomes of what was charged on an invoice of ours that is voided, over REST.

function aCompany(world: World): Promise<Story> {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }];
  const calls = { limit: 100, overage: "BILL" as const, resetInterval: "MONTH" as const, prices };
  return aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { calls },
        prices: [{ amount: 3000 }, { amount: 30_000, interval: "YEAR" }],
      },
      { slug: "large", entitlements: { calls }, prices: [{ amount: 9000 }] },
    ],
  });
}

const amounts = async (story: Story, id: string) =>
  (await story.invoices(id)).map((invoice) => [invoice.status, ...invoice.amounts]);

/** Voids the invoice of that place, the oldest first. */
async function voidInvoice(story: Story, id: string, nth: number, fields: object = {}) {
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  const reply = await story.post(`/v1/billing/invoices/${data.at(-1 - nth).id}/void`, fields);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

const change = (story: Story, id: string, plan: string, price = 0) =>
  story.tell(id, "change-plan", { plan_price_id: story.price(plan, price) });

describe("an invoice of ours that is voided", () => {
  it("gives nothing back for a year that is not owed, and the month is charged whole", async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro", { plan_price_id: story.price("pro", 1) });
    await voidInvoice(story, id, 0);
    await story.to("2030-01-11T10:00:00Z");
    await change(story, id, "pro");
    expect(await amounts(story, id)).toEqual([
      ["VOID", 30_000],
      ["OPEN", 3000],
    ]);
  });

  it("puts what was on it on the next one where its charges wait", async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    const use = { customer: story.customer, feature_key: "calls", quantity: 105 };
    expect((await story.post("/v1/billing/usage", use)).status).toBe(201);
    await story.to("2030-02-10T13:00:00Z");
    await voidInvoice(story, id, 1, { charges: "wait", reason: "sent by mistake" });
    await story.to("2030-03-10T13:00:00Z");
    expect(await amounts(story, id)).toEqual([
      ["OPEN", 3000],
      ["VOID", 3000, 250],
      ["OPEN", 3000, 250, 3000],
    ]);
  });

  it("writes its charges off by default, and its overage is not billed again", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    await story.post("/v1/billing/usage", { customer: story.customer, feature_key: "calls", quantity: 105 });
    await story.to("2030-02-10T13:00:00Z");
    await voidInvoice(story, id, 1);
    await story.to("2030-03-10T13:00:00Z");
    expect(await amounts(story, id)).toEqual([
      ["OPEN", 3000],
      ["VOID", 3000, 250],
      ["OPEN", 3000],
    ]);
  });

  it("gives credit back that it had used, whatever becomes of its charges", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "large");
    await change(story, id, "pro");
    await story.to("2030-02-10T11:00:00Z");
    await story.post("/v1/billing/usage", { customer: story.customer, feature_key: "calls", quantity: 105 });
    await story.to("2030-03-10T13:00:00Z");
    await voidInvoice(story, id, 2);
    await story.to("2030-04-10T13:00:00Z");
    expect(await amounts(story, id)).toEqual([
      ["OPEN", 9000],
      ["PAID", 3000, -9000, 3000, 3000],
      ["VOID", 3000, -3000, 250],
      ["PAID", 3000, -3000],
    ]);
  });

  it("takes back what a change had given for its time", async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    await change(story, id, "large");
    expect(await amounts(story, id)).toEqual([
      ["OPEN", 3000],
      ["OPEN", -3000, 9000],
    ]);
    // The first month of the small plan is not owed: its unused time is not given back after all.
    await voidInvoice(story, id, 0);
    await story.to("2030-02-10T11:00:00Z");
    expect((await amounts(story, id)).at(-1)).toEqual(["OPEN", 9000, 3000]);
  });

  it("leaves nothing owed of a charge that was on it with the credit for its time", async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    await voidInvoice(story, id, 0, { charges: "wait" });
    await change(story, id, "large");
    await voidInvoice(story, id, 1);
    await story.to("2030-02-10T11:00:00Z");
    expect(await amounts(story, id)).toEqual([
      ["VOID", 3000],
      ["VOID", -3000, 9000, 3000],
      ["OPEN", 9000],
    ]);
  });

  it("shows in a quote: what waits is in it, and is charged with it", async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    await voidInvoice(story, id, 0, { charges: "wait" });
    const wanted = { plan_price_id: story.price("large") };
    const quote = await story.tell(id, "change-plan/preview", wanted, 201);
    expect([quote.total, quote.amount_due]).toEqual([9000, 9000]);
    await story.tell(id, "change-plan", { ...wanted, quote_id: quote.id });
    expect(await amounts(story, id)).toEqual([
      ["VOID", 3000],
      ["OPEN", -3000, 9000, 3000],
    ]);
  });
});
