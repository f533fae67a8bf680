// A 500 that the provider stores under an idempotency key and replays for a day, whether the object was created or not.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startRecording } from "../../testing/stripe-recording.ts";
import { createStripeProvider } from "./adapter.ts";
import { type Contract, ISSUER_SECRET, name, openContract, wanting } from "./contract.ts";

let sandbox: { url: string; close(): Promise<void> };
let at: Contract;

beforeAll(async () => {
  sandbox = await createStripeSandbox({ databaseUrl: inject("databaseUrl"), issuerSecrets: [ISSUER_SECRET] });
  at = await openContract({
    sandboxUrl: sandbox.url,
    realKey: undefined,
    recording: startRecording({ isPaced: false }),
  });
});

afterAll(() => sandbox.close());

/** The next request to this path succeeds but answers 500, and the 500 is replayed for its key. */
const lie = (path: string) =>
  at.stripe.rawRequest("POST", "/sandbox/faults", { kind: "error_after", method: "POST", path });

describe("an object created despite a 500 from Stripe is found and not created again:", () => {
  test("a customer", { tags: ["long"] }, async () => {
    const customerId = name("cus");
    const facts = { tenantId: "ten_1", customerId, externalId: "acme", name: null };
    const input = { ...facts, idempotencyKey: customerId, email: `${customerId}@example.com` };
    await lie("/v1/customers");
    const made = await at.provider.createCustomer(input);
    expect((await at.provider.createCustomer(input)).id).toBe(made.id);
    const all = await at.stripe.customers.list({ email: input.email });
    expect(all.data.map(({ id }) => id)).toEqual([made.id]);
  });

  test("a card", { tags: ["long"] }, async () => {
    const customerId = await at.aCustomer();
    await lie("/v1/payment_methods");
    await lie("/v1/payment_methods/*/attach");
    const card = await at.aCard(customerId);
    const cards = await at.provider.listCards(customerId);
    expect(cards).toMatchObject([{ id: card, isDefault: true }]);
  });

  test("a product and a price", { tags: ["long"] }, async () => {
    await lie("/v1/products");
    await lie("/v1/prices");
    const key = name("product");
    const { id: productId } = await at.provider.ensureProduct({ key, name: "Lied about" });
    const price = {
      key: name("price"),
      productId,
      amount: 500n,
      currency: "USD",
      interval: "MONTH",
    } as const;
    const { id } = await at.provider.ensurePrice(price);
    const { data } = await at.stripe.prices.list({ product: productId });
    expect(data.map((one) => one.id)).toEqual([id]);
  });

  test("a subscription, charged once, and its change, charged once", { tags: ["long"] }, async () => {
    const customerId = await at.aCustomer();
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    const input = wanting({ customerId, items, paymentMethodId: await at.aCard(customerId) });
    await lie("/v1/subscriptions");
    const started = await at.provider.startSubscription(input);
    expect((await at.allSubscriptionsOf(customerId)).map(({ id }) => id)).toEqual([started.id]);
    const dearer = [{ priceId: await at.aPrice(3000n), quantity: 1 }];
    const change = { idempotencyKey: name("key"), id: started.id, items: dearer, prorationDate: null };
    await lie("/v1/subscriptions/*");
    const changed = await at.provider.changeSubscription(change);
    expect(changed.items).toEqual(dearer);
    expect(await at.invoicesOf(started.id)).toHaveLength(2);
  });

  test("callbacks: the registration whose secret was lost is removed", { tags: ["long"] }, async () => {
    const url = `https://${name("host").replace("_", "-")}.example/hook`;
    await lie("/v1/webhook_endpoints");
    const made = await at.provider.registerCallbacks({ url, idempotencyKey: name("callbacks") });
    expect(made.secret).toMatch(/^whsec_/);
    const { data } = await at.stripe.webhookEndpoints.list({ limit: 100 });
    expect(data.filter((one) => one.url === url).map(({ id }) => id)).toEqual([made.id]);
  });
});

/** A Stripe that stores a 500 under the first keys of a sequence and creates nothing. */
async function aBrokenStripe(kept: number) {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    const key = String(request.headers["idempotency-key"] ?? "");
    const isFirst = !keys.includes(key);
    if (request.method === "POST") keys.push(key);
    const number = Number(key.split(":")[1] ?? 1);
    const isKept = request.method === "POST" && number <= kept;
    response.writeHead(isKept ? 500 : 200, {
      "content-type": "application/json",
      "stripe-should-retry": "false",
      ...(isKept && !isFirst && { "idempotent-replayed": "true" }),
    });
    const list = { object: "list", data: [], has_more: false, url: "/v1/customers" };
    const made = { id: "cus_1", object: "customer" };
    const failed = { error: { type: "api_error", message: "Something went wrong." } };
    response.end(JSON.stringify(request.method === "GET" ? list : isKept ? failed : made));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const address = { host: "127.0.0.1", port, protocol: "http" as const };
  const provider = createStripeProvider({ secretKey: "sk_test_1", publishableKey: null, address });
  const facts = { tenantId: "ten_1", customerId: "cus", externalId: "acme", email: null, name: null };
  return {
    keys,
    create: () => provider.createCustomer({ ...facts, idempotencyKey: "k" }).catch((error) => error.code),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe("work that a stored 500 prevented", () => {
  test("is done under the next key, one new failure a call", async () => {
    const stripe = await aBrokenStripe(2);
    expect(await stripe.create()).toBe("K7005");
    expect(await stripe.create()).toBe("K7005");
    expect(await stripe.create()).toEqual({ id: "cus_1" });
    expect(stripe.keys).toEqual(["k", "k", "k:2", "k", "k:2", "k:3"]);
    await stripe.close();
  });

  test("is given up after ten keys", async () => {
    const stripe = await aBrokenStripe(99);
    for (let call = 0; call < 12; call++) expect(await stripe.create()).toBe("K7005");
    expect(new Set(stripe.keys).size).toBe(10);
    await stripe.close();
  });
});
