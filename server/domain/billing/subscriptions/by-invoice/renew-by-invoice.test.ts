import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { decryptBody } from "../../../mail/encrypted-body.ts";
import { renewByInvoice } from "./renew-by-invoice.ts";

// Scenarios of subscriptions that we invoice ourselves, over REST.

function aCompany(world: World, now = "2027-01-31T12:00:00Z"): Promise<Story> {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 2 }];
  const events = { limit: 100, overage: "BILL" as const, prices };
  const seats = { limit: 5, driverStepSize: 5, prices: [{ currency: "USD", driverStepAmount: 500n }] };
  return aStory(world, now, {
    features: { events: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "basic", entitlements: { events, seats }, prices: [{ amount: 1000 }, { amount: 0 }] },
      {
        slug: "pro",
        entitlements: { events, seats },
        prices: [{ amount: 4000 }, { amount: 40_000, interval: "YEAR" }],
      },
      { slug: "tried", entitlements: { events }, prices: [{ amount: 2000, trialDays: 14 }] },
    ],
  });
}

/** The invoice of that place, oldest first. */
async function invoice(story: Story, id: string, nth: number) {
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  return data.at(-1 - nth);
}

const types = async (world: World, story: Story, objectId: string) =>
  (
    await world.services.db.event.findMany({
      where: { tenantId: story.tenant.id, objectId },
      orderBy: { sequence: "asc" },
    })
  ).map(({ type }) => type);

describe("invoices of ours", () => {
  it("begin with the subscription, come with each period, and are paid by transfer", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "basic", {
      invoice_address: "Ada Ltd\n1 Street\nLondon",
      drivers: [{ feature_key: "seats", steps: 2 }],
    });
    expect(await story.subscription(id)).toMatchObject({
      provider: "PROVIDER_B",
      status: "ACTIVE",
      provider_subscription_id: null,
      current_period_start: "2027-01-31T12:00:00.000Z",
      current_period_end: "2027-02-28T12:00:00.000Z",
    });
    const first = await invoice(story, id, 0);
    expect(first).toMatchObject({
      number: "INV-00001",
      reason: "subscription_create",
      status: "OPEN",
      total: 2000,
      amount_remaining: 2000,
      due_at: "2027-03-02T12:00:00.000Z",
      is_overdue: false,
    });
    expect(first.lines.map(({ amount }: { amount: number }) => amount)).toEqual([1000, 1000]);
    const partly = await story.post(`/v1/billing/invoices/${first.id}/payments`, {
      amount: 500,
      reference: "T-1",
    });
    expect(partly.body).toMatchObject({ status: "OPEN", amount_paid: 500, amount_remaining: 1500 });
    const tooMuch = await story.post(`/v1/billing/invoices/${first.id}/payments`, { amount: 1501 });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([422, "K6014"]);
    const paid = await story.post(`/v1/billing/invoices/${first.id}/payments`);
    expect(paid.body).toMatchObject({ status: "PAID", amount_paid: 2000, amount_remaining: 0 });
    const again = await story.post(`/v1/billing/invoices/${first.id}/payments`);
    expect([again.status, again.body.code]).toEqual([409, "K6013"]);
    expect(await types(world, story, first.id)).toEqual([
      "invoice.issued",
      "invoice.partially_paid",
      "invoice.paid",
    ]);
    await story.to("2027-04-01T00:00:00Z");
    expect((await story.invoices(id)).map(({ number, total }) => [number, total])).toEqual([
      ["INV-00001", 2000],
      ["INV-00002", 2000],
      ["INV-00003", 2000],
    ]);
    expect(await story.subscription(id)).toMatchObject({
      current_period_start: "2027-03-31T12:00:00.000Z",
      current_period_end: "2027-04-30T12:00:00.000Z",
    });
  });

  it("carry what was used beyond the plan, once, and the final ones what was used to the end", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world, "2027-04-01T00:00:00Z");
    const id = await story.start("PROVIDER_B", "basic");
    const use = (quantity: number) =>
      story.tenant.server.post("/v1/billing/usage", {
        customer: story.customer,
        feature_key: "events",
        quantity,
      });
    expect((await use(350)).status).toBe(201);
    await story.to("2027-05-01T00:00:01Z");
    expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[1000], [1000, 500]]);
    await Promise.all([renewByInvoice(story.tenant.scope, id), renewByInvoice(story.tenant.scope, id)]);
    expect((await use(500)).status).toBe(201);
    await story.tell(id, "cancel", { at: "now" });
    // §10: 500 events, 100 free, 0.02 each, canceled now: 8.00 for usage.
    const all = await story.invoices(id);
    expect(all.map(({ amounts }) => amounts)).toEqual([[1000], [1000, 500], [800]]);
    expect(all.map(({ number }) => number)).toEqual(["INV-00001", "INV-00002", "INV-00003"]);
    expect((await story.subscription(id)).status).toBe("CANCELED");
    await story.to("2027-07-01T00:00:00Z");
    expect(await story.invoices(id)).toHaveLength(3);
  });

  it("have numbers without a gap, however many are made at once", { tags: ["long"] }, async ({ world }) => {
    const story = await aCompany(world);
    const starts = Array.from({ length: 20 }, (_, index) =>
      story.post("/v1/billing/subscriptions", {
        customer: `company-${index}`,
        email: `c${index}@example.com`,
        provider: "PROVIDER_B",
        plan_price_id: story.price("basic"),
      }),
    );
    const refused = Array.from({ length: 5 }, (_, index) =>
      story.post("/v1/billing/subscriptions", {
        customer: `company-${index}`,
        email: `c${index}@example.com`,
        provider: "PROVIDER_B",
        plan_price_id: story.price("pro"),
      }),
    );
    const replies = await Promise.all([...starts, ...refused]);
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    const others = replies.filter(({ status }) => status !== 201).map(({ body }) => body.code);
    expect(others.every((code) => code === "K6002" || code === "K6007")).toBe(true);
    const { data } = (await story.get("/v1/billing/invoices?limit=200")).body;
    const numbers = data.map(({ number }: { number: string }) => Number(number.slice(4)));
    expect(numbers.toSorted((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });

  it("can be voided; the number is not used again and the invoice no longer counts for the subscription's status", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "basic", { due_days: 3 });
    await story.to("2027-02-10T00:00:00Z");
    expect((await story.subscription(id)).status).toBe("PAST_DUE");
    const first = await invoice(story, id, 0);
    const voided = await story.post(`/v1/billing/invoices/${first.id}/void`, { reason: "wrong address" });
    expect(voided.body).toMatchObject({ status: "VOID", amount_remaining: 0, number: "INV-00001" });
    expect((await story.subscription(id)).status).toBe("ACTIVE");
    expect((await story.post(`/v1/billing/invoices/${first.id}/payments`)).body.code).toBe("K6013");
    await story.to("2027-03-01T00:00:00Z");
    expect((await story.invoices(id)).at(-1)?.number).toBe("INV-00002");
  });

  it("are PDFs for authorised callers, and for holders of the mail's link", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "basic", { invoice_address: "Ξένια Ltd\nΟδός 1" });
    const first = await invoice(story, id, 0);
    const pdf = await story.get(`/v1/billing/invoices/${first.id}/pdf`);
    expect([pdf.status, pdf.body.slice(0, 5)]).toEqual([200, "%PDF-"]);
    const mail = await world.services.db.mailMessage.findFirstOrThrow({
      where: { tenantId: story.tenant.id, template: "invoice" },
    });
    const { text } = decryptBody(world.services.vault, mail);
    // The tenant has not written where to pay.
    expect(text).not.toContain("payment details");
    const link = /http[^\s"<>]*\/invoices\/[^\s"<>]+/.exec(text)?.[0] ?? "";
    const opened = await fetch(link);
    expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await fetch(`${link.slice(0, -4)}AAAA`)).status).toBe(404);
  });
});

