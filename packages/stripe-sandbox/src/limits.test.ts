// @module-tag ci
import pg from "pg";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { RateLimiter, STRIPE_RATE_LIMITS } from "./rate-limits.ts";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";
import { Failure } from "./wire/failure.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A form without the SDK. */
async function post(path: string, key: string, form: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    body: form,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function metadataOf(keys: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: keys }, (_, n) => [`key_${n}`, "1"]));
}

describe("webhook endpoints", () => {
  test("an account has sixteen, and a deleted one makes room", async () => {
    const { stripe } = sandbox.anAccount();
    const endpoint = { url: "https://example.com/hook", enabled_events: ["*"] as const };
    const create = () => stripe.webhookEndpoints.create({ ...endpoint, enabled_events: ["*"] });
    const made = await Promise.all(Array.from({ length: 16 }, create));
    const error = await refused(create());
    expect(error).toMatchObject({ statusCode: 400, rawType: "invalid_request_error" });
    expect(error.message).toContain("maximum of 16");
    await stripe.webhookEndpoints.del(String(made[0]?.id));
    expect((await create()).status).toBe("enabled");
  });

  test("two requests at once do not pass the sixteenth", async () => {
    const { stripe } = sandbox.anAccount();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        stripe.webhookEndpoints.create({ url: "https://example.com/hook", enabled_events: ["*"] }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(16);
  });
});

describe("metadata", () => {
  test("has fifty keys, counted after the change", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await stripe.customers.create({ metadata: metadataOf(50) });
    const wanted = {
      statusCode: 400,
      param: "metadata",
      message:
        "Metadata can have up to 50 keys, but you've set 51. Email us at support+metadata@stripe.com for more information.",
    };
    expect(await refused(stripe.customers.create({ metadata: metadataOf(51) }))).toMatchObject(wanted);
    expect(await refused(stripe.customers.update(id, { metadata: { another: "1" } }))).toMatchObject(wanted);
    const exchanged = await stripe.customers.update(id, { metadata: { key_0: "", another: "1" } });
    expect(Object.keys(exchanged.metadata)).toHaveLength(50);
  });

  test("has keys of 40 characters and values of 500", async () => {
    const { stripe } = sandbox.anAccount();
    const [key, value] = ["k".repeat(40), "v".repeat(500)];
    const made = await stripe.customers.create({ metadata: { [key]: value } });
    expect(made.metadata).toEqual({ [key]: value });
    expect(await refused(stripe.customers.create({ metadata: { [`${key}k`]: "1" } }))).toMatchObject({
      statusCode: 400,
      param: "metadata",
      message: `Invalid key: ${key}k must be a string under 40 characters`,
    });
    expect(await refused(stripe.customers.create({ metadata: { a: `${value}v` } }))).toMatchObject({
      statusCode: 400,
      param: "metadata",
      message: `Invalid val: ${value}v must be a string under 500 characters`,
    });
  });

  test("has texts for values", async () => {
    const { secretKey } = sandbox.anAccount();
    const { status, body } = await post("/v1/customers", secretKey, "metadata[a][]=x");
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: 'Invalid val: ["x"] must be a string under 500 characters',
    });
  });
});

describe("an idempotency key", () => {
  test("has 1 to 255 characters", async () => {
    const { secretKey } = sandbox.anAccount();
    const longest = "k".repeat(255);
    const taken = await post("/v1/customers", secretKey, "", { "idempotency-key": longest });
    expect({ status: taken.status, key: taken.headers.get("idempotency-key") }).toEqual({
      status: 200,
      key: longest,
    });
    for (const key of ["", `${longest}k`]) {
      const { status, body } = await post("/v1/customers", secretKey, "", { "idempotency-key": key });
      expect({ status, type: body.error.type }).toEqual({ status: 400, type: "invalid_request_error" });
      expect(body.error.message).toContain(
        `Idempotent key length is ${key.length}, which is outside accepted lengths.`,
      );
    }
  });

  test("is forgotten after 24 hours, and then runs another request", async () => {
    const { stripe } = sandbox.anAccount();
    const idempotencyKey = "kept for a day";
    const first = await stripe.customers.create({ name: "a" }, { idempotencyKey });
    await age("23 hours 59 minutes", first.id);
    expect((await stripe.customers.create({ name: "a" }, { idempotencyKey })).id).toBe(first.id);
    await age("2 minutes", first.id);
    expect((await stripe.customers.create({ name: "b" }, { idempotencyKey })).id).not.toBe(first.id);
  });
});

