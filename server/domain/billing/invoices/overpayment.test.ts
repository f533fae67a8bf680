import { describe, expect } from "vitest";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";
import { createCustomer } from "../../customers/create-customer.ts";
import { previewTakeBack } from "../corrections/preview-take-back.ts";
import { findLeftCredit } from "../corrections/settle-credit.ts";

// What a payment brings beyond what is due of a customer who has no subscription by transfer, over REST.

const SETTLE = "/v1/billing/ledger/settle-credit";

async function aCustomer({ scope }: TestTenant): Promise<string> {
  const customer = unique("customer");
  return (await createCustomer(scope, { customer, email: `${customer}@example.com` })).id;
}

/** A customer without a subscription, who owes 100.00 on an invoice of their own. */
async function aDebtor(world: World) {
  const tenant = await aTenant(world);
  const { admin, scope } = tenant;
  const customer = await aCustomer(tenant);
  const order = { customer, currency: "USD" };
  const linesOf = (amount: number) => ({ ...order, lines: [{ description: "Training", amount }] });
  const done = async (reply: { status: number; body: unknown }, status: number) => {
    expect(reply.status, JSON.stringify(reply.body)).toBe(status);
    return reply;
  };
  const issue = async (amount: number) =>
    (await done(await admin.post("/v1/billing/invoices", linesOf(amount)), 201)).body as { id: string };
  const { id } = await issue(10_000);
  return {
    tenant,
    customer,
    id,
    issue,
    scope,
    preview: async (amount: number) =>
      (await admin.post("/v1/billing/invoices/preview", linesOf(amount))).body,
    pay: (invoice: string, fields: object) => admin.post(`/v1/billing/invoices/${invoice}/payments`, fields),
    takeBack: async (invoice: string) => {
      const { data } = (await admin.get(`/v1/billing/invoices/${invoice}/payments`)).body;
      const path = `/v1/billing/invoices/${invoice}/payments/${data[0].id}/take-back`;
      return admin.post(path, { reason: "The bank took it back." });
    },
    /** What the dashboard says before that. */
    previewTakeBack: async (invoice: string) => {
      const { data } = (await admin.get(`/v1/billing/invoices/${invoice}/payments`)).body;
      return previewTakeBack(scope, { id: invoice, payment_id: data[0].id });
    },
    read: async (invoice: string) => (await admin.get(`/v1/billing/invoices/${invoice}`)).body,
    /** The newest first. */
    invoices: async () => (await admin.get(`/v1/billing/invoices?customer=${customer}`)).body.data,
    settle: (fields: object) =>
      admin.post(SETTLE, { ...order, amount: 2000, reason: "They asked for it.", ...fields }),
    balances: () => balancesOf(scope.db, scope, customer),
    balance: async () => (await admin.get(`/v1/billing/customers/${customer}/balance`)).body.balances,
    left: async () => (await findLeftCredit(scope, { customer })).data,
    wrong: () => foundIn(world.services.pool, tenant.id),
  };
}

