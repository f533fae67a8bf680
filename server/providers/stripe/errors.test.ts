import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApiError } from "../../errors/api-error.ts";
import type { CardProvider } from "../port.ts";
import { createStripeProvider } from "./adapter.ts";

const SECRET = "sk_test_51secret";

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A Stripe that fails as neither the sandbox nor Stripe's test mode can: returns the given responses in order. */
let server: Server;
let answers: Answer[];
let asked: string[];
let provider: CardProvider;

beforeEach(async () => {
  answers = [];
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["idempotency-key"] ?? ""}`.trim());
    const { status, body, headers } = answers.shift() ?? { status: 599, body: "No answer is left." };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const address = { host: "127.0.0.1", port, protocol: "http" as const };
  provider = createStripeProvider({ secretKey: SECRET, publishableKey: null, address });
});

afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** Keeps the SDK from trying again by itself. */
const FINAL = { "stripe-should-retry": "false" };

const OF_ONE_OBJECT = { "stripe-rate-limited-reason": "resource-specific" };

function refusal(
  status: number,
  error: Record<string, unknown>,
  headers: Record<string, string> = FINAL,
): Answer {
  return { status, headers, body: { error: { message: "Told by Stripe.", ...error } } };
}

const inUse = refusal(409, { type: "idempotency_error", code: "idempotency_key_in_use" });

function subscription(facts: Record<string, unknown> = {}) {
  const item = {
    id: "si_1",
    price: { id: "price_1" },
    quantity: 1,
    current_period_start: 0,
    current_period_end: 60,
  };
  return {
    id: "sub_1",
    object: "subscription",
    customer: "cus_1",
    status: "active",
    items: { object: "list", data: [item], has_more: false, url: "/v1/subscription_items" },
    billing_cycle_anchor: 0,
    trial_start: null,
    trial_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    created: 0,
    pause_collection: null,
    latest_invoice: null,
    metadata: {},
    ...facts,
  };
}

const start = {
  idempotencyKey: "op_1",
  tenantId: "ten_1",
  subscriptionId: "sub_of_ours",
  customerId: "cus_1",
  paymentMethodId: "pm_1",
  items: [{ priceId: "price_1", quantity: 1 }],
  trialEnd: null,
  trialEndsWithoutCard: "cancel" as const,
};

async function failure(work: Promise<unknown>): Promise<ApiError> {
  // What the port throws is an ApiError; toMatchObject finds out.
  return (await work.then(
    () => new Error("Nothing was thrown."),
    (error: unknown) => error,
  )) as ApiError;
}

describe("Stripe's answer becomes", () => {
  test.each([
    ["K7009", "an unknown key", refusal(401, { type: "invalid_request_error" })],
    ["K7009", "a restricted key that may not", refusal(403, { type: "invalid_request_error" })],
    ["K7005", "too many requests", refusal(429, { type: "invalid_request_error", code: "rate_limit" })],
    [
      "K7023",
      "too many invoices of one subscription",
      refusal(429, { type: "invalid_request_error", code: "rate_limit" }, OF_ONE_OBJECT),
    ],
    ["K7005", "Stripe's own trouble", refusal(500, { type: "api_error" })],
    ["K7005", "Stripe's maintenance", refusal(503, { type: "api_error" })],
    ["K7006", "a key used for something else", refusal(400, { type: "idempotency_error" })],
    [
      "K7020",
      "a parameter it does not know",
      refusal(400, { type: "invalid_request_error", param: "items" }),
    ],
    ["K7006", "what is no JSON", { status: 200, body: "<html>" }],
    ["K7001", "a decline", refusal(402, { type: "card_error", code: "card_declined" })],
    ["K7004", "no card", refusal(400, { type: "invalid_request_error", code: "resource_missing" })],
  ])("%s for %s, the cause kept and no secret told", async (code, _, answer) => {
    answers = [answer];
    const error = await failure(provider.startSubscription(start));
    expect(error).toMatchObject({ code, cause: expect.any(Error) });
    expect(JSON.stringify(error.toBody("req_1"))).not.toContain("secret");
    expect(error.message).not.toContain("Told by Stripe.. ");
    expect(asked).toEqual(["POST /v1/subscriptions op_1"]);
  });

  test("K7020 with Stripe's words and the request's id, for its support", async () => {
    const facts = { type: "invalid_request_error", code: "parameter_unknown", param: "items" };
    answers = [refusal(400, facts, { ...FINAL, "request-id": "req_42" })];
    const error = await failure(provider.startSubscription(start));
    expect(error).toMatchObject({
      code: "K7020",
      status: 422,
      message: expect.stringContaining("Told by Stripe."),
    });
    expect(error.details?.provider).toEqual({
      message: "Told by Stripe.",
      code: "parameter_unknown",
      param: "items",
      request_id: "req_42",
    });
  });

  test.each([
    ["as long as it asks for", "30", 30],
    ["five minutes at most", "86400", 300],
    ["five seconds when it does not say", "", 5],
  ])("K7005 with a wait of %s", async (_, wished, seconds) => {
    answers = [refusal(429, { type: "invalid_request_error" }, { ...FINAL, "retry-after": wished })];
    const error = await failure(provider.readSubscription("sub_1"));
    expect(error).toMatchObject({ code: "K7005", status: 503, retryAfter: seconds });
  });
});

describe("a request too many", () => {
  const tooMany = (headers: Record<string, string>) =>
    refusal(429, { type: "invalid_request_error", code: "rate_limit" }, headers);
  const found = { status: 200, body: subscription() };
  const ofRate = { "stripe-rate-limited-reason": "global-rate", "retry-after": "0.01" };
  const paced = () => {
    // A listening TCP server's address is an AddressInfo.
    const { port } = server.address() as AddressInfo;
    const address = { host: "127.0.0.1", port, protocol: "http" as const };
    const rates = { test: 1000, live: 1000 };
    return createStripeProvider({ secretKey: SECRET, publishableKey: null, address, rates });
  };

  test("is sent again under its key, after the time that Stripe asks for", { tags: ["long"] }, async () => {
    answers = [tooMany(ofRate), tooMany(ofRate), found];
    expect(await paced().startSubscription(start)).toMatchObject({ id: "sub_1" });
    expect(asked).toEqual(Array.from({ length: 3 }, () => "POST /v1/subscriptions op_1"));
  });

  test("is K7005 when there are too many all the time", { tags: ["long"] }, async () => {
    answers = Array.from({ length: 4 }, () => tooMany(ofRate));
    expect(await failure(paced().readSubscription("sub_1"))).toMatchObject({ code: "K7005" });
    expect(asked).toHaveLength(4);
  });

  test.each([
    ["of one subscription", OF_ONE_OBJECT, "K7023"],
    ["that Stripe says not to repeat", FINAL, "K7005"],
    ["for which Stripe asks to wait for minutes", { "retry-after": "120" }, "K7005"],
  ])("%s is not sent again", async (_, headers, code) => {
    answers = [tooMany(headers)];
    expect(await failure(paced().readSubscription("sub_1"))).toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  test("for a lock is sent again by the SDK, as Stripe says", async () => {
    const locked = { type: "invalid_request_error", code: "lock_timeout" };
    answers = [refusal(429, locked, { "stripe-should-retry": "true" }), found];
    expect(await paced().readSubscription("sub_1")).toMatchObject({ id: "sub_1" });
  });
});

describe("while another request holds", () => {
  test("the key, it retries until it gets that request's response", { tags: ["long"] }, async () => {
    answers = [inUse, inUse, { status: 200, body: subscription() }];
    expect(await provider.startSubscription(start)).toMatchObject({ id: "sub_1", status: "ACTIVE" });
    expect(asked).toEqual(Array.from({ length: 3 }, () => "POST /v1/subscriptions op_1"));
  });

  test("the key for too long, it is K7005", { tags: ["long"] }, async () => {
    answers = [inUse, inUse, inUse, inUse, inUse];
    expect(await failure(provider.startSubscription(start))).toMatchObject({ code: "K7005" });
    expect(asked).toHaveLength(4);
  });

  test("the object, it retries", async () => {
    answers = [
      refusal(429, { type: "invalid_request_error", code: "lock_timeout" }),
      { status: 200, body: subscription() },
    ];
    expect(await provider.readSubscription("sub_1")).toMatchObject({ id: "sub_1" });
  });
});

describe("a start that needs the cardholder's confirmation", () => {
  const wantsHolder = refusal(402, {
    type: "card_error",
    code: "subscription_payment_intent_requires_action",
  });
  const incomplete = { status: 200, body: subscription({ status: "incomplete" }) };

  test("is K7002 with the secret of the subscription left waiting under a key of its own", async () => {
    const invoice = { object: "invoice", confirmation_secret: { client_secret: "pi_1_secret_2" } };
    const waiting = { status: 200, body: subscription({ status: "incomplete", latest_invoice: invoice }) };
    answers = [wantsHolder, incomplete, waiting];
    const error = await failure(provider.startSubscription(start));
    expect(error).toMatchObject({ code: "K7002", status: 402, details: { client_secret: "pi_1_secret_2" } });
    expect(asked.slice(0, 2)).toEqual([
      "POST /v1/subscriptions op_1",
      "POST /v1/subscriptions op_1:incomplete",
    ]);
    expect(asked[2]).toMatch(/^GET \/v1\/subscriptions\/sub_1\?expand/);
  });

  test("is the subscription once the cardholder has confirmed, though creating it still answers incomplete", async () => {
    answers = [wantsHolder, incomplete, { status: 200, body: subscription() }];
    expect(await provider.startSubscription(start)).toMatchObject({ id: "sub_1", status: "ACTIVE" });
  });

  test("has no secret any more when it expired", async () => {
    answers = [
      wantsHolder,
      incomplete,
      { status: 200, body: subscription({ status: "incomplete_expired" }) },
    ];
    const error = await failure(provider.startSubscription(start));
    expect(error).toMatchObject({ code: "K7002", details: { client_secret: null } });
  });
});

test("a subscription of many items is read whole", async () => {
  const { items } = subscription();
  const [item] = items.data;
  const more = [item, { ...item, id: "si_2", price: { id: "price_2" } }];
  answers = [
    { status: 200, body: subscription({ items: { ...items, has_more: true } }) },
    { status: 200, body: { object: "list", data: more, has_more: false, url: items.url } },
  ];
  const read = await provider.readSubscription("sub_1");
  expect(read?.items.map(({ priceId }) => priceId)).toEqual(["price_1", "price_2"]);
  expect(asked[1]).toMatch(/^GET \/v1\/subscription_items\?.*subscription=sub_1/);
});
