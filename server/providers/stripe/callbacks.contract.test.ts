// Callbacks, as every card provider must do them; see ../port.contract.test.ts.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManualClock } from "../../platform/clock.ts";
import { aContract, isReal } from "../../testing/a-contract.ts";
import { createStripeProvider } from "./adapter.ts";
import { EVENTS } from "./callbacks.ts";
import { name } from "./contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

const NOW = new Date("2026-11-21T12:00:00.000Z");
/** A callback that the provider could not deliver for two days. */
const CREATED = new Date("2026-11-19T11:30:00.000Z");
const reader = createStripeProvider({
  secretKey: "sk_test_1",
  publishableKey: null,
  clock: new ManualClock(NOW),
});

type Reader = Pick<typeof reader, "readCallback">;

/** What a callback says; throws for one that cannot be read. */
function readBy(provider: Reader, arrived: Parameters<Reader["readCallback"]>[0]) {
  const callback = provider.readCallback(arrived);
  if ("unreadable" in callback) throw new Error(callback.unreadable);
  return callback;
}

const read = (arrived: Parameters<Reader["readCallback"]>[0]) => readBy(reader, arrived);

/** An event as it arrives, signed some seconds ago. */
function arriving(object: Record<string, unknown>, secret: string, secondsAgo = 0) {
  return signed({ type: "some.event", data: { object } }, secret, secondsAgo);
}

function signed(event: { type: string; data: object }, secret: string, secondsAgo = 0) {
  const created = CREATED.getTime() / 1000;
  const payload = JSON.stringify({ id: "evt_1", object: "event", created, ...event }, null, 2);
  const timestamp = NOW.getTime() / 1000 - secondsAgo;
  return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
}

describe("a callback's signature", () => {
  const object = { id: "sub_1", object: "subscription" };

  test("is accepted with its secret, also as the second one and at the end of the five minutes", () => {
    const arrived = arriving(object, "whsec_1", 300);
    expect(read({ ...arrived, secrets: ["whsec_0", "whsec_1"] })).toEqual({
      id: "evt_1",
      type: "some.event",
      occurredAt: CREATED,
      providerSubscriptionId: "sub_1",
      providerInvoiceId: null,
      providerCustomerId: null,
      isCorrection: false,
      isInvoiceDeleted: false,
      providerPaymentId: null,
      renewedCard: null,
      taxIdsOf: null,
      payload: JSON.parse(arrived.payload),
    });
  });

  test.each([
    ["another secret", { ...arriving(object, "whsec_1"), secrets: ["whsec_0"] }],
    ["no secret at all", { ...arriving(object, "whsec_1"), secrets: [] }],
    ["more than five minutes ago", { ...arriving(object, "whsec_1", 301), secrets: ["whsec_1"] }],
    ["for another body", { ...arriving(object, "whsec_1"), payload: "{}", secrets: ["whsec_1"] }],
    ["no signature", { ...arriving(object, "whsec_1"), signature: "", secrets: ["whsec_1"] }],
    [
      "no form of a signature",
      { ...arriving(object, "whsec_1"), signature: "t=now,v1=", secrets: ["whsec_1"] },
    ],
  ])("signed by or with %s is K7008", (_, arrived) => {
    expect(() => read(arrived)).toThrow(expect.objectContaining({ code: "K7008", status: 400 }));
  });
});

test.each([
  ["a subscription", { id: "sub_1", object: "subscription" }, "sub_1"],
  ["an invoice", { object: "invoice", parent: { subscription_details: { subscription: "sub_1" } } }, "sub_1"],
  ["an invoice of nothing", { object: "invoice", parent: null }, null],
  ["a checkout session", { object: "checkout.session", subscription: "sub_1" }, "sub_1"],
  [
    "a checkout session with it whole",
    { object: "checkout.session", subscription: { id: "sub_1" } },
    "sub_1",
  ],
  ["an abandoned checkout session", { object: "checkout.session", subscription: null }, null],
  ["a customer", { id: "cus_1", object: "customer" }, null],
])("the subscription of %s is found", (_, object, id) => {
  const callback = read({ ...arriving(object, "whsec_1"), secrets: ["whsec_1"] });
  expect(callback.providerSubscriptionId).toBe(id);
});