describe("a surplus of a customer without a subscription", () => {
  it("is the customer's credit, which the next one-off invoice by transfer uses", { tags: ["long"] }, async ({
    world,
  }) => {
    const debtor = await aDebtor(world);
    const refused = await debtor.pay(debtor.id, { amount: 12_000 });
    expect([refused.status, refused.body.code]).toEqual([422, "K6014"]);
    const { status, body } = await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status: "PAID", amount_paid: 10_000, amount_surplus: 2000 });
    expect(await debtor.balance()).toMatchObject([{ currency: "USD", credit: 2000, receivable: 0 }]);
    expect(await debtor.balances()).toMatchObject({ CASH: 12_000n, CREDIT: -2000n, RECEIVABLE: 0n });
    expect(await debtor.left()).toMatchObject([{ subscription_id: null, name: null, amount: 2000 }]);
    expect(await debtor.wrong()).toEqual([]);

    expect(await debtor.preview(500)).toMatchObject({ amount_from_credit: 500, total: 0 });
    const small = await debtor.issue(500);
    expect(await debtor.read(small.id)).toMatchObject({ status: "PAID", total: 0 });
    expect(await debtor.balance()).toMatchObject([{ credit: 1500 }]);
    expect(await debtor.preview(5000)).toMatchObject({ amount_from_credit: 1500, total: 3500 });
    const next = await debtor.issue(5000);
    expect(await debtor.read(next.id)).toMatchObject({ status: "OPEN", total: 3500, amount_remaining: 3500 });
    expect(await debtor.balances()).toMatchObject({ CREDIT: 0n, RECEIVABLE: 3500n, UNBILLED: 0n });
    expect(await debtor.left()).toEqual([]);
    expect(await debtor.wrong()).toEqual([]);
  });

  it("is used in its own currency alone, and not by an invoice of another customer", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    const { admin } = debtor.tenant;
    const lines = [{ description: "Training", amount: 5000 }];
    const issue = async (fields: object) =>
      (
        await admin.post("/v1/billing/invoices", {
          customer: debtor.customer,
          currency: "EUR",
          lines,
          ...fields,
        })
      ).body;
    expect(await issue({})).toMatchObject({ total: 5000 });
    const other = await aCustomer(debtor.tenant);
    expect(await issue({ customer: other, currency: "USD" })).toMatchObject({ total: 5000 });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("goes with its payment when that is taken back, and with an invoice that is void it comes back", async ({
    world,
  }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    const voided = await debtor.issue(5000);
    await debtor.tenant.admin.post(`/v1/billing/invoices/${voided.id}/void`);
    expect(await debtor.balance()).toMatchObject([{ credit: 2000, receivable: 0 }]);
    expect(await debtor.previewTakeBack(debtor.id)).toMatchObject({
      amount_surplus: 2000,
      is_surplus_asked_at_once: true,
      is_off_due_asked_at_once: false,
    });
    expect((await debtor.takeBack(debtor.id)).body).toMatchObject({ status: "OPEN", amount_surplus: 0 });
    expect(await debtor.balances()).toMatchObject({ CASH: 0n, CREDIT: 0n, RECEIVABLE: 10_000n });
    expect(await debtor.invoices()).toHaveLength(2);
    expect(await debtor.wrong()).toEqual([]);
  });

  it("is asked for by an invoice of its own, when it was used before its payment is taken back", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    const next = await debtor.issue(5000);
    expect((await debtor.takeBack(debtor.id)).status).toBe(200);
    const [asks] = await debtor.invoices();
    expect(asks).toMatchObject({ status: "OPEN", total: 2000 });
    expect((await debtor.read(next.id)).amount_remaining).toBe(3000);
    expect(await debtor.balances()).toMatchObject({ CASH: 0n, CREDIT: 0n, RECEIVABLE: 15_000n });
    expect(await debtor.wrong()).toEqual([]);
    // It is a debt, which a void may write off.
    expect((await debtor.tenant.admin.post(`/v1/billing/invoices/${asks.id}/void`)).status).toBe(200);
    expect(await debtor.balance()).toMatchObject([{ credit: 0, waiting: 0, receivable: 13_000 }]);
    // The void invoice has nothing written off, and neither has the journal.
    expect(await debtor.balances()).toMatchObject({ WRITTEN_OFF: 0n, CANCELED: 2000n, CREDIT: 0n });
    expect(await debtor.preview(100)).toMatchObject({ amount_from_credit: 0, total: 100 });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("that was written off is owed by nobody when its payment is taken back", async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    const used = await debtor.issue(500);
    expect((await debtor.settle({ to: "WRITE_OFF", amount: 1500 })).status).toBe(200);
    expect(await debtor.balances()).toMatchObject({ CREDIT: 0n, WRITTEN_OFF: -1500n });
    expect((await debtor.takeBack(debtor.id)).status).toBe(200);
    // Of the surplus, 5.00 were used; nothing is written off any more.
    const [asks, ...others] = await debtor.invoices();
    expect(asks).toMatchObject({ status: "OPEN", total: 500 });
    expect(others.map((one: { id: string }) => one.id)).toEqual([used.id, debtor.id]);
    expect(await debtor.balances()).toMatchObject({
      CASH: 0n,
      CREDIT: 0n,
      RECEIVABLE: 10_500n,
      UNBILLED: 0n,
      WRITTEN_OFF: 0n,
      REVENUE: -10_500n,
    });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("that was written off wholly leaves its invoice to be paid, and no other", { tags: ["long"] }, async ({
    world,
  }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    expect((await debtor.settle({ to: "WRITE_OFF" })).status).toBe(200);
    expect((await debtor.takeBack(debtor.id)).status).toBe(200);
    expect(await debtor.invoices()).toHaveLength(1);
    expect(await debtor.balances()).toMatchObject({
      CASH: 0n,
      CREDIT: 0n,
      RECEIVABLE: 10_000n,
      UNBILLED: 0n,
      WRITTEN_OFF: 0n,
    });
    expect(await debtor.wrong()).toEqual([]);
  });

  it.for([
    ["is given back by hand", { to: "REFUND", reference: "SEPA 9" }, { CASH: 10_000n }],
    ["is written off", { to: "WRITE_OFF" }, { CASH: 12_000n }],
  ] as const)("%s", async ([, fields, after], { world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    expect((await debtor.settle({ ...fields, amount: 1999 })).body.code).toBe("K6060");
    const { status, body } = await debtor.settle(fields);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ subscription_id: null, currency: "USD", amount: 2000 });
    expect(await debtor.balances()).toMatchObject({ ...after, CREDIT: 0n, UNBILLED: 0n, RECEIVABLE: 0n });
    expect((await debtor.settle(fields)).body.code).toBe("K6060");
    expect(await debtor.left()).toEqual([]);
    expect(await debtor.wrong()).toEqual([]);
  });

  it("pays an invoice that was open before, and goes to a subscription that begins later", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const open = await debtor.issue(500);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    const paid = await debtor.settle({ to: "INVOICE", to_invoice_id: open.id });
    expect(paid.body).toMatchObject({ amount: 500 });
    expect(await debtor.read(open.id)).toMatchObject({ status: "PAID", amount_from_credit: 500 });
    const { id } = await aSubscription(debtor.tenant, {
      customer: debtor.customer,
      amount: 3000,
      paidBy: "invoice",
    });
    const moved = await debtor.settle({ to: "SUBSCRIPTION", to_subscription_id: id, amount: 1500 });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(await debtor.balance()).toMatchObject([{ credit: 1500 }]);
    expect(await debtor.left()).toEqual([]);
    expect(await debtor.wrong()).toEqual([]);
  });

  it("is used once by five invoices and settlements at once", async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(debtor.id, { amount: 12_000, surplus: "credit" });
    await Promise.all([
      debtor.issue(5000),
      debtor.settle({ to: "REFUND" }),
      debtor.issue(5000),
      debtor.settle({ to: "WRITE_OFF" }),
      debtor.takeBack(debtor.id),
    ]);
    expect(await debtor.balances()).toMatchObject({ CREDIT: 0n, UNBILLED: 0n });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("is listed with how many there are, where they are more than a hundred", async ({ world }) => {
    const { tenant, customer, scope } = await aDebtor(world);
    await world.services.pool.query(`
      insert into charges (tenant_id, id, customer_id, provider, cause, key, amount, currency, description, period_start, period_end, created_at)
      select '${tenant.id}', 'chg_' || n, '${customer}', 'PROVIDER_B', 'CREDIT', 'test:' || n, -5, 'A' || lpad(n::text, 2, '0'), 'x', now(), now(), now()
      from generate_series(0, 99) n`);
    expect(await findLeftCredit(scope, {})).toMatchObject({ total: 100 });
    await world.services.pool.query(`
      insert into charges (tenant_id, id, customer_id, provider, cause, key, amount, currency, description, period_start, period_end, created_at)
      values ('${tenant.id}', 'chg_more', '${customer}', 'PROVIDER_B', 'CREDIT', 'test:more', -5, 'B00', 'x', now(), now(), now())`);
    const { data, total } = await findLeftCredit(scope, {});
    expect([data.length, total]).toEqual([100, 101]);
  });

  it("names either a subscription or a customer with a currency", async ({ world }) => {
    const { settle } = await aDebtor(world);
    for (const fields of [{ subscription_id: "sub_none" }, { currency: undefined }, { customer: undefined }])
      expect((await settle({ to: "REFUND", ...fields })).body.code).toBe("K1002");
  });
});
