// @module-tag ci
import { describe, expect } from "vitest";
import { aSubscription, type TestSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser } from "../../../testing/a-user.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { NewCharge } from "../charges/rules.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { syncInvoices } from "../invoices/sync-invoice.ts";

let tenant: TestTenant;
/** Owes 10.00 on an open invoice of ours, and 3.00 less 0.50 that wait. */
let debtor: TestSubscription;
/** Paid 20.00 by card. */
let payer: TestSubscription;
/** Owed 1,000 yen on an invoice that was voided without a word about its charge. */
let doubtful: TestSubscription;

const DAY = { start: new Date("2027-01-01T00:00:00Z"), end: new Date("2027-01-02T00:00:00Z") };

const aCharge = (key: string, amount: bigint): NewCharge => ({
  key,
  amount,
  cause: "ITEM",
  description: key,
  isProration: false,
  period: DAY,
});

async function invoiceOf({ id }: TestSubscription) {
  return (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data[0];
}

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const { scope } = tenant;
  debtor = await aSubscription(tenant, { paidBy: "invoice", amount: 1000 });
  payer = await aSubscription(tenant, { amount: 2000 });
  await synced(payer);
  doubtful = await aSubscription(tenant, { paidBy: "invoice", amount: 1000, currency: "JPY" });
  await scope.db.$transaction((tx) =>
    writeCharges(
      tx,
      scope,
      {
        customerId: debtor.customerId,
        subscriptionId: debtor.id,
        provider: "PROVIDER_B",
        currency: "USD",
      },
      [aCharge("first", 300n), aCharge("second", -50n)],
    ),
  );
  const { id } = await invoiceOf(doubtful);
  await scope.db.invoice.update({
    where: { tenantId_id: { tenantId: tenant.id, id } },
    data: { status: "VOID", voidedAt: scope.clock.now(), updatedAt: scope.clock.now() },
  });
});

/** Reads the invoices of a subscription on cards, as a callback does. */
async function synced({ id }: TestSubscription): Promise<void> {
  const key = { tenantId_id: { tenantId: tenant.id, id } };
  const row = await tenant.scope.db.subscription.findUniqueOrThrow({ where: key });
  await syncInvoices(tenant.scope, row.providerSubscriptionId ?? "");
}

/** The amounts and states of the charges that a query finds, newest first. */
async function found(query: Record<string, string>) {
  const { status, body } = await tenant.admin.get(`/v1/billing/ledger?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ amount, state }: { amount: number; state: string }) => [amount, state]);
}

describe("the ledger", () => {
  it("lists all that is owed, newest first, in pages that miss nothing", async () => {
    const all = await found({});
    expect(all).toEqual([
      [-50, "waiting"],
      [300, "waiting"],
      [1000, "held"],
      [2000, "invoiced"],
      [1000, "invoiced"],
    ]);
    const ids: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await tenant.admin.get(
        `/v1/billing/ledger?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      expect(body.data.length).toBeLessThanOrEqual(2);
      ids.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it.for([
    ["customer by our id", () => ({ customer: debtor.customerId }), [-50, 300, 1000]],
    ["customer by the tenant's id", () => ({ customer: payer.customer }), [2000]],
    ["subscription", () => ({ subscription_id: payer.id }), [2000]],
    ["currency", () => ({ currency: "JPY" }), [1000]],
    ["waiting", () => ({ state: "waiting" }), [-50, 300]],
    ["sent", () => ({ state: "sent" }), []],
    ["invoiced", () => ({ state: "invoiced" }), [2000, 1000]],
    ["held", () => ({ state: "held" }), [1000]],
    ["written off", () => ({ state: "written_off" }), []],
    ["two filters at once", () => ({ state: "invoiced", customer: debtor.customer }), [1000]],
  ] as const)("is filtered by %s", async ([, query, amounts]) => {
    expect((await found(query())).map(([amount]: [number]) => amount)).toEqual(amounts);
  });

  it("finds what an invoice had on it, also after it was voided", async () => {
    const invoice = await invoiceOf(doubtful);
    const { body } = await tenant.admin.get(`/v1/billing/ledger?invoice_id=${invoice.id}`);
    expect(body.data).toMatchObject([
      { state: "held", invoice_id: invoice.id, invoice_number: invoice.number },
    ]);
  });

  it("shows a charge with why it is where it is, and what the journal says of it", async () => {
    const { body } = await tenant.admin.get("/v1/billing/ledger?state=held");
    const [held] = body.data;
    expect(held).toMatchObject({
      customer_id: doubtful.customerId,
      subscription_id: doubtful.id,
      currency: "JPY",
      cause: "PERIOD",
      provider: "PROVIDER_B",
      due_at: null,
      corrects: null,
      why: { code: "VOIDED", reason: null, actor_type: "SYSTEM" },
    });
    const moved = held.transfers.map(({ kind, debit_account, credit_account, amount }: never) =>
      [kind, debit_account, credit_account, amount].join(" "),
    );
    expect(moved).toEqual([
      "ACCRUED UNBILLED REVENUE 1000",
      "PLACED RECEIVABLE UNBILLED 1000",
      "ENDED UNBILLED RECEIVABLE 1000",
    ]);
    expect((await tenant.admin.get(`/v1/billing/ledger/${held.id}`)).body).toEqual(held);
  });

  it("may be read by a back end without admin scope, and not by an end user", async () => {
    expect((await tenant.server.get("/v1/billing/ledger")).status).toBe(200);
    const user = await aUser(tenant, { customer: debtor.customer });
    const own = await tenant.server
      .with({ authorization: user.client.headers.authorization })
      .get(`/v1/billing/ledger?customer=${debtor.customer}`);
    expect([own.status, own.body.code]).toEqual([403, "K2010"]);
    const balance = await user.client.get(`/v1/billing/customers/${debtor.customerId}/balance`);
    expect(balance.status).toBe(403);
  });

  it("has nothing of another tenant", async ({ world }) => {
    const other = await aTenant(world);
    const [charge] = (await tenant.admin.get("/v1/billing/ledger")).body.data;
    expect((await other.admin.get("/v1/billing/ledger")).body.data).toEqual([]);
    const answers = await Promise.all([
      other.admin.get(`/v1/billing/ledger/${charge.id}`),
      other.admin.post(`/v1/billing/ledger/${charge.id}/decide`, { decision: "wait", reason: "Ours?" }),
      other.admin.get(`/v1/billing/ledger?customer=${debtor.customerId}`),
      other.admin.get(`/v1/billing/customers/${debtor.customerId}/balance`),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, "K6022"],
      [404, "K6022"],
      [404, "K3003"],
      [404, "K3003"],
    ]);
  });
});

