import { describe, expect } from "vitest";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { aStory } from "../../../testing/a-story.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { resumeRequests } from "../corrections/due-work.ts";
import { syncInvoicesSince } from "../invoices/sync-invoice.ts";

// One-off invoices that are paid by card, over REST.

const clock = new ManualClock(new Date());
const it = itWith({ clock, hasOwnDatabase: true });

const LINES = [
  { description: "Set-up", amount: 20_000 },
  { description: "Travel", amount: 5050 },
];

async function aBuyer(world: World) {
  const buyer = await aCardBuyer(world);
  const { db, tenantId } = buyer.scope;
  let { admin } = buyer.tenant;
  return {
    ...buyer,
    issue: (fields: object = {}, headers?: Record<string, string>) =>
      admin.post(
        "/v1/billing/invoices",
        { customer: buyer.customerId, provider: "PROVIDER_A", currency: "USD", lines: LINES, ...fields },
        headers,
      ),
    preview: (fields: object = {}) =>
      admin.post("/v1/billing/invoices/preview", {
        customer: buyer.customerId,
        provider: "PROVIDER_A",
        currency: "USD",
        lines: LINES,
        ...fields,
      }),
    issued: () => db.invoice.findMany({ where: { tenantId, reason: "one_off" }, include: { lines: true } }),
    /** Those at Stripe that are for no subscription. */
    async remotes() {
      const { data } = await buyer.stripe.invoices.list({ customer: buyer.remote, limit: 100 });
      return data.filter(({ parent }) => parent === null).map(({ status, total }) => ({ status, total }));
    },
    async requests() {
      const rows = await db.correctionRequest.findMany({ where: { tenantId }, orderBy: { id: "asc" } });
      return rows.map(({ status }) => status);
    },
    fault: (kind: string, path: string, count = 1000) =>
      buyer.sandbox("faults", { kind, method: "POST", path, count: String(count) }),
    clear: () => buyer.stripe.rawRequest("DELETE", "/sandbox/faults"),
    /** Some time later the worker runs. */
    async later(seconds: number) {
      clock.moveTo(addSeconds(clock.now(), seconds));
      await resumeRequests(world.services);
      const { id: client_id, clientSecret: client_secret } = buyer.tenant.adminApplication;
      const grant = { grant_type: "client_credentials", client_id, client_secret };
      const { body } = await buyer.tenant.browser.post("/v1/auth/token", grant);
      admin = admin.with({ authorization: `Bearer ${body.access_token}` });
    },
  };
}

const PAID = [{ status: "paid", total: 25_050 }];

describe("the preview of a one-off invoice", () => {
  it("names the card that would be charged, or until when it is to be paid, and writes nothing", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const byCard = await buyer.preview();
    expect(byCard.status, JSON.stringify(byCard.body)).toBe(200);
    expect(byCard.body).toMatchObject({
      provider: "PROVIDER_A",
      currency: "USD",
      lines: LINES,
      total: 25_050,
      due_at: null,
      card: { brand: "visa", last4: "4242" },
    });
    const byTransfer = await buyer.preview({ provider: "PROVIDER_B", due_days: 10 });
    expect(byTransfer.body).toMatchObject({ total: 25_050, has_automatic_tax: false, card: null });
    const days = (Date.parse(byTransfer.body.due_at) - clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(10);
    expect([await buyer.issued(), await buyer.remotes(), await buyer.requests()]).toEqual([[], [], []]);
  });

  it("is refused as the invoice would be", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const refused = async (fields: object) => (await buyer.preview(fields)).body.code;
    expect(await refused({ customer: "nowhere" })).toBe("K3003");
    expect(await refused({ currency: "ABC" })).toBe("K5011");
    expect(await refused({ currency: "IQD" })).toBe("K5018");
    expect(await refused({ currency: "ISK" })).toBe("K5019");
    expect(await refused({ due_days: 10 })).toBe("K1002");
    const story = await aStory(world, "2030-01-10T10:00:00Z", {
      plans: [{ slug: "pro", prices: [{ amount: 3000 }] }],
    });
    const cardless = await story.post("/v1/billing/invoices/preview", {
      customer: story.customer,
      provider: "PROVIDER_A",
      currency: "USD",
      lines: LINES,
    });
    expect([cardless.status, cardless.body.code]).toEqual([409, "K6052"]);
  });
});