/** Makes the kept answer that has this id older. */
async function age(interval: string, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  const sql = `update stripe_sandbox.requests set created = created - extract(epoch from $1::interval)
    where body like '%' || $2 || '%'`;
  await client.query(sql, [interval, id]).finally(() => client.end());
}

describe("lists", () => {
  test("take a limit of 1 to 100", async () => {
    const { stripe } = sandbox.anAccount();
    for (const limit of [0, 101]) {
      expect(await refused(stripe.customers.list({ limit }))).toMatchObject({
        statusCode: 400,
        code: "parameter_invalid_integer",
        param: "limit",
      });
    }
    for (const limit of [1, 100]) expect((await stripe.customers.list({ limit })).data).toEqual([]);
  });
});

describe("texts", () => {
  test("have the lengths that Stripe has for them, and are refused with both of their ends", async () => {
    const { stripe } = sandbox.anAccount();
    const recurring = { interval: "month" } as const;
    const product_data = { name: "Plan" };
    const cases: [number, (text: string) => Promise<unknown>][] = [
      [256, (name) => stripe.customers.create({ name })],
      [20, (phone) => stripe.customers.create({ phone })],
      [350, (description) => stripe.customers.create({ description })],
      [40, (name) => stripe.coupons.create({ percent_off: 10, name })],
      [
        200,
        (lookup_key) =>
          stripe.prices.create({ currency: "usd", unit_amount: 1, recurring, product_data, lookup_key }),
      ],
      [5000, (name) => stripe.products.create({ name })],
    ];
    for (const [most, call] of cases) {
      await call("x".repeat(most));
      const error = await refused(call(`${"a".repeat(10)}${"x".repeat(most - 19)}${"b".repeat(10)}`));
      expect(error).toMatchObject({
        statusCode: 400,
        message: `Invalid string: aaaaaaaaaa...bbbbbbbbbb; must be at most ${most} characters`,
      });
    }
  });

  test("of an e-mail address end at 512 characters", async () => {
    const { stripe } = sandbox.anAccount();
    const email = `${"a".repeat(500)}@example.com`;
    expect((await stripe.customers.create({ email })).email).toBe(email);
    expect(await refused(stripe.customers.create({ email: `a${email}` }))).toMatchObject({ param: "email" });
  });
});

describe("amounts", () => {
  test("have eight digits, and twelve in IDR", async () => {
    const { stripe } = sandbox.anAccount();
    const base = { product_data: { name: "Plan" } };
    const create = (currency: string, unit_amount: number) =>
      stripe.prices.create({ ...base, currency, unit_amount });
    for (const [currency, most] of [
      ["usd", 99_999_999],
      ["idr", 999_999_999_999],
    ] as const) {
      expect((await create(currency, most)).unit_amount).toBe(most);
      expect(await refused(create(currency, most + 1))).toMatchObject({
        statusCode: 400,
        code: "parameter_invalid_integer",
        param: "unit_amount",
      });
    }
  });
});

describe("a subscription", () => {
  test("has twenty items, and takes twenty more on its invoice", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const prices = await Promise.all(Array.from({ length: 21 }, (_, n) => aPrice(stripe, 100 + n)));
    const items = prices.map(({ id }) => ({ price: id }));
    const begun = await stripe.subscriptions.create({ customer: customer.id, items: items.slice(0, 20) });
    expect(begun.items.data).toHaveLength(20);
    const calls = [
      () => stripe.subscriptions.create({ customer: customer.id, items }),
      () => stripe.subscriptions.update(begun.id, { items: items.slice(20) }),
    ];
    for (const call of calls)
      expect(await refused(call())).toMatchObject({ statusCode: 400, param: "items" });
    const product_data = { name: "Setup" };
    const once = await stripe.prices.create({ currency: "usd", unit_amount: 100, product_data });
    const add_invoice_items = Array.from({ length: 21 }, () => ({ price: once.id }));
    const call = stripe.subscriptions.update(begun.id, { add_invoice_items });
    expect(await refused(call)).toMatchObject({ statusCode: 400, param: "add_invoice_items" });
  });
});

describe("a checkout session", () => {
  test("offers ten items", async () => {
    const { stripe } = sandbox.anAccount();
    const price = await aPrice(stripe, 100);
    const offer = { price: price.id, quantity: 1 };
    const call = stripe.checkout.sessions.create({
      mode: "subscription",
      success_url: "https://example.com",
      line_items: [{ price: price.id, quantity: 1 }],
      optional_items: Array.from({ length: 11 }, () => offer),
    });
    expect(await refused(call)).toMatchObject({ statusCode: 400, param: "optional_items" });
  });
});

