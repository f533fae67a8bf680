// @module-tag ci
import { describe, expect } from "vitest";
import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { it } from "../../../testing/it.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import { endPlacement, holdCharge, releaseInvoice, settleHeld } from "./release-charges.ts";
import type { NewCharge } from "./rules.ts";
import { lockWaiting, sumOfWaiting } from "./waiting-charges.ts";
import { type Owner, writeCharges, writeChargesOnce } from "./write-charges.ts";

let tenant: TestTenant;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

const DAY = { start: new Date("2027-01-01T00:00:00Z"), end: new Date("2027-01-02T00:00:00Z") };

function aCharge(key: string, amount: bigint, more: Partial<NewCharge> = {}): NewCharge {
  return { key, amount, cause: "ITEM", description: key, isProration: false, period: DAY, ...more };
}

/** A customer who owes 10.00 for the running month, with an invoice of ours. */
async function aCustomer() {
  const sold = await aSubscription(tenant, { paidBy: "invoice", amount: 1000 });
  const { scope } = tenant;
  const { db } = scope;
  const of = { tenantId: tenant.id, customerId: sold.customerId };
  const owner: Owner = {
    customerId: sold.customerId,
    subscriptionId: sold.id,
    provider: "PROVIDER_B",
    currency: "USD",
  };
  return {
    sold,
    scope,
    db,
    owner,
    of,
    write: (...charges: NewCharge[]) => db.$transaction((tx) => writeCharges(tx, scope, owner, charges)),
    once: (...charges: NewCharge[]) => db.$transaction((tx) => writeChargesOnce(tx, scope, owner, charges)),
    waiting: () => sumOfWaiting(db, scope, sold.id),
    balances: () => balancesOf(db, scope, sold.customerId),
    async invoices() {
      const rows = await db.invoice.findMany({ where: of, include: { lines: true }, orderBy: { id: "asc" } });
      return rows.map(({ total, lines }) => [total, lines.map(({ amount }) => amount)]);
    },
    /** Holds a charge that waits, and writes it off then, as a person does. */
    writeOff: (charge: Charge | undefined) =>
      db.$transaction(async (tx) => {
        if (!charge) throw new Error("There is no charge to write off.");
        await endPlacement(tx, scope, { chargeId: charge.id }, "VOIDED");
        await holdCharge(tx, scope, charge.id, "VOIDED");
        await settleHeld(tx, scope, charge, { to: "WRITTEN_OFF", code: "DECIDED", reason: null });
      }),
    /** Invoices what waits. */
    issue: (as: Scope = scope) =>
      db.$transaction(async (tx) => {
        const customer = await tx.customer.findUniqueOrThrow({
          where: { tenantId_id: { tenantId: tenant.id, id: sold.customerId } },
        });
        const subscription = { id: sold.id, currency: "USD", dueDays: null };
        return issueInvoice(tx, as, { subscription, customer, reason: "manual", charges: [], period: DAY });
      }),
    async newestInvoice() {
      return db.invoice.findFirstOrThrow({ where: of, orderBy: { id: "desc" } });
    },
  };
}

type Debtor = Awaited<ReturnType<typeof aCustomer>>;

