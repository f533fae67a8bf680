import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { sumInvoices } from "../invoices/sum-invoices.ts";

// Payments of invoices of ours, over REST, for a customer on a test clock.

interface Company {
  story: Story;
  subscription: string;
  invoice: string;
}

const BEGUN = "2030-01-10T10:00:00Z";

/** A customer who owes 30.00, due on 13 January. */
async function aCompany(world: World, begun = BEGUN): Promise<Company> {
  const story = await aStory(world, begun, {
    features: {},
    plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 3000 }] }],
  });
  const subscription = await story.start("PROVIDER_B", "pro", { due_days: 3 });
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
  return { story, subscription, invoice: data[0].id };
}

const pay = ({ story, invoice }: Company, fields: object = {}) =>
  story.post(`/v1/billing/invoices/${invoice}/payments`, fields);

describe("the day of a payment", () => {
  it("is not in the future of a customer on a test clock", async ({ world }) => {
    const company = await aCompany(world);
    const late = await pay(company, { paid_at: "2030-01-11T10:00:00+01:00" });
    expect([late.status, late.body.code, late.body.details]).toEqual([
      422,
      "K6030",
      { paid_at: "2030-01-11T09:00:00.000Z", now: "2030-01-10T10:00:00.000Z", seconds: 300 },
    ]);
    await company.story.to("2030-01-11T10:00:00Z");
    const paid = await pay(company, { paid_at: "2030-01-11T10:00:00+01:00" });
    expect(paid.body).toMatchObject({ status: "PAID", paid_at: "2030-01-11T09:00:00.000Z" });
  });

  it("is not more than a year before the invoice was issued, of a refund neither", async ({ world }) => {
    const company = await aCompany(world);
    for (const paid_at of ["0001-01-01T00:00:00Z", "2029-01-10T09:59:59.999Z"]) {
      const early = await pay(company, { paid_at });
      expect([early.status, early.body.code, early.body.details]).toEqual([
        422,
        "K6034",
        {
          day: new Date(paid_at).toISOString(),
          issued_at: "2030-01-10T10:00:00.000Z",
          earliest: "2029-01-10T10:00:00.000Z",
        },
      ]);
    }
    // An empty body pays all that is left of it.
    await pay(company, { amount: 1000, paid_at: "2029-01-10T10:00:00Z" });
    expect((await pay(company)).body).toMatchObject({ status: "PAID", amount_paid: 3000 });
    const back = (path: string, fields: object) =>
      company.story.post(`/v1/billing/invoices/${company.invoice}/${path}`, {
        amount: 100,
        refunded_at: "0001-01-01T00:00:00Z",
        ...fields,
      });
    expect((await back("refunds", {})).body.code).toBe("K6034");
    expect((await back("credit-notes", { reason: "r", to: "REFUND" })).body.code).toBe("K6034");
    expect((await company.story.get(`/v1/billing/invoices/${company.invoice}`)).body.amount_refunded).toBe(0);
  });

  it("counts as now where the caller's clock is a little ahead", async ({ world }) => {
    const paid = await pay(await aCompany(world), { paid_at: "2030-01-10T10:04:59Z" });
    expect(paid.body).toMatchObject({ status: "PAID", paid_at: "2030-01-10T10:00:00.000Z" });
  });

  it("may be past, also where the test clock is behind real time", async ({ world }) => {
    const company = await aCompany(world, "2020-01-10T10:00:00Z");
    const now = world.services.clock.now().toISOString();
    expect((await pay(company, { paid_at: now })).body.code).toBe("K6030");
    expect((await pay(company, { paid_at: "2020-01-09T10:00:00Z" })).body.status).toBe("PAID");
  });
});

