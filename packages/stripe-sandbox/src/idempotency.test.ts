// @module-tag ci
import pg from "pg";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let other: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
  other = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  await other.close();
  expect([...sandbox.errors, ...other.errors]).toEqual([]);
});

test("the first answer is replayed, and says so", async () => {
  const { stripe } = sandbox.anAccount();
  const first = await stripe.customers.create({ name: "a" }, { idempotencyKey: "k" });
  const second = await stripe.customers.create({ name: "a" }, { idempotencyKey: "k" });
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test("a replay names the request whose answer it repeats", async () => {
  const { stripe } = sandbox.anAccount();
  const create = () => stripe.customers.create({ name: "a" }, { idempotencyKey: "k" });
  const first = (await create()).lastResponse;
  expect(first.headers["original-request"]).toBe(first.requestId);
  const second = (await create()).lastResponse;
  expect(second.headers["original-request"]).toBe(first.requestId);
  expect(second.requestId).not.toBe(first.requestId);
});

test("a decline is replayed too, with another request's id", async () => {
  const { stripe } = sandbox.anAccount();
  const customer = await stripe.customers.create({});
  const { id } = await stripe.paymentMethods.create({ type: "card", card: { token: "tok_chargeDeclined" } });
  const attach = () =>
    refused(stripe.paymentMethods.attach(id, { customer: customer.id }, { idempotencyKey: "k" }));
  const [first, second] = [await attach(), await attach()];
  expect(second).toMatchObject({ statusCode: 402, code: "card_declined", message: first.message });
  expect(second.headers?.["idempotent-replayed"]).toBe("true");
});

test("the same key with other parameters, or for another path, is refused", async () => {
  const { stripe } = sandbox.anAccount();
  await stripe.customers.create({ name: "a" }, { idempotencyKey: "k" });
  const wanted = { statusCode: 400, type: "StripeIdempotencyError", rawType: "idempotency_error" };
  expect(await refused(stripe.customers.create({ name: "b" }, { idempotencyKey: "k" }))).toMatchObject(
    wanted,
  );
  expect(await refused(stripe.products.create({ name: "a" }, { idempotencyKey: "k" }))).toMatchObject(wanted);
});

test("parameters that were refused leave the key free", async () => {
  const { stripe } = sandbox.anAccount();
  const wrong = stripe.customers.create({ email: "nobody" }, { idempotencyKey: "k" });
  expect(await refused(wrong)).toMatchObject({ code: "email_invalid" });
  expect((await stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "k" })).email).toBe(
    "a@example.com",
  );
});

test("accounts do not share keys", async () => {
  const one = await sandbox.anAccount().stripe.customers.create({ name: "a" }, { idempotencyKey: "k" });
  const two = await sandbox.anAccount().stripe.customers.create({ name: "b" }, { idempotencyKey: "k" });
  expect(two.id).not.toBe(one.id);
});

test("while the first one runs, here or in another process, the second gets 409", async () => {
  const { stripe, secretKey } = sandbox.anAccount();
  const { id } = await stripe.customers.create({});
  // Holds the customer, as a request under way would, so that the next one cannot end.
  const holder = new pg.Client({ connectionString: inject("databaseUrl") });
  await holder.connect();
  const { rows } = await holder.query("select account from stripe_sandbox.objects where id = $1", [id]);
  await holder.query("select pg_advisory_lock(hashtextextended($1, 7))", [`${rows[0].account}:${id}`]);
  const first = stripe.customers.update(id, { name: "a" }, { idempotencyKey: "k" });
  await waitUntil(async () => {
    const waiting = await holder.query(
      "select 1 from pg_stat_activity where wait_event = 'advisory' and query like '%as name%'",
    );
    return waiting.rows.length > 0;
  });
  const there = await fetch(`${other.url}/v1/customers/${id}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secretKey}`,
      "idempotency-key": "k",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "name=a",
  });
  expect(there.status).toBe(409);
  expect(await there.json()).toMatchObject({ error: { code: "idempotency_key_in_use" } });
  await holder.end();
  expect((await first).name).toBe("a");
});

test("fifty equal requests over two processes start one subscription", { tags: ["long"] }, async () => {
  const { stripe, secretKey } = sandbox.anAccount({ maxNetworkRetries: 20 });
  const customer = await aPayer(stripe);
  const price = await aPrice(stripe, 1000);
  const port = Number(new URL(other.url).port);
  const beside = new Stripe(secretKey, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 20 });
  const params = { customer: customer.id, items: [{ price: price.id }] };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      (n % 2 === 0 ? stripe : beside).subscriptions.create(params, { idempotencyKey: "k" }),
    ),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
});

test("fifty customers pay side by side", { tags: ["long"] }, async () => {
  const { stripe } = sandbox.anAccount();
  const price = await aPrice(stripe, 1000);
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const customer = await aPayer(stripe);
      return (await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }))
        .status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set(["active"]));
  expect(new Set((await stripe.invoices.list({ limit: 100 })).data.map(({ number }) => number)).size).toBe(
    50,
  );
});

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