/** The transactions of eight workers at once; what failed is left out. */
async function eight<T>(work: (nth: number) => Promise<T>): Promise<T[]> {
  const done = await Promise.allSettled(Array.from({ length: 8 }, (_, nth) => work(nth)));
  return done.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

const lineOf = (debtor: Debtor, id: string) =>
  debtor.db.chargePlacement.findMany({
    where: { tenantId: tenant.id, chargeId: id },
    orderBy: { endCode: "asc" },
  });

describe("a charge", () => {
  it("is one, however many workers and callbacks write its cause at once", async () => {
    const debtor = await aCustomer();
    const written = await eight(() => debtor.once(aCharge("counter:same", 250n, { cause: "COUNTER" })));
    expect(new Set(written.flat().map(({ id }) => id)).size).toBe(1);
    expect(await debtor.waiting()).toBe(250n);
    expect(await debtor.balances()).toMatchObject({ UNBILLED: 250n, RECEIVABLE: 1000n, REVENUE: -1250n });
  });

  it("is refused a second time where the caller has to be the only one", async () => {
    const debtor = await aCustomer();
    await debtor.write(aCharge("period:once", 100n));
    await expect(debtor.write(aCharge("period:once", 100n))).rejects.toThrow(/unique/i);
    expect(await debtor.waiting()).toBe(100n);
  });

  it("waits until an invoice takes it, and is on one of eight that are issued at once", async () => {
    const debtor = await aCustomer();
    await debtor.write(aCharge("taken:1", 300n), aCharge("taken:2", -50n));
    expect((await eight(() => debtor.issue())).filter((invoice) => invoice !== null)).toHaveLength(1);
    expect(await debtor.invoices()).toEqual([
      [1000n, [1000n]],
      [250n, [300n, -50n]],
    ]);
    expect(await debtor.waiting()).toBe(0n);
    expect(await debtor.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 1250n });
  });

  it("still waits after a worker died that was about to invoice it", async ({ world }) => {
    const debtor = await aCustomer();
    await debtor.write(aCharge("killed:1", 400n));
    const dying = debtor.db.$transaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const customer = await tx.customer.findUniqueOrThrow({
        where: { tenantId_id: { tenantId: tenant.id, id: debtor.sold.customerId } },
      });
      const subscription = { id: debtor.sold.id, currency: "USD", dueDays: null };
      await issueInvoice(tx, debtor.scope, {
        subscription,
        customer,
        reason: "manual",
        charges: [],
        period: DAY,
      });
      await world.services.pool.query("select pg_terminate_backend($1)", [own?.pid]);
      await tx.$queryRaw`select 1`;
    });
    await expect(dying).rejects.toThrow();
    expect(await debtor.waiting()).toBe(400n);
    expect(await debtor.balances()).toMatchObject({ UNBILLED: 400n, RECEIVABLE: 1000n });
    await debtor.issue();
    expect(await debtor.invoices()).toEqual([
      [1000n, [1000n]],
      [400n, [400n]],
    ]);
  });

  it("is taken back by no more than what is left of it, also by eight at once", async () => {
    const debtor = await aCustomer();
    await debtor.write(aCharge("corrected", 1000n));
    const taken = await eight((nth) =>
      debtor.write(aCharge(`back:${nth}`, -300n, { cause: "CORRECTION", correctsKey: "corrected" })),
    );
    expect(taken).toHaveLength(3);
    expect(await debtor.waiting()).toBe(100n);
    const wrong = aCharge("more", 5n, { cause: "CORRECTION", correctsKey: "corrected" });
    await expect(debtor.write(wrong)).rejects.toThrow(/corrects/);
  });

  it("is taken back once, however many find out at once and later that it has to be", async () => {
    const debtor = await aCustomer();
    await debtor.write(aCharge("given", -1000n));
    const back = () => debtor.once(aCharge("reversal", 1000n, { cause: "CORRECTION", correctsKey: "given" }));
    expect(await eight(back)).toHaveLength(8);
    expect(await debtor.waiting()).toBe(0n);
    await debtor.once(aCharge("restored", -1000n, { cause: "CORRECTION", correctsKey: "reversal" }));
    await back();
    expect(await debtor.waiting()).toBe(-1000n);
  });

  it("is written off, when it was taken back and given again, with nothing more to take back", async () => {
    const debtor = await aCustomer();
    const [given] = await debtor.write(aCharge("lost:1", -1000n));
    await debtor.write(aCharge("lost:2", 1000n, { cause: "CORRECTION", correctsKey: "lost:1" }));
    await debtor.write(aCharge("lost:3", -1000n, { cause: "CORRECTION", correctsKey: "lost:2" }));
    await debtor.writeOff(given);
    expect(await debtor.waiting()).toBe(0n);
    expect(await debtor.balances()).toMatchObject({ UNBILLED: 0n, CANCELED: -1000n });
  });

  it("is written off, when only a part of what it gave back is left, with that part owed again", async () => {
    const debtor = await aCustomer();
    const [paid] = await debtor.write(aCharge("part:1", 1000n));
    await debtor.write(aCharge("part:2", -600n, { cause: "CORRECTION", correctsKey: "part:1" }));
    await debtor.write(aCharge("part:3", 200n, { cause: "CORRECTION", correctsKey: "part:2" }));
    await debtor.writeOff(paid);
    expect(await debtor.waiting()).toBe(0n);
    expect(await debtor.balances()).toMatchObject({ UNBILLED: 0n, WRITTEN_OFF: 0n, CANCELED: 1000n });
  });

  it("is never rewritten, nor is the journal; where it is, is set once", async ({ world }) => {
    const debtor = await aCustomer();
    const [charge] = await debtor.write(aCharge("fixed", 100n));
    await debtor.issue();
    const run = (sql: string) => world.services.pool.query(sql, [tenant.id, charge?.id]);
    const where = "where tenant_id = $1 and";
    await expect(run(`update charges set amount = 1 ${where} id = $2`)).rejects.toThrow("append-only");
    await expect(run(`delete from charges ${where} id = $2`)).rejects.toThrow("append-only");
    await expect(run(`update journal_transfers set amount = 1 ${where} charge_id = $2`)).rejects.toThrow(
      "append-only",
    );
    await expect(run(`delete from charge_placements ${where} charge_id = $2`)).rejects.toThrow(
      "never deleted",
    );
    await expect(
      run(`update charge_placements set line_id = 'line_x' ${where} charge_id = $2 and kind = 'INVOICE'`),
    ).rejects.toThrow("set once");
    const second = `insert into charge_placements (tenant_id, id, charge_id, kind, actor_type, actor_id, created_at)
      values ($1, 'place_second', $2, 'HELD', 'SYSTEM', 'x', now())`;
    await expect(run(second)).rejects.toThrow("charge_placements_one_live");
  });
});

