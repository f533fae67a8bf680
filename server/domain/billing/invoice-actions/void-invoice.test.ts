import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

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
  it("gives nothing back for a year that is not owed, and the month is charged whole", {
    tags: ["long"],
  }, async ({ world }) => {
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

  it("puts what was on it on the next one where its charges wait", { tags: ["long"] }, async ({ world }) => {
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

  it("gives back the credit of a credit note that it had used", { tags: ["long"] }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    await story.post(`${path}/payments`);
    const note = { amount: 1000, to: "BALANCE", reason: "It was down." };
    expect((await story.post(`${path}/credit-notes`, note)).status).toBe(201);
    const item = { description: "Help", invoice: "now" };
    await story.tell(id, "items", { ...item, amount: 4000 }, 201);
    await voidInvoice(story, id, 1, { charges: "write_off" });
    await story.tell(id, "items", { ...item, amount: 5000 }, 201);
    expect((await amounts(story, id)).map(([status, ...lines]) => [status, ...lines.toSorted()])).toEqual([
      ["PAID", 3000],
      ["VOID", -1000, 4000],
      ["OPEN", -1000, 5000],
    ]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("gives back an item below 0, and what a change had given back of another invoice", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "large");
    await story.to("2030-01-26T02:00:00Z");
    await change(story, id, "pro");
    const item = { description: "Help", amount: -500 };
    await story.tell(id, "items", item, 201);
    await story.tell(id, "items", { ...item, amount: 9000, invoice: "now" }, 201);
    const [, used] = await amounts(story, id);
    expect(used?.[0]).toBe("OPEN");
    const credit = (used ?? []).filter((one) => typeof one === "number" && one < 0);
    expect(credit).toHaveLength(2);
    await voidInvoice(story, id, 1);
    const { balances } = (await story.get(`/v1/billing/customers/${story.customer}/balance`)).body;
    expect(balances[0].waiting).toBe(credit.reduce((sum: number, one) => sum + Number(one), 0));
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("is invoiced on a test clock, too, where its charges wait after the end", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    await story.end(id);
    await voidInvoice(story, id, 0, { charges: "wait" });
    await story.to("2030-01-11T10:00:00Z");
    expect(await amounts(story, id)).toEqual([
      ["VOID", 3000],
      ["OPEN", 3000],
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

  it("takes back what a change had given for its time", { tags: ["long"] }, async ({ world }) => {
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

  it("leaves nothing owed of a charge that was on it with the credit for its time", {
    tags: ["long"],
  }, async ({ world }) => {
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

  it("shows in a quote: what waits is in it, and is charged with it", { tags: ["long"] }, async ({
    world,
  }) => {
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

describe("an invoice of ours that is issued anew", () => {
  const listed = async (story: Story, id: string) =>
    (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data.reverse();

  it("is void; the new one has its charges, a new number and date, and the address of now", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro", { invoice_address: "Old Street 1", due_days: 10 });
    await story.to("2030-01-25T10:00:00Z");
    expect((await story.subscription(id)).status).toBe("PAST_DUE");
    await world.services.db.customer.updateMany({
      where: { tenantId: story.tenant.id, externalId: story.customer },
      data: { invoiceAddress: "New Street 2" },
    });
    await voidInvoice(story, id, 0, { charges: "reissue", reason: "The address was wrong." });
    const [old, anew] = await listed(story, id);
    expect(old).toMatchObject({
      status: "VOID",
      number: "INV-00001",
      replaced_by_id: anew.id,
      replaces_id: null,
    });
    expect(anew).toMatchObject({
      status: "OPEN",
      number: "INV-00002",
      replaces_id: old.id,
      replaced_by_id: null,
      total: 3000,
      issued_at: "2030-01-25T10:00:00.000Z",
      due_at: "2030-02-04T10:00:00.000Z",
      reason: old.reason,
      period_start: old.period_start,
      period_end: old.period_end,
    });
    const row = await world.services.db.invoice.findFirstOrThrow({ where: { id: anew.id } });
    expect(row.letterhead).toMatchObject({ buyer: "New Street 2", replaces: "INV-00001" });
    // It is not overdue any more.
    expect((await story.subscription(id)).status).toBe("ACTIVE");
    const { data } = (await story.get(`/v1/billing/ledger?invoice_id=${anew.id}`)).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ state: "invoiced", invoice_id: anew.id });
    const decided = (await story.get(`/v1/billing/invoices/${old.id}/decisions`)).body.data;
    expect(decided).toMatchObject([{ kind: "REISSUED", reason: "The address was wrong." }]);
    const { balances } = (await story.get(`/v1/billing/customers/${story.customer}/balance`)).body;
    expect(balances[0]).toMatchObject({ receivable: 3000, waiting: 0, held: 0, credit: 0 });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("keeps a later due date that was agreed on", { tags: ["long"] }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro", { due_days: 0 });
    const [{ id: invoice }] = await listed(story, id);
    const due_at = "2030-02-05T10:00:00.000Z";
    await story.post(`/v1/billing/invoices/${invoice}/due-date`, { due_at, reason: "agreed on" });
    await voidInvoice(story, id, 0, { charges: "reissue" });
    const [, anew] = await listed(story, id);
    expect(anew).toMatchObject({ due_at, is_overdue: false });
  });

  it("uses the credit that the old one used", { tags: ["long"] }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "large");
    await change(story, id, "pro");
    await story.to("2030-02-10T11:00:00Z");
    await story.post("/v1/billing/usage", { customer: story.customer, feature_key: "calls", quantity: 105 });
    await story.to("2030-03-10T13:00:00Z");
    await voidInvoice(story, id, 2, { charges: "reissue" });
    expect(await amounts(story, id)).toEqual([
      ["OPEN", 9000],
      ["PAID", 3000, -9000, 3000, 3000],
      ["VOID", 3000, -3000, 250],
      ["OPEN", 3000, -3000, 250],
    ]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("comes to what a credit note left of the old one", { tags: ["long"] }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    const [first] = await listed(story, id);
    const note = { amount: 1000, reason: "An outage." };
    const credited = await story.post(`/v1/billing/invoices/${first.id}/credit-notes`, note);
    expect(credited.status, JSON.stringify(credited.body)).toBe(201);
    await voidInvoice(story, id, 0, { charges: "reissue" });
    expect(await amounts(story, id)).toEqual([
      ["VOID", 3000],
      ["OPEN", 3000, -1000],
    ]);
    const [, anew] = await listed(story, id);
    expect(anew).toMatchObject({ total: 2000, amount_due: 2000 });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    expect((await story.post(`/v1/billing/invoices/${anew.id}/payments`)).body.status).toBe("PAID");
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("is issued once, however many ask at once, and not where it is paid in part", async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    const [first] = await listed(story, id);
    const path = `/v1/billing/invoices/${first.id}`;
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => story.post(`${path}/void`, { charges: "reissue" })),
      story.post(`${path}/void`, { charges: "wait" }),
      story.post(`${path}/payments`, { amount: 1000 }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies) if (status !== 200) expect(body.code).toBe("K6013");
    const all = await listed(story, id);
    expect(all.filter(({ replaces_id }: { replaces_id: string | null }) => replaces_id)).toHaveLength(
      all.length - 1,
    );
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });
});
