// @module-tag ci
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

describe("a portal configuration", () => {
  test("has a headline of 60 and a name of 256 characters, and addresses of the web", async () => {
    const create = (more: Partial<Stripe.BillingPortal.ConfigurationCreateParams> = {}) =>
      stripe.billingPortal.configurations.create({
        features: { invoice_history: { enabled: true } },
        ...more,
      });
    const [headline, name] = ["h".repeat(60), "n".repeat(256)];
    const web = "https://example.com/";
    const business_profile = { headline, privacy_policy_url: web, terms_of_service_url: web };
    const made = await create({ business_profile, default_return_url: web, name });
    expect(made).toMatchObject({ business_profile, default_return_url: web, name });
    const wrong: [string, Stripe.BillingPortal.ConfigurationUpdateParams][] = [
      ["business_profile[headline]", { business_profile: { headline: `${headline}h` } }],
      ["business_profile[privacy_policy_url]", { business_profile: { privacy_policy_url: "javascript:a" } }],
      ["business_profile[terms_of_service_url]", { business_profile: { terms_of_service_url: "terms" } }],
      ["default_return_url", { default_return_url: "javascript:alert(1)" }],
      ["name", { name: `${name}n` }],
    ];
    for (const [param, params] of wrong)
      expect(await refused(stripe.billingPortal.configurations.update(made.id, params))).toMatchObject({
        statusCode: 400,
        param,
      });
    const none = await stripe.billingPortal.configurations.update(made.id, { default_return_url: "" });
    expect(none.default_return_url).toBeNull();
  });
});

describe("a feature of the portal", () => {
  /** Features without what the SDK's types require. */
  const lacking = (features: object) => features as Stripe.BillingPortal.ConfigurationCreateParams.Features;

  test.each([
    ["customer_update", { allowed_updates: ["name"] }],
    ["subscription_cancel", { mode: "immediately" }],
    ["subscription_update", { proration_behavior: "none" }],
  ])("%s says whether it is on when a configuration is made", async (name, sent) => {
    const { id } = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    const features = lacking({ [name]: sent });
    expect(await refused(stripe.billingPortal.configurations.create({ features }))).toMatchObject({
      statusCode: 400,
      code: "parameter_missing",
      param: `features[${name}][enabled]`,
    });
    expect((await stripe.billingPortal.configurations.update(id, { features })).id).toBe(id);
  });

  test("asks for reasons that it names", async () => {
    const subscription_cancel = { enabled: true, cancellation_reason: { enabled: true } };
    const call = stripe.billingPortal.configurations.create({ features: lacking({ subscription_cancel }) });
    expect(await refused(call)).toMatchObject({
      statusCode: 400,
      param: "features[subscription_cancel][cancellation_reason][options]",
    });
  });
});

describe("a price", () => {
  test("has a lookup key of 200 characters after an update, too", async () => {
    const { id } = await aPrice(stripe, 500);
    const lookup_key = "k".repeat(201);
    const error = await refused(stripe.prices.update(id, { lookup_key }));
    expect(error).toMatchObject({ statusCode: 400, param: "lookup_key" });
  });
});

describe("products by their ids", () => {
  test("have no cursor", async () => {
    const { id } = await stripe.products.create({ name: "Plan" });
    expect((await stripe.products.list({ ids: [id] })).data).toHaveLength(1);
    for (const cursor of [{ starting_after: id }, { ending_before: id }])
      expect(await refused(stripe.products.list({ ids: [id], ...cursor }))).toMatchObject({
        statusCode: 400,
      });
  });
});

describe("a preview", () => {
  test("prorates, or ends a trial, only with something to change", async () => {
    const { id: customer } = await aPayer(stripe);
    const price = await aPrice(stripe, 500);
    const { id: subscription } = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
    });
    const now = Math.floor(Date.now() / 1000);
    const dated = { subscription, subscription_details: { proration_date: now } };
    const trial = { customer, subscription_details: { trial_end: now + 86_400 } };
    for (const params of [dated, trial])
      expect(await refused(stripe.invoices.createPreview(params))).toMatchObject({ statusCode: 400 });
  });
});
