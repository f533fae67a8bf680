// @module-tag ci
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "./faults.ts";
import { openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  for (const close of closing) await close();
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

type Account = ReturnType<Sandbox["anAccount"]>;

/** An account whose coming requests go wrong as ordered. */
async function withFault(fault: Partial<Omit<Fault, "id">> & { count?: number }, more: object = {}) {
  const account = sandbox.anAccount(more);
  await account.stripe.rawRequest("POST", "/sandbox/faults", fault);
  return account;
}

const create = ({ stripe }: Account, key?: string) =>
  stripe.customers.create({ name: "a" }, key === undefined ? {} : { idempotencyKey: key });
const customersOf = async ({ stripe }: Account) => (await stripe.customers.list()).data;
const MAKING = { method: "POST", path: "/v1/customers" };

describe("a request's fault", () => {
  test.each([
    ["error_before", "StripeAPIError", 0],
    ["rate_limit", "StripeRateLimitError", 0],
    ["cut_before", "StripeConnectionError", 0],
    ["cut_after", "StripeConnectionError", 1],
    ["timeout_before", "StripeConnectionError", 0],
    ["timeout_after", "StripeConnectionError", 1],
  ] as const)(
    "%s is a %s; %i customers are there, and the same key makes one",
    { tags: ["long"] },
    async (kind, type, happened) => {
      // The SDK tries once more by itself when a connection breaks.
      const count = kind.startsWith("cut") ? 2 : 1;
      const account = await withFault({ kind, ...MAKING, count }, { timeout: 2_000 });
      expect((await refused(create(account, "k"))).type).toBe(type);
      expect(await customersOf(account)).toHaveLength(happened);
      const again = await create(account, "k");
      expect((await customersOf(account)).map(({ id }) => id)).toEqual([again.id]);
    },
  );

  test("error_after has done its work, and the 500 is replayed under its key as Stripe does", async () => {
    const account = await withFault({ kind: "error_after", ...MAKING });
    for (const _ of ["first", "again"]) expect((await refused(create(account, "k"))).statusCode).toBe(500);
    expect(await customersOf(account)).toHaveLength(1);
    await create(account, "another");
    expect(await customersOf(account)).toHaveLength(2);
  });

  test("slow answers late, with the work done once", async () => {
    const account = await withFault({ kind: "slow", ...MAKING, delay_ms: 300 });
    const begun = performance.now();
    await create(account);
    expect(performance.now() - begun).toBeGreaterThan(290);
    expect(await customersOf(account)).toHaveLength(1);
  });

  test("meets its own account, method and path alone, as often as ordered, and can be taken back", async () => {
    const account = await withFault({
      kind: "error_before",
      method: "POST",
      path: "/v1/customers/*",
      count: 3,
    });
    const { stripe } = account;
    const { id } = await create(account);
    await sandbox.anAccount().stripe.customers.create({});
    await customersOf(account);
    const at = async () => (await refused(stripe.customers.update(id, { name: "b" }))).statusCode;
    expect([await at(), await at()]).toEqual([500, 500]);
    const left = await stripe.rawRequest("GET", "/sandbox/faults");
    expect(left).toMatchObject({ data: [{ kind: "error_before", remaining: 1 }] });
    await stripe.rawRequest("DELETE", "/sandbox/faults");
    await stripe.customers.update(id, { name: "b" });
  });

  test("of two servers is used up once", { tags: ["long"] }, async () => {
    const beside = await openSandbox();
    const account = await withFault({ kind: "error_before", ...MAKING, count: 5 });
    const headers = { authorization: `Bearer ${account.secretKey}` };
    const call = (url: string) => fetch(`${url}/v1/customers`, { method: "POST", headers });
    const both = Array.from({ length: 10 }, () => [call(sandbox.url), call(beside.url)]).flat();
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    await beside.close();
    expect(statuses.filter((status) => status === 500)).toHaveLength(5);
    expect(await account.stripe.customers.list({ limit: 100 })).toMatchObject({ data: { length: 15 } });
  });

  test("is ordered by a secret test key alone, and in known words", async () => {
    const { browser, stripe } = sandbox.anAccount();
    const order = { kind: "error_before" };
    expect((await refused(browser.rawRequest("POST", "/sandbox/faults", order))).statusCode).toBe(403);
    for (const key of ["sk_live_abc", "rk_live_abc"]) {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${sandbox.url}/sandbox/faults`, {
        method: "POST",
        headers,
        body: "kind=slow",
      });
      expect(answer.status).toBe(401);
    }
    for (const wrong of [
      { kind: "explode" },
      { ...order, event: "*" },
      { kind: "webhook_lose", path: "/" },
    ]) {
      expect((await refused(stripe.rawRequest("POST", "/sandbox/faults", wrong))).statusCode).toBe(400);
    }
  });
});

/** An account with an endpoint, and the names of customers in the order in which their events arrived. */
async function listening() {
  const account = sandbox.anAccount();
  const names: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    names.push(JSON.parse(Buffer.concat(chunks).toString()).data.object.name);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  await account.stripe.webhookEndpoints.create({ url, enabled_events: ["customer.created"] });
  return { ...account, names };
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error("It did not come to that in ten seconds.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a callback's fault", () => {
  const order = { event: "customer.created" };
  test.each([
    ["webhook_duplicate", 2, ["a", "a", "b", "b", "c"]],
    ["webhook_lose", 2, ["c"]],
  ] as const)("%s, %i times: of a, b and c arrive %j", async (kind, count, arrived) => {
    const { stripe, names } = await listening();
    await stripe.rawRequest("POST", "/sandbox/faults", { kind, ...order, count });
    for (const name of ["a", "b", "c"]) await stripe.customers.create({ name });
    await until(() => names.length >= arrived.length);
    expect(names.toSorted()).toEqual(arrived);
  });

  test.each([
    ["webhook_reorder", 3, 1_000, ["c", "b", "a"]],
    ["webhook_delay", 1, 2_000, ["b", "c", "a"]],
  ] as const)(
    "%s, %i times, by %i ms: of a, b and c arrive %j",
    { tags: ["long"] },
    async (kind, count, delay_ms, arrived) => {
      const { stripe, names } = await listening();
      await stripe.rawRequest("POST", "/sandbox/faults", { kind, ...order, count, delay_ms });
      for (const name of ["a", "b", "c"]) {
        await stripe.customers.create({ name });
        if (kind === "webhook_delay" && name === "b") await until(() => names.includes("b"));
      }
      await until(() => names.length === 3);
      expect(names).toEqual(arrived);
    },
  );
});