describe("an invoice of a customer on a test clock", () => {
  it("is overdue by the clock's time from the day after its due day on, alone and in lists", {
    tags: ["long"],
  }, async ({ world }) => {
    // The real time is before its due date, or after it.
    for (const begun of [BEGUN, "2020-01-10T10:00:00Z"]) {
      const { story, invoice, subscription } = await aCompany(world, begun);
      const states = async () => {
        const browse = (query: string) => story.get(`/v1/billing/invoices?${query}`);
        const listed = (await browse("limit=200")).body.data;
        return {
          get: (await story.get(`/v1/billing/invoices/${invoice}`)).body.is_overdue,
          list: listed.map((one: { is_overdue: boolean }) => one.is_overdue),
          overdue: (await browse("is_overdue=true")).body.data.length,
          others: (await browse("is_overdue=false")).body.data.length,
        };
      };
      expect(await states()).toEqual({ get: false, list: [false], overdue: 0, others: 1 });
      const remind = async () =>
        (await story.post(`/v1/billing/invoices/${invoice}/reminders/send`, {})).body.code;
      await story.to(`${begun.slice(0, 8)}13T23:59:59Z`);
      expect(await states()).toEqual({ get: false, list: [false], overdue: 0, others: 1 });
      expect((await story.subscription(subscription)).status).toBe("ACTIVE");
      expect(await remind()).toBe("K6064");
      await story.to(`${begun.slice(0, 8)}14T00:00:00Z`);
      expect((await story.subscription(subscription)).status).toBe("PAST_DUE");
      expect(await states()).toEqual({ get: true, list: [true], overdue: 1, others: 0 });
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    }
  });
});

/** The payments of the invoice, newest first. */
const paymentsOf = async ({ story, invoice }: Company) =>
  (await story.get(`/v1/billing/invoices/${invoice}/payments`)).body.data;

const takeBack = ({ story, invoice }: Company, payment: string, reason = "The transfer bounced.") =>
  story.post(`/v1/billing/invoices/${invoice}/payments/${payment}/take-back`, { reason });

/** The sums of the journal of the customer's invoices: what came as cash, and what is left to pay. */
async function balanceOf({ story }: Company) {
  const { tenant, customer } = story;
  const [cash] = await tenant.scope.db.$queryRaw<{ sum: bigint }[]>`
    select coalesce(sum(case when debit_account = 'CASH' then amount else -amount end), 0)::bigint as sum
    from journal_transfers where tenant_id = ${tenant.id} and kind = 'CASH'`;
  const { balances } = (await story.get(`/v1/billing/customers/${customer}/balance`)).body;
  return { cash: Number(cash?.sum), receivable: balances[0].receivable };
}

/** The accounts of the customer in the journal. */
async function balancesAt({ story: { tenant }, invoice }: Company) {
  const { db } = tenant.scope;
  const { customerId } = await db.invoice.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: tenant.id, id: invoice } },
  });
  return balancesOf(db, tenant.scope, customerId);
}

const eventsOf = async (world: World, { story, invoice }: Company) =>
  (
    await world.services.db.event.findMany({
      where: { tenantId: story.tenant.id, objectId: invoice },
      orderBy: { sequence: "asc" },
    })
  ).map(({ type }) => type);