test.each([
  ["of its balance", { balance: 0 }, "cus_1"],
  ["of its balance in another currency", { invoice_credit_balance: { eur: 0 } }, "cus_1"],
  ["that says nothing of what changed", undefined, "cus_1"],
  ["of its name", { name: "Before" }, null],
  ["of its card", { invoice_settings: { default_payment_method: null } }, null],
])("the balance of a customer is read after an update %s: %o", (_, before, id) => {
  const data = { object: { id: "cus_1", object: "customer" }, previous_attributes: before };
  const callback = read({
    ...signed({ type: "customer.updated", data }, "whsec_1"),
    secrets: ["whsec_1"],
  });
  expect(callback.providerCustomerId).toBe(id);
});

test.each([
  ["a credit note", { id: "cn_1", object: "credit_note", invoice: "in_1" }, ["in_1", true, null]],
  ["a refund", { id: "re_1", object: "refund", payment_intent: "pi_1" }, [null, false, "pi_1"]],
  ["a charge", { id: "ch_1", object: "charge", payment_intent: "pi_1" }, [null, false, "pi_1"]],
  ["a dispute", { id: "du_1", object: "dispute", payment_intent: { id: "pi_1" } }, [null, false, "pi_1"]],
  ["a refund of no payment", { id: "re_1", object: "refund", payment_intent: null }, [null, false, null]],
])("what %s corrects is found", (_, object, found) => {
  const callback = read({ ...arriving(object, "whsec_1"), secrets: ["whsec_1"] });
  const { providerInvoiceId, isCorrection, providerPaymentId } = callback;
  expect([providerInvoiceId, isCorrection, providerPaymentId]).toEqual(found);
});

test("a tax id names its customer; the account's own is nobody's", () => {
  const owner = (customer: string | null) => ({ id: "txi_1", object: "tax_id", customer });
  const found = (customer: string | null) =>
    read({ ...arriving(owner(customer), "whsec_1"), secrets: ["whsec_1"] }).taxIdsOf;
  expect([found("cus_1"), found(null)]).toEqual(["cus_1", null]);
});

test("a warning of fraud names the payment, and a renewed card its customer", () => {
  const warning = {
    id: "issfr_1",
    object: "radar.early_fraud_warning",
    payment_intent: "pi_1",
    charge: "ch_1",
  };
  const found = read({ ...arriving(warning, "whsec_1"), secrets: ["whsec_1"] });
  expect(found.providerPaymentId).toBe("pi_1");
  const type = "payment_method.automatically_updated";
  const card = (customer: string | null) => ({ object: { id: "pm_1", object: "payment_method", customer } });
  const renewed = (customer: string | null) =>
    read({ ...signed({ type, data: card(customer) }, "whsec_1"), secrets: ["whsec_1"] });
  expect(renewed("cus_1").renewedCard).toEqual({ customerId: "cus_1", paymentMethodId: "pm_1" });
  expect(renewed(null).renewedCard).toBeNull();
});

/** An object of each kind that Stripe sends with the events that we subscribe to, by how the names of these begin. */
const SENT: [string, Record<string, unknown>][] = [
  ["checkout.session.", { object: "checkout.session", subscription: "sub_1" }],
  ["customer.subscription.", { object: "subscription", id: "sub_1" }],
  ["customer.tax_id.", { object: "tax_id", id: "txi_1", customer: "cus_1" }],
  ["customer.updated", { object: "customer", id: "cus_1" }],
  ["invoice.", { object: "invoice", id: "in_1", customer: "cus_1" }],
  ["credit_note.", { object: "credit_note", id: "cn_1", invoice: "in_1" }],
  ["charge.dispute.", { object: "dispute", id: "du_1", payment_intent: "pi_1" }],
  ["charge.", { object: "charge", id: "ch_1", payment_intent: "pi_1" }],
  ["refund.", { object: "refund", id: "re_1", payment_intent: "pi_1" }],
  ["radar.", { object: "radar.early_fraud_warning", id: "issfr_1", payment_intent: "pi_1" }],
  ["payment_method.", { object: "payment_method", id: "pm_1", customer: "cus_1" }],
];

