// @module-tag ci
import pg from "pg";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownDatabase } from "../../../server/testing/own-database.ts";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
const APRIL = Date.parse("2027-04-01T00:00:00Z") / 1000;
const JUNE = Date.parse("2027-06-01T00:00:00Z") / 1000;
const TWO_YEARS_ON = Date.parse("2029-04-01T00:00:00Z") / 1000;

let sandbox: Sandbox;
let databaseUrl = "";
beforeAll(async () => {
  // The sandboxes of other files would move its clocks, too.
  databaseUrl = await ownDatabase();
  sandbox = await openSandbox({ databaseUrl });
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

async function onAClock() {
  const { stripe, account } = sandbox.anAccount();
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: APRIL });
  const { id: customer } = await aPayer(stripe, "pm_card_visa", { test_clock: clock });
  const { id: price } = await aPrice(stripe, 2000);
  const start = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer, items: [{ price }], ...more });
  const to = (frozen_time: number) => stripe.testHelpers.testClocks.advance(clock, { frozen_time });
  return { stripe, account, clock, customer, price, start, to };
}

/** Until that many transactions wait for a name of the account. */
async function untilWaiting(client: pg.Client, name: string, count: number): Promise<void> {
  const sql = `select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 7)`;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(sql, [name]);
    if ((rows[0]?.count ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a test clock", () => {
  test("goes forward only", async () => {
    const { to } = await onAClock();
    for (const moment of [APRIL, APRIL - DAY])
      expect(await refused(to(moment))).toMatchObject({ statusCode: 400, param: "frozen_time" });
  });

  test("without a subscription goes two years ahead and no further", async () => {
    const { stripe, clock, to } = await onAClock();
    expect(await refused(to(TWO_YEARS_ON + 1))).toMatchObject({ param: "frozen_time" });
    await advance(stripe, clock, TWO_YEARS_ON);
  });

  test("goes two intervals of the shortest subscription ahead and no further", async () => {
    const { stripe, clock, start, to } = await onAClock();
    const yearly = await aPrice(stripe, 20_000, { recurring: { interval: "year" } });
    await start({ items: [{ price: yearly.id }] });
    const monthly = await start();
    expect(await refused(to(JUNE + 1))).toMatchObject({ param: "frozen_time" });
    await advance(stripe, clock, JUNE);
    await stripe.subscriptions.cancel(monthly.id);
    await advance(stripe, clock, JUNE + 365 * DAY);
  });

  test("has three customers with three subscriptions each", async () => {
    const { stripe, clock, start } = await onAClock();
    for (const _ of [1, 2, 3]) await start();
    expect(await refused(start())).toMatchObject({ statusCode: 400, param: "customer" });
    await stripe.customers.create({ test_clock: clock });
    await stripe.customers.create({ test_clock: clock });
    expect(await refused(stripe.customers.create({ test_clock: clock }))).toMatchObject({
      statusCode: 400,
      param: "test_clock",
    });
  });

  test("holds up every change of what lives on it while it moves, and its own", {
    tags: ["long"],
  }, async () => {
    const { stripe, account, clock, customer, start, to } = await onAClock();
    const { id } = await start();
    // As long as another transaction holds the customer, the clock does not arrive.
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query("begin");
    const name = `${account}:${customer}`;
    await holder.query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [name]);
    expect(await to(APRIL + 40 * DAY)).toMatchObject({
      status: "advancing",
      status_details: { advancing: { target_frozen_time: APRIL + 40 * DAY } },
    });
    const clocks = stripe.testHelpers.testClocks;
    const attempts = [
      () => to(APRIL + 41 * DAY),
      () => clocks.del(clock),
      () => stripe.customers.create({ test_clock: clock }),
    ];
    const held = {
      statusCode: 429,
      message: "Test clock advancement underway - cannot perform modifications",
    };
    for (const attempt of attempts) expect(await refused(attempt())).toMatchObject(held);
    const waiting = Promise.allSettled([
      stripe.customers.update(customer, { name: "Ada" }),
      stripe.subscriptions.update(id, { metadata: { step: "1" } }),
      stripe.subscriptionSchedules.create({ from_subscription: id }),
    ]);
    // The clock itself is the fourth.
    await untilWaiting(holder, name, 4);
    await holder.query("rollback");
    await holder.end();
    for (const result of await waiting) expect(result).toMatchObject({ status: "rejected", reason: held });
    for (;;) if ((await clocks.retrieve(clock)).status === "ready") break;
    expect((await stripe.customers.update(customer, { name: "Ada" })).name).toBe("Ada");
  });

  test("takes what lives on it along when it is deleted, and says when it would be", async () => {
    const { stripe, clock, customer, start } = await onAClock();
    const { id, latest_invoice } = await start();
    const { created, deletes_after } = await stripe.testHelpers.testClocks.retrieve(clock);
    expect(deletes_after - created).toBe(30 * DAY);
    expect(await stripe.testHelpers.testClocks.del(clock)).toMatchObject({ id: clock, deleted: true });
    const gone = [
      () => stripe.testHelpers.testClocks.retrieve(clock),
      () => stripe.customers.retrieve(customer),
      () => stripe.subscriptions.retrieve(id),
      () => stripe.invoices.retrieve(String(latest_invoice)),
    ];
    for (const call of gone)
      expect(await refused(call())).toMatchObject({ statusCode: 404, code: "resource_missing" });
    const kept = await stripe.events.list({ type: "test_helpers.test_clock.deleted" });
    expect(kept.data).toHaveLength(1);
  });

  test("is deleted by itself when its days are over", async () => {
    const { stripe, account, clock, customer } = await onAClock();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const sql = "update stripe_sandbox.objects set due_at = 0 where account = $1 and id = $2 and due_at = $3";
    const { deletes_after } = await stripe.testHelpers.testClocks.retrieve(clock);
    const { rowCount } = await client.query(sql, [account, clock, deletes_after]);
    await client.end();
    expect(rowCount).toBe(1);
    for (;;) if ((await stripe.testHelpers.testClocks.list()).data.length === 0) break;
    expect(await refused(stripe.customers.retrieve(customer))).toMatchObject({ statusCode: 404 });
  });

  test("is attached when a customer is made and not later", async () => {
    const { stripe, clock } = await onAClock();
    const { id: customer } = await stripe.customers.create();
    const update: object = { test_clock: clock };
    expect(await refused(stripe.customers.update(customer, update))).toMatchObject({
      code: "parameter_unknown",
      message: "Received unknown parameter: test_clock",
    });
  });
});
