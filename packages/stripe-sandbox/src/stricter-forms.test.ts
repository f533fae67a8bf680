// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
let secretKey: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  ({ stripe, secretKey } = sandbox.anAccount());
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** The answer to a form as it stands on the wire. */
async function post(path: string, form: string) {
  const headers = {
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  const answer = await fetch(new URL(path, sandbox.url), { method: "POST", headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

describe("a key of metadata", () => {
  test.each(["x]y", "p[q", "p[q]", "[", "]"])("has no square brackets: %s", async (key) => {
    const error = await refused(stripe.customers.create({ metadata: { [key]: "1" } }));
    expect(error).toMatchObject({ statusCode: 400, param: "metadata" });
  });

  test.each(["metadata[a=x", "metadata[]=x", "metadata[a]b=x", "metadata%5Ba=x"])(
    "is whole, and not empty: %s",
    async (form) => {
      expect(await post("/v1/customers", form)).toMatchObject({
        status: 400,
        body: { error: { param: "metadata" } },
      });
    },
  );

  test("that is a number stays as it is", async () => {
    const metadata = { 3: "three", 17: "seventeen" };
    expect((await stripe.customers.create({ metadata })).metadata).toEqual(metadata);
  });
});

describe("an empty choice", () => {
  test("in a list of choices is refused", async () => {
    const forms = [
      ["/v1/setup_intents", "allowed_payment_method_types[]="],
      ["/v1/webhook_endpoints", "url=https://example.com&enabled_events[]="],
      ["/v1/customers", "expand[]="],
    ] as const;
    for (const [path, form] of forms) expect(await post(path, form), form).toMatchObject({ status: 400 });
  });
});

describe("events", () => {
  test("are asked for by type or types, never both; several types and wildcards are not there", async () => {
    const created = ["customer.created"];
    await stripe.customers.create({});
    expect((await stripe.events.list({ types: created })).data).not.toEqual([]);
    const both = await refused(stripe.events.list({ type: "customer.created", types: created }));
    expect(both).toMatchObject({ statusCode: 400, code: undefined });
    const many = await refused(stripe.events.list({ types: Array(21).fill("customer.created") }));
    expect(many).toMatchObject({ statusCode: 400, code: undefined, param: "types" });
    for (const wanted of [{ types: ["customer.created", "customer.updated"] }, { type: "customer.*" }])
      expect(await refused(stripe.events.list(wanted))).toMatchObject({
        statusCode: 400,
        code: "sandbox_unsupported",
      });
  });
});

describe("an invoice", () => {
  test("is not paid with another customer's payment method, out of band either", async () => {
    const { id: customer } = await aPayer(stripe);
    const { invoice_settings } = await aPayer(stripe);
    const { id } = await stripe.invoices.create({ customer });
    await stripe.invoiceItems.create({ customer, invoice: id, currency: "usd", amount: 900 });
    await stripe.invoices.finalizeInvoice(id);
    const payment_method = String(invoice_settings.default_payment_method);
    for (const paid_out_of_band of [true, false])
      expect(await refused(stripe.invoices.pay(id, { payment_method, paid_out_of_band }))).toMatchObject({
        statusCode: 400,
        param: "payment_method",
      });
    expect((await stripe.invoices.pay(id, { paid_out_of_band: true })).status).toBe("paid");
  });
});

describe("the end of a card", () => {
  const year = new Date().getUTCFullYear();
  const WRONG = [
    [{ exp_year: year + 51 }, "invalid_expiry_year"],
    [{ exp_year: year - 1 }, "invalid_expiry_year"],
    [{ exp_month: 13 }, "invalid_expiry_month"],
    [{ exp_month: 0 }, "invalid_expiry_month"],
  ] as const;

  test.each(WRONG)(
    "is not past, no more than 50 years ahead, and there is such a month: %o",
    async (end, code) => {
      const { browser } = sandbox.anAccount();
      const card = { number: "4242424242424242", exp_month: 12, exp_year: year + 1, cvc: "123", ...end };
      const made = await refused(browser.paymentMethods.create({ type: "card", card }));
      expect(made).toMatchObject({ statusCode: 402, code });
      const { invoice_settings } = await aPayer(stripe);
      const id = String(invoice_settings.default_payment_method);
      expect(await refused(stripe.paymentMethods.update(id, { card: end }))).toMatchObject({
        statusCode: 402,
        code,
      });
      const last = { exp_month: 12, exp_year: year + 50 };
      expect((await stripe.paymentMethods.update(id, { card: last })).card).toMatchObject(last);
    },
  );
});