describe("a charge whose invoice is void", () => {
  it.for([
    ["WAITING", 1000n, { UNBILLED: 1000n, RECEIVABLE: 0n, CANCELED: 0n }],
    ["HELD", 0n, { UNBILLED: 1000n, RECEIVABLE: 0n, CANCELED: 0n }],
    ["WRITTEN_OFF", 0n, { UNBILLED: 0n, RECEIVABLE: 0n, CANCELED: 1000n }],
  ] as const)("is %s when that was decided", async ([to, waits, balances]) => {
    const debtor = await aCustomer();
    const { id } = await debtor.newestInvoice();
    await debtor.db.$transaction(async (tx) => {
      await tx.invoice.update({
        where: { tenantId_id: { tenantId: tenant.id, id } },
        data: { status: "VOID", voidedAt: debtor.scope.clock.now() },
      });
      await releaseInvoice(tx, debtor.scope, id, () => ({ to, code: "VOIDED", reason: "a mistake" }));
    });
    expect(await debtor.waiting()).toBe(waits);
    expect(await debtor.balances()).toMatchObject(balances);
  });

  it("is held where its invoice was voided without a decision", async () => {
    const debtor = await aCustomer();
    const { id } = await debtor.newestInvoice();
    await debtor.db.invoice.update({
      where: { tenantId_id: { tenantId: tenant.id, id } },
      data: { status: "VOID" },
    });
    expect(await debtor.waiting()).toBe(0n);
    const [charge] = await debtor.db.charge.findMany({ where: debtor.of });
    expect(
      (await lineOf(debtor, charge?.id ?? "")).map(({ kind, code, endCode }) => [kind, code, endCode]),
    ).toEqual([
      ["INVOICE", null, "VOIDED"],
      ["HELD", "VOIDED", null],
    ]);
    expect(await debtor.balances()).toMatchObject({ UNBILLED: 1000n, RECEIVABLE: 0n });
  });
});

describe("the journal", () => {
  it("says of credit that an invoice left that it waits, then that it was used", async () => {
    const debtor = await aCustomer();
    await debtor.write(aCharge("back", -1500n), aCharge("more", 500n));
    await debtor.issue();
    expect(await debtor.balances()).toMatchObject({ CREDIT: -1000n, RECEIVABLE: 1000n, UNBILLED: 0n });
    expect(await debtor.waiting()).toBe(-1000n);
    await debtor.write(aCharge("next", 1200n));
    await debtor.issue();
    expect(await debtor.balances()).toMatchObject({ CREDIT: 0n, RECEIVABLE: 1200n, UNBILLED: 0n });
  });

  it("follows payments, giving up and a late payment by the difference, in any order and twice", async () => {
    const debtor = await aCustomer();
    const { id } = await debtor.newestInvoice();
    const set = (data: object) =>
      debtor.db.invoice.update({ where: { tenantId_id: { tenantId: tenant.id, id } }, data });
    await set({ amountPaid: 300n });
    await set({ amountPaid: 300n });
    expect(await debtor.balances()).toMatchObject({ CASH: 300n, RECEIVABLE: 700n });
    await set({ status: "UNCOLLECTIBLE" });
    expect(await debtor.balances()).toMatchObject({ CASH: 300n, RECEIVABLE: 0n, WRITTEN_OFF: 700n });
    await set({ status: "PAID", amountPaid: 1000n });
    await set({ status: "PAID", amountPaid: 1000n });
    expect(await debtor.balances()).toMatchObject({ CASH: 1000n, RECEIVABLE: 0n, WRITTEN_OFF: 0n });
  });

  it("balances: what is taken from accounts is what is put into others", async () => {
    const debtor = await aCustomer();
    await debtor.write(aCharge("any", 70n));
    const sum = Object.values(await debtor.balances()).reduce((total, amount) => total + amount, 0n);
    expect(sum).toBe(0n);
    expect(await debtor.db.$transaction((tx) => lockWaiting(tx, debtor.scope, debtor.sold.id))).toHaveLength(
      1,
    );
  });
});
