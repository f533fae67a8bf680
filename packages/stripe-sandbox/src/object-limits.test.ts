import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

describe("a list", () => {
  test("begins after an object or ends before one, not both", async () => {
    const { id } = await aPayer(stripe);
    const price = await aPrice(stripe, 500);
    const { id: subscription, items } = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: price.id }],
    });
    const item = String(items.data[0]?.id);
    const both = (cursor: string) => ({ starting_after: cursor, ending_before: cursor });
    const calls = [
      () => stripe.customers.list(both(id)),
      () => stripe.subscriptions.list(both(subscription)),
      () => stripe.subscriptionItems.list({ subscription, ...both(item) }),
    ];
    for (const call of calls)
      expect(await refused(call())).toMatchObject({
        statusCode: 400,
        message: "Received both starting_after and ending_before parameters. Please pass in only one.",
      });
  });
});

describe("a moment", () => {
  test("is not before 1970", async () => {
    const calls: [string, () => Promise<unknown>][] = [
      ["frozen_time", () => stripe.testHelpers.testClocks.create({ frozen_time: -1 })],
      ["created[gte]", () => stripe.customers.list({ created: { gte: -1 } })],
    ];
    for (const [param, call] of calls)
      expect(await refused(call())).toMatchObject({ statusCode: 400, param });
  });
});

describe("a test clock", () => {
  test("has a name of 300 characters", async () => {
    const create = (name: string) =>
      stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000, name });
    expect((await create("n".repeat(300))).name).toHaveLength(300);
    expect(await refused(create("n".repeat(301)))).toMatchObject({ statusCode: 400, param: "name" });
  });
});

describe("a tax rate", () => {
  test("has a name and a jurisdiction of 50 characters", async () => {
    const create = (more: Partial<Stripe.TaxRateCreateParams> = {}) =>
      stripe.taxRates.create({ display_name: "VAT", inclusive: false, percentage: 20, ...more });
    const text = "t".repeat(50);
    const made = await create({ display_name: text, jurisdiction: text });
    expect(made).toMatchObject({ display_name: text, jurisdiction: text });
    for (const param of ["display_name", "jurisdiction"]) {
      const wrong = { [param]: `${text}t` };
      for (const call of [() => create(wrong), () => stripe.taxRates.update(made.id, wrong)])
        expect(await refused(call())).toMatchObject({ statusCode: 400, param });
    }
  });
});

describe("a payment method", () => {
  test("has an e-mail address of its holder that is one", async () => {
    const id = String((await aPayer(stripe)).invoice_settings.default_payment_method);
    const right = { billing_details: { email: "ada@example.com" } };
    expect((await stripe.paymentMethods.update(id, right)).billing_details.email).toBe("ada@example.com");
    const wrong = { billing_details: { email: "zz" } };
    const calls = [
      () => stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" }, ...wrong }),
      () => stripe.paymentMethods.update(id, wrong),
    ];
    for (const call of calls)
      expect(await refused(call())).toMatchObject({
        statusCode: 400,
        code: "email_invalid",
        param: "billing_details[email]",
      });
  });
});

describe("a webhook endpoint", () => {
  test("has an address of the web", async () => {
    const create = (url: string) => stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
    const { id } = await create("http://example.com/hook");
    for (const url of ["ftp://example.com/hook", "javascript:alert(1)", "example.com/hook"])
      for (const call of [() => create(url), () => stripe.webhookEndpoints.update(id, { url })])
        expect(await refused(call()), url).toMatchObject({
          statusCode: 400,
          code: "url_invalid",
          param: "url",
        });
  });

  test("of live mode is reached by https", async () => {
    const { account } = sandbox.anAccount();
    const live = sandbox.client((await sandbox.issueKeys({ account, mode: "live" })).secretKey);
    const create = (url: string) => live.webhookEndpoints.create({ url, enabled_events: ["*"] });
    const { id } = await create("https://example.com/hook");
    const url = "http://example.com/hook";
    for (const call of [() => create(url), () => live.webhookEndpoints.update(id, { url })])
      expect(await refused(call())).toMatchObject({
        statusCode: 400,
        message: `Invalid URL: ${url}. URLs in livemode must begin with "https://"`,
      });
  });
});
