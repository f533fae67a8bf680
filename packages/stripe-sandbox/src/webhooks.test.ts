// @module-tag ci
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

interface Delivery {
  payload: string;
  signature: string;
}

let sandbox: Sandbox;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A receiver that answers with the given statuses, then with 200. */
async function aReceiver(statuses: number[] = []) {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    let payload = "";
    request.on("data", (chunk) => {
      payload += String(chunk);
    });
    request.on("end", () => {
      deliveries.push({ payload, signature: String(request.headers["stripe-signature"]) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { deliveries, url: `http://127.0.0.1:${port}/hook` };
}

async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("an event", () => {
  test("arrives signed, in the endpoint's version, and verifies with the SDK", async () => {
    const { stripe } = sandbox.anAccount();
    const { deliveries, url } = await aReceiver();
    const endpoint = await stripe.webhookEndpoints.create({
      url,
      enabled_events: ["customer.created"],
      api_version: "2026-10-28.endive",
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
    const customer = await stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "the key" });
    await stripe.customers.update(customer.id, { name: "not listened to" });
    await waitUntil(() => deliveries.length > 0);
    const [{ payload, signature } = { payload: "", signature: "" }] = deliveries;
    const event = stripe.webhooks.constructEvent(payload, signature, String(endpoint.secret));
    expect(event).toMatchObject({
      object: "event",
      type: "customer.created",
      api_version: "2026-10-28.endive",
      data: { object: { id: customer.id, email: "a@example.com" } },
      request: { idempotency_key: "the key", id: customer.lastResponse.requestId },
    });
    expect(() => stripe.webhooks.constructEvent(payload, signature, "whsec_other")).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
    expect(() => stripe.webhooks.constructEvent(`${payload} `, signature, String(endpoint.secret))).toThrow();
    await waitUntil(async () => (await stripe.events.retrieve(event.id)).pending_webhooks === 0);
    expect(deliveries).toHaveLength(1);
  });

  test("is sent again while the receiver fails, also by a process that starts later", {
    tags: ["long"],
  }, async () => {
    const first = await openSandbox();
    const { stripe, secretKey } = first.anAccount();
    const { deliveries, url } = await aReceiver([500, 503]);
    await stripe.webhookEndpoints.create({ url, enabled_events: ["customer.created"] });
    await stripe.customers.create({});
    await waitUntil(() => deliveries.length === 1);
    await first.close();
    await waitUntil(() => deliveries.length === 3);
    expect(new Set(deliveries.map(({ payload }) => JSON.parse(payload).id)).size).toBe(1);
    const again = new Stripe(secretKey, {
      host: "127.0.0.1",
      port: Number(new URL(sandbox.url).port),
      protocol: "http",
    });
    expect((await again.customers.list()).data).toHaveLength(1);
  });

  test("of a change says what was before, and none is sent of what was undone", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe, "pm_card_chargeCustomerFail");
    await stripe.customers.update(customer.id, { metadata: { a: "1" }, name: "New" });
    const [event] = (await stripe.events.list({ type: "customer.updated", limit: 1 })).data;
    expect(event?.data).toMatchObject({
      object: { name: "New" },
      previous_attributes: { name: null, metadata: {} },
    });
    const price = await aPrice(stripe, 100);
    await refused(
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: "error_if_incomplete",
      }),
    );
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(
      types.filter((type) => /^(invoice|charge|payment_intent|customer\.subscription)\./.test(type)),
    ).toEqual([]);
  });
});

describe("a first payment", () => {
  test("tells its story", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 100);
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
    expect(types).toEqual([
      "customer.created",
      "payment_method.attached",
      "customer.updated",
      "product.created",
      "price.created",
      "invoice.created",
      "customer.updated",
      "payment_intent.created",
      "invoice.finalized",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice_payment.paid",
      "invoice.paid",
      "invoice.payment_succeeded",
      "customer.subscription.created",
    ]);
  });
});

describe("an endpoint", () => {
  test("that is disabled or deleted hears nothing, and another API version is refused", async () => {
    const { stripe } = sandbox.anAccount();
    const [off, gone, on] = [await aReceiver(), await aReceiver(), await aReceiver()];
    const disabled = await stripe.webhookEndpoints.create({ url: off.url, enabled_events: ["*"] });
    const deleted = await stripe.webhookEndpoints.create({ url: gone.url, enabled_events: ["*"] });
    await stripe.webhookEndpoints.create({ url: on.url, enabled_events: ["*"] });
    expect(await stripe.webhookEndpoints.update(disabled.id, { disabled: true })).toMatchObject({
      status: "disabled",
    });
    await stripe.webhookEndpoints.del(deleted.id);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(2);
    await stripe.customers.create({});
    await waitUntil(() => on.deliveries.length === 1);
    expect([off.deliveries.length, gone.deliveries.length]).toEqual([0, 0]);
    const old = stripe.webhookEndpoints.create({
      url: on.url,
      enabled_events: ["*"],
      api_version: "2024-06-20",
    });
    expect((await refused(old)).message).toContain("The sandbox does not have");
  });
});