describe("a request", () => {
  test("that is larger than any of the API's is refused, not cut", async () => {
    const { secretKey } = sandbox.anAccount();
    const many = Array.from({ length: 2001 }, (_, n) => `expand[]=a${n}`).join("&");
    for (const form of [`name=${"x".repeat(1_000_001)}`, many]) {
      const { status, body } = await post("/v1/customers", secretKey, form);
      expect({ status, type: body.error.type }).toEqual({ status: 413, type: "invalid_request_error" });
    }
  });
});

describe("rate limits", () => {
  test("a request too many answers 429 and says why; another account goes on", async () => {
    const limited = await openSandbox({ rateLimits: { ...STRIPE_RATE_LIMITS, testPerSecond: 2 } });
    const { stripe } = limited.anAccount();
    const other = limited.anAccount().stripe;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.customers.list().then(
          () => null,
          (error: Stripe.errors.StripeError) => error,
        ),
      ),
    );
    const errors = outcomes.filter((one) => one !== null);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]).toMatchObject({
      statusCode: 429,
      type: "StripeRateLimitError",
      code: "rate_limit",
      headers: { "stripe-rate-limited-reason": "global-rate" },
    });
    expect((await other.customers.list()).data).toEqual([]);
    await limited.close();
    expect(limited.errors).toEqual([]);
  });

  test("without the option nothing is limited", async () => {
    const { stripe } = sandbox.anAccount();
    const answers = await Promise.all(Array.from({ length: 60 }, () => stripe.customers.list()));
    expect(answers).toHaveLength(60);
  });

  test("the eleventh invoice of a subscription in a minute is refused, and nothing of it stays", {
    tags: ["long"],
  }, async () => {
    const limits = { ...STRIPE_RATE_LIMITS, testPerSecond: 1000, operationPerSecond: 1000 };
    const limited = await openSandbox({ rateLimits: limits });
    const { stripe } = limited.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 1000);
    const { id, items } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    const item = String(items.data[0]?.id);
    const invoiceFor = (quantity: number) =>
      stripe.subscriptions.update(id, {
        items: [{ id: item, quantity }],
        proration_behavior: "always_invoice",
      });
    for (let quantity = 2; quantity <= 10; quantity++) await invoiceFor(quantity);
    expect(await refused(invoiceFor(11))).toMatchObject({
      statusCode: 429,
      headers: { "stripe-rate-limited-reason": "resource-specific" },
    });
    expect((await stripe.invoices.list({ subscription: id, limit: 100 })).data).toHaveLength(10);
    expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.quantity).toBe(10);
    await limited.close();
    expect(limited.errors).toEqual([]);
  });

  /** How many of the calls pass, at the given moments of a clock. */
  function passing(
    moments: number[],
    call: (limiter: RateLimiter) => void,
  ): { passed: number; reason?: string } {
    let now = 0;
    const limiter = new RateLimiter(STRIPE_RATE_LIMITS, () => now);
    for (const [passed, moment] of moments.entries()) {
      now = moment;
      try {
        call(limiter);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return { passed, reason: String(error.facts.headers?.["stripe-rate-limited-reason"]) };
      }
    }
    return { passed: moments.length };
  }

  const at = (count: number, each: number) => Array.from({ length: count }, (_, n) => n * each);

  test("count in windows that slide, each with Stripe's number", () => {
    const testMode = (limiter: RateLimiter) => limiter.request("a", false, String(Math.random()));
    const liveMode = (limiter: RateLimiter) => limiter.request("a", true, String(Math.random()));
    const oneOperation = (limiter: RateLimiter) => limiter.request("a", true, "GET /v1/customers");
    expect(passing(at(200, 1), testMode)).toEqual({ passed: 25, reason: "global-rate" });
    expect(passing(at(200, 40), testMode)).toEqual({ passed: 200 });
    expect(passing(at(200, 39), testMode)).toEqual({ passed: 25, reason: "global-rate" });
    expect(passing(at(200, 1), liveMode)).toEqual({ passed: 100, reason: "global-rate" });
    expect(passing(at(200, 1), oneOperation)).toEqual({ passed: 25, reason: "endpoint-rate" });
    const invoice = (limiter: RateLimiter) => limiter.newInvoice("sub_1");
    expect(passing(at(30, 1000), invoice)).toEqual({ passed: 10, reason: "resource-specific" });
    expect(passing(at(30, 60_000), invoice)).toEqual({ passed: 20, reason: "resource-specific" });
    expect(passing(at(30, 5_000_000), invoice)).toEqual({ passed: 30 });
    const quantity = (limiter: RateLimiter) => limiter.quantityUpdate("sub_1");
    expect(passing(at(300, 1000), quantity)).toEqual({ passed: 200, reason: "resource-specific" });
  });
});