describe("a one-off invoice by card", () => {
  it("is issued by Stripe and paid with the customer's card", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const { status, body } = await buyer.issue();
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      provider: "PROVIDER_A",
      reason: "one_off",
      status: "PAID",
      subscription_id: null,
      total: 25_050,
      amount_paid: 25_050,
      currency: "USD",
      customer_id: buyer.customerId,
      lines: LINES,
    });
    const remote = await buyer.stripe.invoices.retrieve(body.provider_invoice_id);
    expect(remote).toMatchObject({ status: "paid", collection_method: "charge_automatically" });
    // The subscription's 30.00 and this.
    expect(await buyer.balances()).toMatchObject({ CASH: 28_050n });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("stays open where the card is declined, and Stripe tries again", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world);
    await buyer.stripe.paymentMethods
      .attach("pm_card_chargeCustomerFail", { customer: buyer.remote })
      .then(({ id: default_payment_method }) =>
        buyer.stripe.customers.update(buyer.remote, { invoice_settings: { default_payment_method } }),
      );
    const { status, body } = await buyer.issue();
    expect([status, body.status, body.amount_remaining]).toEqual([201, "OPEN", 25_050]);
    expect((await buyer.stripe.invoices.retrieve(body.provider_invoice_id)).auto_advance).toBe(true);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("needs a customer, a currency, a card, and no days to pay", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", {
      features: {},
      plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 3000 }] }],
    });
    const issue = (fields: object = {}) =>
      story.post("/v1/billing/invoices", {
        customer: story.customer,
        provider: "PROVIDER_A",
        currency: "USD",
        lines: LINES,
        ...fields,
      });
    expect((await issue()).body.code).toBe("K6052");
    expect((await issue({ customer: "unknown" })).body.code).toBe("K3003");
    expect((await issue({ currency: "ABC" })).body.code).toBe("K5011");
    expect((await issue({ currency: "IQD" })).body.code).toBe("K5018");
    expect((await issue({ currency: "ISK" })).body.code).toBe("K5019");
    expect((await issue({ due_days: 7 })).body.code).toBe("K1002");
    // On a test clock the lines are of the customer's time.
    await story.start("PROVIDER_A", "pro");
    const { body } = await issue();
    expect(body).toMatchObject({
      status: "PAID",
      lines: [{ period_start: "2030-01-10T10:00:00.000Z" }, { period_end: "2030-01-10T10:00:00.000Z" }],
    });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("that Stripe refuses says why and leaves nothing behind", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    // Stripe takes at most eight digits: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
    const refused = await buyer.issue({ lines: [...LINES, { description: "All", amount: 100_000_000 }] });
    expect([refused.status, refused.body.code]).toEqual([409, "K6048"]);
    expect(await buyer.remotes()).toEqual([]);
    await buyer.tenant.scope.db.tenant.update({
      where: { id: buyer.scope.tenantId },
      data: { automaticTax: true, taxBehavior: "EXCLUSIVE" },
    });
    // Taxes need an address.
    const nowhere = await buyer.issue();
    expect([nowhere.body.code, nowhere.body.message]).toEqual(["K6048", expect.stringContaining("address")]);
    await buyer.stripe.customers.update(buyer.remote, { address: { country: "DE" } });
    const { body } = await buyer.issue();
    const remote = await buyer.stripe.invoices.retrieve(body.provider_invoice_id);
    expect(remote.automatic_tax.enabled).toBe(true);
    expect(await buyer.requests()).toEqual(["FAILED", "FAILED", "DONE"]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("under one Idempotency-Key is issued once; of two at once, one waits", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world);
    const keyed = { "idempotency-key": "one invoice" };
    const same = await Promise.all([1, 2].map(() => buyer.issue({}, keyed)));
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    expect(await buyer.remotes()).toEqual(PAID);
    const replies = await Promise.all([1, 2].map(() => buyer.issue()));
    const made = replies.filter(({ status }) => status === 201).length;
    for (const { status, body } of replies) if (status !== 201) expect(body.code).toBe("K6053");
    expect(made).toBeGreaterThan(0);
    expect(await buyer.remotes()).toHaveLength(1 + made);
    expect(await buyer.wrong()).toEqual([]);
  });
});

describe("a one-off invoice by card that is cut off", () => {
  it.for([
    ["cut_before", "/v1/invoices"],
    ["cut_after", "/v1/invoices"],
    ["cut_after", "/v1/invoiceitems"],
    ["cut_before", "/v1/invoices/*"],
  ])(
    "%s %s is issued once, in the background",
    { tags: ["long"] },
    async ([kind = "", path = ""], { world }) => {
      const buyer = await aBuyer(world);
      await buyer.fault(kind, path);
      const cut = await buyer.issue();
      expect([cut.status, cut.body.code]).toEqual([503, "K7005"]);
      const again = await buyer.issue();
      expect([again.status, again.body.code]).toEqual([409, "K6053"]);
      expect(again.body.details).toMatchObject({ kind: "ONE_OFF", amount: 25_050, currency: "USD" });
      await buyer.clear();
      await buyer.later(120);
      await buyer.later(120);
      expect(await buyer.requests()).toEqual(["DONE"]);
      expect(await buyer.remotes()).toEqual(PAID);
      expect(await buyer.issued()).toMatchObject([{ status: "PAID", total: 25_050n }]);
      expect(await buyer.wrong()).toEqual([]);
    },
  );

  it("is given up a day later, with its draft", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const keyed = { "idempotency-key": "this one" };
    await buyer.fault("cut_before", "/v1/invoiceitems");
    expect((await buyer.issue({}, keyed)).body.code).toBe("K7005");
    expect(await buyer.remotes()).toEqual([{ status: "draft", total: 0 }]);
    // Its callback may come, and the reconciler, before it is known whether Stripe issues it.
    await syncInvoicesSince(buyer.scope, addSeconds(clock.now(), -3600));
    expect(await buyer.issued()).toEqual([]);
    await buyer.later(23 * 3600);
    await buyer.clear();
    await buyer.later(120);
    expect(await buyer.requests()).toEqual(["FAILED"]);
    expect(await buyer.remotes()).toEqual([]);
    const answer = await buyer.issue({}, keyed);
    expect([answer.body.code, answer.body.message]).toEqual(["K6048", expect.stringContaining("no invoice")]);
    expect((await buyer.issue()).status).toBe(201);
    expect(await buyer.wrong()).toEqual([]);
  });
});