describe("a customer's balance", () => {
  const balanceOf = async (named: string) =>
    (await tenant.server.get(`/v1/billing/customers/${named}/balance`)).body.balances;

  it("has what waits and what is left to pay, by the tenant's id, too", async () => {
    const sums = { credit: 0, waiting: 250, held: 0, receivable: 1000 };
    const expected = [{ currency: "USD", ...sums, providers: [{ provider: "PROVIDER_B", ...sums }] }];
    expect(await balanceOf(debtor.customerId)).toEqual(expected);
    expect(await balanceOf(debtor.customer)).toEqual(expected);
  });

  it("has nothing left once all is paid", async () => {
    expect(await balanceOf(payer.customerId)).toMatchObject([{ currency: "USD", waiting: 0, receivable: 0 }]);
  });

  it("has what is held apart from what waits", async () => {
    expect(await balanceOf(doubtful.customerId)).toMatchObject([
      { currency: "JPY", waiting: 0, held: 1000, receivable: 0 },
    ]);
  });

  it("is by provider where a customer has both, and the doctor agrees with it", { tags: ["long"] }, async ({
    world,
  }) => {
    const { customer } = debtor;
    await synced(await aSubscription(tenant, { customer, amount: 700 }));
    const [{ providers, ...sums }] = await balanceOf(customer);
    expect(sums).toMatchObject({ waiting: 250, receivable: 1000 });
    expect(providers).toMatchObject([
      { provider: "PROVIDER_A", waiting: 0, receivable: 0 },
      { provider: "PROVIDER_B", waiting: 250, receivable: 1000 },
    ]);
    expect(await foundIn(world.services.pool, tenant.id)).toEqual([]);
  });

  it("has the credit that a smaller plan left over, as the next invoice uses it", async () => {
    const rich = await aSubscription(tenant, { paidBy: "invoice", amount: 9000 });
    const free = await aSubscription(tenant, { paidBy: "invoice", amount: 100, customer: rich.customer });
    const { scope } = tenant;
    const owner = {
      customerId: rich.customerId,
      subscriptionId: free.id,
      ...({ provider: "PROVIDER_B", currency: "USD" } as const),
    };
    await scope.db.$transaction((tx) =>
      writeCharges(tx, scope, owner, [
        { ...aCharge("carried:x", 400n), cause: "CARRIED" },
        { ...aCharge("credit:x", -400n), cause: "CREDIT" },
        aCharge("unused", -400n),
      ]),
    );
    expect(await balanceOf(rich.customer)).toMatchObject([{ credit: 400, waiting: 0, receivable: 9100 }]);
  });
});
