import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A request without the SDK. */
async function raw(
  path: string,
  { key, form, ...init }: { key: string; form?: string; headers?: Record<string, string>; method?: string },
) {
  const response = await fetch(`${sandbox.url}${path}`, {
    ...(form !== undefined && { method: "POST", body: form }),
    ...init,
    headers: {
      authorization: `Bearer ${key}`,
      ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
      ...init.headers,
    },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("keys", () => {
  test("an unknown, a live and a missing one get Stripe's 401", async () => {
    for (const key of ["sk_live_abc", "sk_test_abc", "rk_test_abc", "pk_test_abc", "nonsense"]) {
      const { status, body } = await raw("/v1/customers", { key });
      expect({ status, type: body.error.type }).toEqual({ status: 401, type: "invalid_request_error" });
      expect(body.error.message).toContain("Invalid API Key provided");
    }
    const { status, body } = await raw("/v1/customers", { key: "" });
    expect(status).toBe(401);
    expect(body.error.message).toContain("You did not provide an API key");
  });

  test("Basic authentication opens the same account as Bearer", async () => {
    const { secretKey, stripe } = sandbox.anAccount();
    const { id } = await stripe.customers.create({});
    const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`;
    const { status } = await raw(`/v1/customers/${id}`, { key: "", headers: { authorization } });
    expect(status).toBe(200);
  });

  test("each key is an account of its own", async () => {
    const { id } = await sandbox.anAccount().stripe.customers.create({});
    const error = await refused(sandbox.anAccount().stripe.customers.retrieve(id));
    expect(error).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      param: "id",
      message: `No such customer: '${id}'`,
    });
  });

  test("a publishable key makes tokens and payment methods of its account, and nothing else", async () => {
    const { stripe, browser } = sandbox.anAccount();
    const card = { number: "4242424242424242", exp_month: "12", exp_year: "2034", cvc: "123" };
    const token = await browser.tokens.create({ card });
    const method = await stripe.paymentMethods.create({ type: "card", card: { token: token.id } });
    expect(method.card).toMatchObject({ brand: "visa", last4: "4242", exp_year: 2034 });
    expect(
      await refused(stripe.paymentMethods.create({ type: "card", card: { token: token.id } })),
    ).toMatchObject({
      code: "token_already_used",
    });
    expect(await refused(browser.customers.list())).toMatchObject({
      statusCode: 403,
      code: "secret_key_required",
    });
  });
});

describe("parameters", () => {
  test("unknown, missing and wrong ones are refused as Stripe does", async () => {
    const { secretKey: key } = sandbox.anAccount();
    const cases: [string, string, object][] = [
      [
        "/v1/customers",
        "emial=x",
        { code: "parameter_unknown", param: "emial", message: "Received unknown parameter: emial" },
      ],
      [
        "/v1/customers",
        "invoice_settings[foo]=x",
        { code: "parameter_unknown", param: "invoice_settings[foo]" },
      ],
      [
        "/v1/products",
        "",
        { code: "parameter_missing", param: "name", message: "Missing required param: name." },
      ],
      ["/v1/products", "name=", { code: "parameter_invalid_empty", param: "name" }],
      [
        "/v1/customers",
        "balance=1.5",
        { code: "parameter_invalid_integer", param: "balance", message: "Invalid integer: 1.5" },
      ],
      ["/v1/customers", "email=nobody", { code: "email_invalid", param: "email" }],
      ["/v1/webhook_endpoints", "url=here&enabled_events[]=*", { code: "url_invalid", param: "url" }],
      ["/v1/subscriptions", "items[0][price]=p", { code: "parameter_missing", param: "customer" }],
      [
        "/v1/subscriptions",
        "customer=c&items[0][prise]=p",
        { code: "parameter_unknown", param: "items[0][prise]" },
      ],
      ["/v1/subscriptions", "customer=c&items[]=p", { param: "items[0]", message: "Invalid object" }],
    ];
    for (const [path, form, wanted] of cases) {
      const { status, body } = await raw(path, { key, form });
      expect({ form, status, error: body.error }).toMatchObject({
        form,
        status: 400,
        error: { type: "invalid_request_error", ...wanted },
      });
    }
  });

  test("true and false may begin with a capital letter, as Python writes them", async () => {
    const { secretKey: key } = sandbox.anAccount();
    for (const [form, active] of [
      ["name=a&active=True", true],
      ["name=a&active=False", false],
    ])
      expect(await raw("/v1/products", { key, form: String(form) })).toMatchObject({ body: { active } });
    const { body } = await raw("/v1/products", { key, form: "name=a&active=TRUE" });
    expect(body.error).toMatchObject({ param: "active", message: "Invalid boolean: TRUE" });
  });

  test("one of a choice names the choices", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const error = await refused(stripe.subscriptions.list({ customer: customer.id, status: "alive" }));
    expect(error).toMatchObject({ statusCode: 400, param: "status" });
    expect(error.message).toMatch(/^Invalid status: must be one of active, all, .*, or unpaid$/);
  });

  test("what a parameter names and is not there is 400, what the path names 404", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const call = stripe.subscriptions.create({ customer: customer.id, items: [{ price: "price_no" }] });
    expect(await refused(call)).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "items[0][price]",
    });
    expect(await refused(stripe.prices.retrieve("price_no"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });

  test("what the sandbox does not have says so", async () => {
    const { secretKey: key } = sandbox.anAccount();
    expect(await raw("/v1/payouts", { key })).toMatchObject({
      status: 404,
      body: { error: { type: "invalid_request_error" } },
    });
    const { status, body } = await raw("/v1/customers", { key, headers: { "stripe-version": "2020-08-27" } });
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: "The sandbox does not have API version 2020-08-27; it speaks 2026-10-28.endive alone.",
    });
  });
});

describe("metadata", () => {
  test("is merged key by key; an empty value takes a key away, an empty metadata all", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await stripe.customers.create({ metadata: { a: "1", b: "2" } });
    expect((await stripe.customers.update(id, { metadata: { b: "", c: "3" } })).metadata).toEqual({
      a: "1",
      c: "3",
    });
    expect((await stripe.customers.update(id, { metadata: "" })).metadata).toEqual({});
  });
});

describe("lists", () => {
  test("are newest first, and paged either way", async () => {
    const { stripe } = sandbox.anAccount();
    const made: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) made.unshift((await stripe.customers.create({ name })).id);
    const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
    const first = await stripe.customers.list({ limit: 2 });
    expect({ ids: ids(first), more: first.has_more, url: first.url }).toEqual({
      ids: made.slice(0, 2),
      more: true,
      url: "/v1/customers",
    });
    const second = await stripe.customers.list({ limit: 2, starting_after: String(made[1]) });
    expect(ids(second)).toEqual(made.slice(2, 4));
    const back = await stripe.customers.list({ limit: 2, ending_before: String(made[3]) });
    expect(ids(back)).toEqual(made.slice(1, 3));
    expect(back.has_more).toBe(true);
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(made);
    expect(await refused(stripe.customers.list({ limit: 101 }))).toMatchObject({
      code: "parameter_invalid_integer",
      param: "limit",
    });
    expect(await refused(stripe.customers.list({ starting_after: "cus_no" }))).toMatchObject({
      code: "resource_missing",
    });
  });

  test("filter by when", async () => {
    const { stripe } = sandbox.anAccount();
    const { created } = await stripe.customers.create({});
    expect((await stripe.customers.list({ created: { gte: created, lt: created + 1 } })).data).toHaveLength(
      1,
    );
    expect((await stripe.customers.list({ created: { gt: created } })).data).toEqual([]);
    expect((await stripe.customers.list({ created })).data).toHaveLength(1);
  });
});

describe("expansion", () => {
  test("follows paths, within lists too; what cannot be expanded is refused", {
    tags: ["long"],
  }, async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 500);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const expand = ["data.customer.invoice_settings.default_payment_method", "data.latest_invoice"];
    const { data } = await stripe.subscriptions.list({ customer: customer.id, expand });
    expect(data[0]).toMatchObject({
      customer: { invoice_settings: { default_payment_method: { object: "payment_method" } } },
      latest_invoice: { object: "invoice" },
    });
    const whole = await stripe.subscriptions.retrieve(id, { expand: ["items.data.price.product"] });
    expect(whole.items.data[0]?.price.product).toMatchObject({ object: "product" });
    const tooDeep = stripe.subscriptions.list({ expand: ["data.items.data.price.product"] });
    expect(await refused(tooDeep)).toMatchObject({ statusCode: 400, param: "expand" });
    expect(await refused(stripe.customers.retrieve(customer.id, { expand: ["nothing"] }))).toMatchObject({
      param: "expand",
    });
  });
});

test("every answer carries its request's id, the version and the idempotency key", async () => {
  const { secretKey: key, stripe } = sandbox.anAccount();
  const { headers } = await raw("/v1/customers", {
    key,
    form: "name=a",
    headers: { "idempotency-key": "k1" },
  });
  expect(headers.get("request-id")).toMatch(/^req_\w+$/);
  expect(headers.get("stripe-version")).toBe("2026-10-28.endive");
  expect(headers.get("idempotency-key")).toBe("k1");
  const { lastResponse } = await stripe.customers.list();
  expect(lastResponse.requestId).toMatch(/^req_\w+$/);
});