test.each(EVENTS.filter((type) => type !== "product.deleted"))(
  "%s, which we subscribe to, is handled",
  (type) => {
    const [, object] = SENT.find(([begin]) => type.startsWith(begin)) ?? [];
    const data = { object, previous_attributes: { balance: 0 } };
    const callback = read({ ...signed({ type, data }, "whsec_1"), secrets: ["whsec_1"] });
    const { providerSubscriptionId, providerInvoiceId, providerCustomerId, providerPaymentId } = callback;
    const { renewedCard, taxIdsOf } = callback;
    const about = [
      providerSubscriptionId,
      providerInvoiceId,
      providerCustomerId,
      providerPaymentId,
      renewedCard,
      taxIdsOf,
    ];
    expect(about.some((one) => one !== null)).toBe(true);
  },
);

/** Waits for the first event of a new subscription. */
function receive(server: Server): Promise<{ payload: string; signature: string }> {
  return new Promise((resolve, reject) => {
    server.on("request", async (request, response) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        response.end();
        const payload = Buffer.concat(chunks).toString("utf8");
        // The customer is updated with the card before.
        if (JSON.parse(payload).type !== "customer.subscription.created") return;
        resolve({ payload, signature: String(request.headers["stripe-signature"]) });
      } catch (error) {
        reject(error);
      }
    });
  });
}

test("callbacks are registered once for one key, for what may change a subscription", async () => {
  const input = { url: `https://shop.example/${name("hook")}`, idempotencyKey: name("key") };
  const made = await at.provider.registerCallbacks(input);
  try {
    expect(made.secret).toMatch(/^whsec_/);
    expect(await at.provider.registerCallbacks(input)).toEqual(made);
    const endpoint = await at.stripe.webhookEndpoints.retrieve(made.id);
    expect(endpoint).toMatchObject({ url: input.url, status: "enabled", api_version: "2026-10-28.endive" });
    expect(endpoint.enabled_events.toSorted()).toEqual(EVENTS.toSorted());
  } finally {
    await at.stripe.webhookEndpoints.del(made.id);
  }
});

// Stripe calls public addresses only.
if (!isReal) {
  test("a registered URL receives an event of a new subscription, signed with the secret of the registration", async () => {
    const server = createServer();
    const received = receive(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A listening TCP server's address is an AddressInfo.
    const { port } = server.address() as AddressInfo;
    try {
      const input = { url: `http://127.0.0.1:${port}/`, idempotencyKey: name("key") };
      const { secret } = await at.provider.registerCallbacks(input);
      const { started } = await at.aSubscription(1000n);
      const callback = readBy(at.provider, { ...(await received), secrets: [secret] });
      expect(callback.providerSubscriptionId).toBe(started.id);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}

describe("a check of the key", () => {
  test("leaves nothing behind", { tags: ["long"] }, async () => {
    const key = name("check");
    await at.provider.checkKey({ idempotencyKey: key });
    const products = await at.stripe.products.list({ limit: 100 });
    expect(products.data.filter(({ metadata }) => metadata.usher_check === key)).toEqual([]);
    // Repeated after the response was lost: the product is already deleted, which is accepted.
    await at.provider.checkKey({ idempotencyKey: key });
  });

  test("says why a key is refused", async () => {
    const refused = at.open("sk_live_51NotARealKey").checkKey({ idempotencyKey: name("check") });
    await expect(refused).rejects.toMatchObject({ code: "K7009", details: { refused: "key" } });
  });
});

test("a deleted registration reads as null", async () => {
  expect(await at.provider.readCallbacks("we_gone")).toBeNull();
});