describe("a payment that is taken back", () => {
  it("stays in the list with its reason; the invoice is open again and the journal follows", async ({
    world,
  }) => {
    const company = await aCompany(world);
    await pay(company, { amount: 1000, reference: "T-1" });
    await pay(company, { reference: "T-2" });
    expect(await balanceOf(company)).toEqual({ cash: 3000, receivable: 0 });
    const [last, first] = await paymentsOf(company);
    const reply = await takeBack(company, last.id);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      status: "OPEN",
      amount_paid: 1000,
      amount_remaining: 2000,
      paid_at: null,
      due_at: "2030-01-13T10:00:00.000Z",
    });
    expect(await paymentsOf(company)).toEqual([
      {
        ...last,
        taken_back: {
          at: "2030-01-10T10:00:00.000Z",
          reason: "The transfer bounced.",
          actor_type: "APPLICATION",
          actor_id: last.actor_id,
        },
      },
      first,
    ]);
    expect([first.taken_back, first.amount, last.reference]).toEqual([null, 1000, "T-2"]);
    expect(await balanceOf(company)).toEqual({ cash: 1000, receivable: 2000 });
    expect((await pay(company)).body.status).toBe("PAID");
    expect(await eventsOf(world, company)).toEqual([
      "invoice.issued",
      "invoice.partially_paid",
      "invoice.paid",
      "invoice.payment_taken_back",
      "invoice.paid",
    ]);
    expect(await foundIn(world.services.pool, company.story.tenant.id)).toEqual([]);
  });

  it("leaves its subscription past due, and active when it is paid again", { tags: ["long"] }, async ({
    world,
  }) => {
    const company = await aCompany(world);
    const { story, subscription } = company;
    await pay(company);
    await story.to("2030-01-14T10:00:00Z");
    expect((await story.subscription(subscription)).status).toBe("ACTIVE");
    const [payment] = await paymentsOf(company);
    expect((await takeBack(company, payment.id)).body).toMatchObject({ is_overdue: true });
    expect((await story.subscription(subscription)).status).toBe("PAST_DUE");
    await pay(company);
    expect((await story.subscription(subscription)).status).toBe("ACTIVE");
  });

  it("is refused twice, for another invoice, and without a reason", { tags: ["long"] }, async ({ world }) => {
    const company = await aCompany(world);
    await pay(company);
    const [payment] = await paymentsOf(company);
    const other = await aCompany(world);
    const code = async (reply: ReturnType<typeof takeBack>) => (await reply).body.code;
    expect(await code(takeBack({ ...other }, payment.id))).toBe("K6031");
    expect(await code(takeBack(company, "pay_01h455vb4pex5vsknk084sn02q"))).toBe("K6031");
    expect(await code(takeBack(company, payment.id, " "))).toBe("K1002");
    const twice = await Promise.all([1, 2, 3, 4].map(() => takeBack(company, payment.id)));
    expect(twice.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      200,
      "K6032",
      "K6032",
      "K6032",
    ]);
    expect(await balanceOf(company)).toEqual({ cash: 0, receivable: 3000 });
    expect(await foundIn(world.services.pool, company.story.tenant.id)).toEqual([]);
  });

  it("is neither changed nor deleted in the database", async ({ world }) => {
    const company = await aCompany(world);
    await pay(company);
    const [{ id }] = await paymentsOf(company);
    const change = (set: string) =>
      world.services.pool.query(`update invoice_payments set ${set} where id = '${id}'`);
    const refused = /neither deleted nor changed/;
    await expect(change("amount = 1")).rejects.toThrow(refused);
    await expect(change("reference = 'T-9'")).rejects.toThrow(refused);
    await takeBack(company, id);
    await expect(change("taken_back_at = null")).rejects.toThrow(refused);
    await expect(
      world.services.pool.query(`delete from invoice_payments where id = '${id}'`),
    ).rejects.toThrow(refused);
  });

  it("counts once beside any others, in any order at once", { tags: ["long"] }, async ({ world }) => {
    const company = await aCompany(world);
    for (let round = 0; round < 4; round++) {
      const listed = await paymentsOf(company);
      const replies = await Promise.all([
        ...[700, 900, 1100, 1300].map((amount) => pay(company, { amount })),
        ...listed
          .slice(0, 3)
          .flatMap(({ id }: { id: string }) => [takeBack(company, id), takeBack(company, id)]),
      ]);
      const codes = new Set(replies.map(({ status, body }) => body.code ?? status));
      for (const code of codes) expect([200, "K6013", "K6014", "K6032"]).toContain(code);
      const counted = (await paymentsOf(company)).filter(
        (one: { taken_back: unknown }) => one.taken_back === null,
      );
      const sum = counted.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
      const invoice = (await company.story.get(`/v1/billing/invoices/${company.invoice}`)).body;
      expect(invoice).toMatchObject({ amount_paid: sum, status: sum === 3000 ? "PAID" : "OPEN" });
      expect(await balanceOf(company)).toEqual({ cash: sum, receivable: 3000 - sum });
    }
    expect(await foundIn(world.services.pool, company.story.tenant.id)).toEqual([]);
  });
});

