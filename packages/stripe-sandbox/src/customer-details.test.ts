// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const CARD = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };

/** The answer to a form that a page of the sandbox is sent. */
function submit(url: string | null, fields: Record<string, string>): Promise<Response> {
  return fetch(String(url), { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

async function nameOf(stripe: Stripe, id: string) {
  const customer = await stripe.customers.retrieve(id);
  return customer.deleted ? null : customer.name;
}

describe("customer_update[name] of a checkout", () => {
  test.each([
    ["auto", "Ann Arbor"],
    ["never", "Before"],
  ] as const)("with %s leaves the customer's name as %s", async (name, expected) => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create({ name: "Before" });
    const price = await aPrice(stripe, 1500);
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      customer_update: { name },
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "http://127.0.0.1/done",
    });
    const html = await (await fetch(String(session.url))).text();
    expect(html.includes('name="name"')).toBe(name === "auto");
    expect((await submit(session.url, { ...CARD, name: " Ann Arbor " })).status).toBe(303);
    expect(await nameOf(stripe, customer)).toBe(expected);
    const done = await stripe.checkout.sessions.retrieve(session.id);
    expect([done.status, done.customer_details?.name]).toEqual(["complete", expected]);
  });

  test("is refused without a customer, and so is shipping, which the sandbox does not have", async () => {
    const { stripe } = sandbox.anAccount();
    const price = await aPrice(stripe, 1500);
    const params = {
      mode: "subscription" as const,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "http://127.0.0.1/done",
    };
    const { sessions } = stripe.checkout;
    const without = await refused(sessions.create({ ...params, customer_update: { name: "auto" } }));
    expect(without.param).toBe("customer_update");
    const { id: customer } = await stripe.customers.create();
    const shipping = await refused(
      sessions.create({ ...params, customer, customer_update: { shipping: "auto" } }),
    );
    expect(shipping.param).toBe("customer_update[shipping]");
  });
});

describe("tax_id_collection of a checkout", () => {
  test("takes a tax id, where it may write the customer's name and address", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create({ name: "Before" });
    const price = await aPrice(stripe, 1500);
    const open = (customer_update: Stripe.Checkout.SessionCreateParams.CustomerUpdate | undefined) =>
      stripe.checkout.sessions.create({
        mode: "subscription",
        customer,
        success_url: "http://127.0.0.1/done",
        line_items: [{ price: price.id, quantity: 1 }],
        tax_id_collection: { enabled: true },
        ...(customer_update && { customer_update }),
      });
    expect((await refused(open(undefined))).message).toMatch(/^Tax ID collection requires updating business/);
    expect((await refused(open({ address: "auto" }))).message).toMatch(/set `customer_update\[name\]`/);
    expect((await refused(open({ name: "auto" }))).message).toMatch(/^We could not find a valid address/);
    const session = await open({ name: "auto", address: "auto" });
    expect(session.tax_id_collection).toEqual({ enabled: true, required: "never" });
    expect(await (await fetch(String(session.url))).text()).toContain('name="tax_id"');
    const typed = { ...CARD, name: "Ann Ltd", tax_id: "DE123456789" };
    expect((await submit(session.url, { ...typed, tax_id: "nothing" })).status).toBe(400);
    expect((await stripe.customers.listTaxIds(customer)).data).toEqual([]);
    expect((await submit(session.url, typed)).status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id);
    expect(done.customer_details?.tax_ids).toEqual([{ type: "eu_vat", value: "DE123456789" }]);
    expect((await stripe.customers.listTaxIds(customer)).data).toMatchObject([
      { type: "eu_vat", value: "DE123456789" },
    ]);
    expect(await nameOf(stripe, customer)).toBe("Ann Ltd");
  });
});

describe("customer_update of the portal", () => {
  async function aPortal(
    customer_update: Stripe.BillingPortal.ConfigurationCreateParams.Features.CustomerUpdate,
  ) {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create({ name: "Before", email: "before@example.com" });
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { customer_update },
    });
    const session = await stripe.billingPortal.sessions.create({ customer, configuration });
    return { stripe, customer, url: session.url };
  }

  test("lets customers change what is allowed, and nothing else", async () => {
    const { stripe, customer, url } = await aPortal({ enabled: true, allowed_updates: ["name", "phone"] });
    const html = await (await fetch(url)).text();
    expect([html.includes('name="name"'), html.includes('name="email"')]).toEqual([true, false]);
    const fields = { action: "details", name: "Ann", phone: "+15550001", email: "other@example.com" };
    expect((await submit(url, fields)).status).toBe(303);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      name: "Ann",
      phone: "+15550001",
      email: "before@example.com",
    });
    const [event] = (await stripe.events.list({ type: "customer.updated", limit: 1 })).data;
    expect(event?.data.previous_attributes).toEqual({ name: "Before", phone: null });
  });

  test("lets them change nothing while it is switched off", async () => {
    const { stripe, customer, url } = await aPortal({ enabled: false, allowed_updates: ["name"] });
    expect(await (await fetch(url)).text()).not.toContain('name="name"');
    await submit(url, { action: "details", name: "Ann" });
    expect(await nameOf(stripe, customer)).toBe("Before");
  });

  test("takes a country by its two letters, and no other text", async () => {
    const { stripe, customer, url } = await aPortal({ enabled: true, allowed_updates: ["address"] });
    expect((await submit(url, { action: "details", country: "gb" })).status).toBe(303);
    for (const country of ["Germany", "UK", "XX"])
      expect((await submit(url, { action: "details", country })).status).toBe(400);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ address: { country: "GB" } });
    for (const country of ["Germany", "de"])
      expect(await refused(stripe.customers.update(customer, { address: { country } }))).toMatchObject({
        param: "address[country]",
        message: expect.stringMatching(`^Country '${country}' is unknown. Try using a 2-character`),
      });
    const billing_details = { address: { country: "Germany" } };
    const card = { token: "tok_visa" };
    const wrong = await refused(stripe.paymentMethods.create({ type: "card", card, billing_details }));
    expect(wrong.param).toBe("billing_details[address][country]");
  });

  test("takes an address and a tax id, and refuses a number that is none", async () => {
    const { stripe, customer, url } = await aPortal({
      enabled: true,
      allowed_updates: ["address", "tax_id"],
    });
    expect((await submit(url, { action: "details", country: "DE", tax_id: "DE123456789" })).status).toBe(303);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      name: "Before",
      address: { country: "DE" },
    });
    expect((await stripe.customers.listTaxIds(customer)).data).toMatchObject([
      { type: "eu_vat", value: "DE123456789" },
    ]);
    expect((await submit(url, { action: "details", tax_id: "nothing" })).status).toBe(400);
    const { data } = await stripe.customers.listTaxIds(customer);
    expect(data).toHaveLength(1);
  });

  test.each(["shipping"])("refuses %s, which the page does not have", async (name) => {
    const error = await refused(aPortal({ enabled: true, allowed_updates: [name] }));
    expect(error.message).toContain("The sandbox does not have");
  });
});