describe("a subscription of ours", () => {
  it("is reminded, then past due, then unpaid, and active again when it is paid", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aCompany(world, "2027-01-01T00:00:00Z");
    const id = await story.start("PROVIDER_B", "basic", { due_days: 10 });
    await story.to("2027-01-11T23:59:59Z");
    expect((await story.subscription(id)).status).toBe("ACTIVE");
    await story.to("2027-01-12T00:00:00Z");
    expect((await story.subscription(id)).status).toBe("PAST_DUE");
    const check = async () =>
      (await story.get(`/v1/billing/entitlements/events?customer=${story.customer}`)).body.allowed;
    // The grace period of seven days begins when it is overdue.
    await story.to("2027-01-18T23:59:59Z");
    expect(await check()).toBe(true);
    await story.to("2027-01-19T00:00:00Z");
    expect(await check()).toBe(false);
    await story.to("2027-02-11T00:00:00Z");
    expect((await story.subscription(id)).status).toBe("UNPAID");
    const reminders = await world.services.db.mailMessage.count({
      where: { tenantId: story.tenant.id, template: "invoice_reminder" },
    });
    expect(reminders).toBeGreaterThanOrEqual(2);
    for (const nth of [0, 1]) {
      const { id: open } = await invoice(story, id, nth);
      await story.post(`/v1/billing/invoices/${open}/payments`);
    }
    expect((await story.subscription(id)).status).toBe("ACTIVE");
    expect(await check()).toBe(true);
    const isOften = (type: string) => type === "subscription.renewed" || type === "invoice.upcoming";
    const named = (await types(world, story, id)).filter((type) => !isOften(type));
    expect(named).toEqual([
      "subscription.created",
      "subscription.activated",
      "subscription.past_due",
      "subscription.unpaid",
      "subscription.activated",
    ]);
  });

  it("ends unpaid where the tenant wants it so", { tags: ["long"] }, async ({ world }) => {
    const story = await aCompany(world, "2027-01-01T00:00:00Z");
    await story.tenant.admin.send("PATCH", "/v1/settings", {
      dunning_end_policy: "CANCELED",
      unpaid_after_days: 5,
    });
    const id = await story.start("PROVIDER_B", "basic", { due_days: 0 });
    await story.to("2027-01-05T00:00:00Z");
    expect((await story.subscription(id)).status).toBe("PAST_DUE");
    await story.to("2027-01-07T00:00:00Z");
    expect((await story.subscription(id)).status).toBe("CANCELED");
  });

  it("moves to another plan with its period, or does not when that is taken back", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world, "2027-04-01T00:00:00Z");
    const id = await story.start("PROVIDER_B", "pro", { due_days: 365 });
    const later = { plan_price_id: story.price("basic"), effective: "period_end" };
    const quote = await story.tell(id, "change-plan/preview", later, 201);
    expect(quote).toMatchObject({
      total: 0,
      amount_due: 0,
      next: { amount: 1000, credit: 0, amount_due: 1000, at: "2027-05-01T00:00:00.000Z" },
    });
    expect(await story.tell(id, "change-plan", { ...later, quote_id: quote.id })).toMatchObject({
      plan: { slug: "pro" },
      pending_plan_price_id: story.price("basic"),
    });
    const drop = () => story.tenant.admin.send("DELETE", `/v1/billing/subscriptions/${id}/pending-change`);
    const dropped = await drop();
    expect([dropped.status, dropped.body.pending_plan_price_id]).toEqual([200, null]);
    const none = await drop();
    expect([none.status, none.body.code]).toEqual([409, "K6015"]);
    await story.tell(id, "change-plan", later);
    await story.to("2027-05-02T00:00:00Z");
    expect(await story.subscription(id)).toMatchObject({
      plan: { slug: "basic" },
      pending_plan_price_id: null,
    });
    expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[4000], [1000]]);
    await story.tell(id, "change-plan", { plan_price_id: story.price("pro", 1), effective: "period_end" });
    await story.to("2027-06-02T00:00:00Z");
    expect((await story.subscription(id)).current_period_end).toBe("2028-06-01T00:00:00.000Z");
    expect((await story.invoices(id)).at(-1)?.amounts).toEqual([40_000]);
  });

  it("tries first, then is billed; it is canceled at the period's end, or goes on; it is paused unbilled", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world, "2027-04-01T00:00:00Z");
    const id = await story.start("PROVIDER_B", "tried", { due_days: 365 });
    expect(await story.subscription(id)).toMatchObject({
      status: "TRIALING",
      trial_end: "2027-04-15T00:00:00.000Z",
    });
    expect(await story.invoices(id)).toEqual([]);
    await story.to("2027-04-16T00:00:00Z");
    expect(await story.subscription(id)).toMatchObject({
      status: "ACTIVE",
      current_period_start: "2027-04-15T00:00:00.000Z",
      current_period_end: "2027-05-15T00:00:00.000Z",
    });
    expect((await story.tell(id, "cancel")).canceled_at).toBe("2027-04-16T00:00:00.000Z");
    expect((await story.tell(id, "resume")).canceled_at).toBeNull();
    expect((await story.tell(id, "pause")).status).toBe("PAUSED");
    await story.to("2027-05-20T00:00:00Z");
    expect((await story.tell(id, "resume")).status).toBe("ACTIVE");
    await story.to("2027-06-20T00:00:00Z");
    expect((await story.invoices(id)).map(({ total }) => total)).toEqual([2000, 2000]);
    await story.tell(id, "cancel");
    await story.to("2027-07-20T00:00:00Z");
    expect(await story.subscription(id)).toMatchObject({
      status: "CANCELED",
      ended_at: "2027-07-15T00:00:00.000Z",
    });
    expect(await story.invoices(id)).toHaveLength(2);
  });

  it("refuses fields of the other provider, a second one, and an invoice of the other's", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const sale = { customer: story.customer, plan_price_id: story.price("basic") };
    const foreign = [
      { ...sale, provider: "PROVIDER_B", cardprovider_test_card_token: "tok_visa" },
      { ...sale, provider: "PROVIDER_A", due_days: 3 },
    ];
    for (const fields of foreign) {
      const reply = await story.post("/v1/billing/subscriptions", fields);
      expect([reply.status, reply.body.code]).toEqual([422, "K6018"]);
    }
    const id = await story.start("PROVIDER_A", "basic");
    const second = await story.post("/v1/billing/subscriptions", { ...sale, provider: "PROVIDER_B" });
    expect([second.status, second.body.details.subscription_id]).toEqual([409, id]);
    await story.to("2027-02-01T00:00:00Z");
    const theirs = await invoice(story, id, 0);
    expect(theirs).toMatchObject({ provider: "PROVIDER_A", status: "PAID", total: 1000 });
    const paid = await story.post(`/v1/billing/invoices/${theirs.id}/payments`);
    expect([paid.status, paid.body.code]).toEqual([409, "K6016"]);
    expect((await story.post("/v1/billing/invoices/invoice_none/void")).body.code).toBe("K6012");
  });
});