describe("a payment that is recorded already", () => {
  it("is refused by amount, day and reference, until it is taken back", async ({ world }) => {
    const company = await aCompany(world);
    const { story } = company;
    const payment = { amount: 1000, reference: "SEPA 4", paid_at: "2030-01-09T08:00:00Z" };
    expect((await pay(company, payment)).status).toBe(200);
    const twice = await pay(company, { ...payment, paid_at: "2030-01-09T20:00:00Z" });
    expect([twice.status, twice.body.code]).toEqual([409, "K6071"]);
    expect(twice.body.message).toContain("$10.00 with the reference SEPA 4");
    expect((await pay(company, { ...payment, amount: 500 })).status).toBe(200);
    expect((await pay(company, { ...payment, reference: undefined })).status).toBe(200);
    const { data } = (await story.get(`/v1/billing/invoices/${company.invoice}/payments`)).body;
    await takeBack(company, data.at(-1).id);
    expect((await pay(company, payment)).status).toBe(200);
  });

  it("is one of two at once", async ({ world }) => {
    const company = await aCompany(world);
    const payment = { amount: 1000, reference: "SEPA 4" };
    const replies = await Promise.all([1, 2].map(() => pay(company, payment)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("a payment of more than is due", () => {
  it("is refused unless the rest is kept as credit, which the next invoice uses", { tags: ["long"] }, async ({
    world,
  }) => {
    const company = await aCompany(world);
    const { story, subscription } = company;
    const refused = await pay(company, { amount: 4000 });
    expect([refused.status, refused.body.code]).toEqual([422, "K6014"]);
    expect(refused.body.message).toContain('surplus: "credit"');
    expect(refused.body.details).toMatchObject({ remaining: 3000, left_to_pay: "$30.00", surplus: "$10.00" });
    const mistyped = await pay(company, { amount: 1e12 + 1, surplus: "credit" });
    expect([mistyped.status, mistyped.body.code]).toEqual([400, "K1002"]);
    const paid = await pay(company, { amount: 4000, surplus: "credit" });
    expect(paid.body).toMatchObject({ status: "PAID", amount_paid: 3000, amount_surplus: 1000 });
    expect(await paymentsOf(company)).toMatchObject([{ amount: 3000, surplus: 1000 }]);
    expect(await balancesAt(company)).toMatchObject({ CASH: 4000n, CREDIT: -1000n, RECEIVABLE: 0n });
    expect(await eventsOf(world, company)).toEqual(["invoice.issued", "invoice.paid"]);
    const sums = await sumInvoices(story.tenant.scope, { customer: story.customer });
    expect(sums.by_currency).toMatchObject([
      { total: 3000, amount_collected: 4000, amount_kept_as_credit: -1000, amount_remaining: 0 },
    ]);
    await story.to("2030-02-10T10:00:00Z");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
    expect(data[0]).toMatchObject({ total: 2000 });
    expect(data[0].lines).toContainEqual(
      expect.objectContaining({
        amount: -1000,
        description: expect.stringContaining("Paid beyond what was due"),
      }),
    );
    expect(await balancesAt(company)).toMatchObject({ CREDIT: 0n, RECEIVABLE: 2000n });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("is taken back with its credit, which is owed again where an invoice has used it", {
    tags: ["long"],
  }, async ({ world }) => {
    const company = await aCompany(world);
    const { story, subscription } = company;
    await pay(company, { amount: 4000, surplus: "credit" });
    const [payment] = await paymentsOf(company);
    expect((await takeBack(company, payment.id)).body).toMatchObject({
      status: "OPEN",
      amount_paid: 0,
      amount_surplus: 0,
    });
    expect(await balancesAt(company)).toMatchObject({ CASH: 0n, CREDIT: 0n, RECEIVABLE: 3000n });
    await pay(company, { amount: 3500, surplus: "credit" });
    await story.to("2030-02-10T10:00:00Z");
    const [again] = await paymentsOf(company);
    expect((await takeBack(company, again.id)).status).toBe(200);
    await story.to("2030-03-10T10:00:00Z");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
    expect(data.map(({ total }: { total: number }) => total)).toEqual([3500, 2500, 3000]);
    expect(await balancesAt(company)).toMatchObject({ CASH: 0n, CREDIT: 0n, RECEIVABLE: 9000n });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("of a one-off invoice is credit of the customer's subscription", async ({ world }) => {
    const company = await aCompany(world);
    const { story } = company;
    const order = { currency: "USD", lines: [{ description: "Training", amount: 500 }] };
    const issue = async (customer: string) =>
      (await story.post("/v1/billing/invoices", { ...order, customer })).body.id as string;
    const ofCompany = { story, subscription: "", invoice: await issue(story.customer) };
    expect((await pay(ofCompany, { amount: 700, surplus: "credit" })).body).toMatchObject({ status: "PAID" });
    const { body } = await story.get(`/v1/billing/customers/${story.customer}/balance`);
    expect(body.balances).toMatchObject([{ credit: 200 }]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("counts once: of five at once the first one pays, and the others find nothing due", async ({
    world,
  }) => {
    const company = await aCompany(world);
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => pay(company, { amount: 4000, surplus: "credit" })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await balancesAt(company)).toMatchObject({ CASH: 4000n, CREDIT: -1000n });
    expect(await foundIn(world.services.pool, company.story.tenant.id)).toEqual([]);
  });
});
