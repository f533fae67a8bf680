// @module-tag ci
import type Stripe from "stripe";
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

function aRate(stripe: Stripe, percentage: number, inclusive: boolean) {
  return stripe.taxRates.create({ display_name: "VAT", percentage, inclusive });
}

/** What of an invoice taxes have to do with; minor units. */
function figures(invoice: Stripe.Invoice) {
  const { subtotal, subtotal_excluding_tax, total, total_excluding_tax, amount_due } = invoice;
  return { subtotal, subtotal_excluding_tax, total, total_excluding_tax, amount_due };
}

async function firstInvoice(stripe: Stripe, more: Partial<Stripe.SubscriptionCreateParams>) {
  const { id: customer } = await aPayer(stripe);
  const price = await aPrice(stripe, 2000);
  const started = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    ...more,
    expand: ["latest_invoice"],
  });
  const invoice = started.latest_invoice;
  if (!invoice || typeof invoice === "string") throw new Error("There is no invoice.");
  return { started, invoice, customer };
}

describe("a tax rate", () => {
  test("is made, read, changed and listed, with an event for each change", async () => {
    const { stripe } = sandbox.anAccount();
    const made = await stripe.taxRates.create({
      display_name: "VAT",
      percentage: 8.8754,
      inclusive: false,
      country: "DE",
      jurisdiction: "DE",
      tax_type: "vat",
      metadata: { a: "1" },
    });
    expect(made).toMatchObject({
      active: true,
      percentage: 8.8754,
      inclusive: false,
      country: "DE",
      tax_type: "vat",
      jurisdiction: "DE",
      metadata: { a: "1" },
      state: null,
      description: null,
    });
    const changed = await stripe.taxRates.update(made.id, { active: false, display_name: "MwSt" });
    expect(changed).toMatchObject({ active: false, display_name: "MwSt", percentage: 8.8754 });
    expect(await stripe.taxRates.retrieve(made.id)).toEqual(changed);
    const other = await aRate(stripe, 5, true);
    const ids = async (params: Stripe.TaxRateListParams) =>
      (await stripe.taxRates.list(params)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([other.id, made.id]);
    expect(await ids({ active: true })).toEqual([other.id]);
    expect(await ids({ inclusive: false })).toEqual([made.id]);
    const [created, updated] = await Promise.all(
      ["tax_rate.created", "tax_rate.updated"].map(async (type) => (await stripe.events.list({ type })).data),
    );
    expect([created?.length, updated?.[0]?.data.previous_attributes]).toEqual([
      2,
      { active: true, display_name: "VAT" },
    ]);
  });

  test("never changes what it charges, and has a percentage of at most 100", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await aRate(stripe, 19, false);
    for (const change of [{ percentage: "20" }, { inclusive: "true" }])
      expect((await refused(stripe.taxRates.update(id, change as object))).code).toBe("parameter_unknown");
    expect((await refused(aRate(stripe, 100.5, false))).param).toBe("percentage");
    expect((await refused(aRate(stripe, 8.12345, false))).param).toBe("percentage");
  });
});

describe("default tax rates of a subscription", () => {
  test("that are exclusive are added to its invoices, their lines and the amount that is charged", async () => {
    const { stripe } = sandbox.anAccount();
    const rate = await aRate(stripe, 19, false);
    const { started, invoice, customer } = await firstInvoice(stripe, { default_tax_rates: [rate.id] });
    expect(started.default_tax_rates).toEqual([rate]);
    expect(invoice.default_tax_rates).toEqual([rate]);
    expect(figures(invoice)).toEqual({
      subtotal: 2000,
      subtotal_excluding_tax: 2000,
      total: 2380,
      total_excluding_tax: 2000,
      amount_due: 2380,
    });
    const tax = {
      amount: 380,
      taxable_amount: 2000,
      tax_behavior: "exclusive",
      type: "tax_rate_details",
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: "not_available",
    };
    expect(invoice.total_taxes).toEqual([tax]);
    expect(invoice.lines.data[0]?.taxes).toEqual([tax]);
    expect((await stripe.charges.list({ customer })).data[0]?.amount).toBe(2380);
  });

  test("that are inclusive are contained in the price", async () => {
    const { stripe } = sandbox.anAccount();
    const rate = await aRate(stripe, 19, true);
    const { invoice } = await firstInvoice(stripe, { default_tax_rates: [rate.id] });
    expect(figures(invoice)).toEqual({
      subtotal: 2000,
      subtotal_excluding_tax: 1681,
      total: 2000,
      total_excluding_tax: 1681,
      amount_due: 2000,
    });
    expect(invoice.total_taxes).toMatchObject([
      { amount: 319, taxable_amount: 1681, tax_behavior: "inclusive" },
    ]);
  });

  test("are counted on what a discount leaves, several of them side by side", async () => {
    const { stripe } = sandbox.anAccount();
    const rates = [await aRate(stripe, 5, false), await aRate(stripe, 9.975, false)];
    const coupon = await stripe.coupons.create({ percent_off: 25, duration: "forever" });
    const { invoice } = await firstInvoice(stripe, {
      default_tax_rates: rates.map(({ id }) => id),
      discounts: [{ coupon: coupon.id }],
    });
    expect(invoice.total_taxes?.map(({ amount, taxable_amount: of }) => [amount, of])).toEqual([
      [75, 1500],
      [150, 1500],
    ]);
    expect([invoice.subtotal, invoice.total, invoice.total_excluding_tax]).toEqual([2000, 1725, 1500]);
  });

  test("come with previews of a start, of a change and of the next renewal, and can be taken away", async () => {
    const { stripe } = sandbox.anAccount();
    const rate = await aRate(stripe, 10, false);
    const { started, customer } = await firstInvoice(stripe, {});
    const subscription_details = { default_tax_rates: [rate.id] };
    const items = started.items.data.map(({ price }) => ({ price: price.id }));
    const start = await stripe.invoices.createPreview({
      customer,
      subscription_details: { ...subscription_details, items },
    });
    const change = await stripe.invoices.createPreview({ subscription: started.id, subscription_details });
    await stripe.subscriptions.update(started.id, { default_tax_rates: [rate.id] });
    const next = await stripe.invoices.createPreview({ subscription: started.id });
    expect([start.total, change.total, next.total]).toEqual([2200, 2200, 2200]);
    const without = await stripe.subscriptions.update(started.id, { default_tax_rates: "" });
    expect(without.default_tax_rates).toEqual([]);
  });

  test("are refused when they are inactive, unknown, named twice, of both kinds or too many", async () => {
    const { stripe } = sandbox.anAccount();
    const rate = await aRate(stripe, 10, false);
    const old = await stripe.taxRates.update((await aRate(stripe, 7, false)).id, { active: false });
    const contained = await aRate(stripe, 7, true);
    const wrong = [
      [old.id],
      ["txr_none"],
      [rate.id, rate.id],
      [rate.id, contained.id],
      Array(6).fill(rate.id),
    ];
    for (const default_tax_rates of wrong)
      expect((await refused(firstInvoice(stripe, { default_tax_rates }))).statusCode).toBe(400);
  });
});

describe("default tax rates of an invoice", () => {
  test("are set when it is drafted, changed while it is a draft and kept afterwards", {
    tags: ["long"],
  }, async () => {
    const { stripe } = sandbox.anAccount();
    const [low, high] = [await aRate(stripe, 7, false), await aRate(stripe, 19, false)];
    const { id: customer } = await aPayer(stripe);
    const { id } = await stripe.invoices.create({ customer, default_tax_rates: [low.id] });
    await stripe.invoiceItems.create({ customer, invoice: id, amount: 1000, currency: "usd" });
    expect((await stripe.invoices.retrieve(id)).total).toBe(1070);
    expect((await stripe.invoices.update(id, { default_tax_rates: [high.id] })).total).toBe(1190);
    expect((await stripe.invoices.update(id, { default_tax_rates: "" })).total).toBe(1000);
    await stripe.invoices.update(id, { default_tax_rates: [high.id] });
    expect((await stripe.invoices.finalizeInvoice(id)).amount_due).toBe(1190);
    const late = await refused(stripe.invoices.update(id, { default_tax_rates: [low.id] }));
    expect(late.code).toBe("invoice_not_editable");
  });
});

describe("a tax id", () => {
  test("of a customer is made, read, listed, on its invoices, and deleted, with events", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await aPayer(stripe);
    const made = await stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE123456789" });
    expect(made).toMatchObject({
      customer,
      country: "DE",
      type: "eu_vat",
      value: "DE123456789",
      owner: { type: "customer", customer },
      verification: { status: "pending" },
    });
    expect(await stripe.customers.retrieveTaxId(customer, made.id)).toEqual(made);
    expect(await stripe.taxIds.retrieve(made.id)).toEqual(made);
    expect((await stripe.customers.listTaxIds(customer)).data).toEqual([made]);
    expect((await stripe.taxIds.list({ owner: { type: "customer", customer } })).data).toEqual([made]);
    const whole = await stripe.customers.retrieve(customer, { expand: ["tax_ids"] });
    expect(whole).toMatchObject({ tax_ids: { data: [{ id: made.id }] } });
    const { id } = await stripe.invoices.create({ customer });
    const invoice = await stripe.invoices.finalizeInvoice(id);
    expect(invoice.customer_tax_ids).toEqual([{ type: "eu_vat", value: "DE123456789" }]);
    expect(await stripe.customers.deleteTaxId(customer, made.id)).toEqual({
      id: made.id,
      object: "tax_id",
      deleted: true,
    });
    expect((await refused(stripe.taxIds.retrieve(made.id))).statusCode).toBe(404);
    for (const type of ["customer.tax_id.created", "customer.tax_id.deleted"])
      expect((await stripe.events.list({ type })).data).toHaveLength(1);
  });

  test("of the account is listed without an owner, and another customer's is not found", async () => {
    const { stripe } = sandbox.anAccount();
    const own = await stripe.taxIds.create({ type: "us_ein", value: "12-3456789" });
    expect(own).toMatchObject({
      customer: null,
      country: "US",
      owner: { type: "self" },
      verification: { status: "unavailable" },
    });
    const [one, other] = [await stripe.customers.create(), await stripe.customers.create()];
    const owner = { type: "customer" as const, customer: one.id };
    const theirs = await stripe.taxIds.create({ type: "gb_vat", value: "GB123456789", owner });
    expect((await stripe.taxIds.list()).data).toEqual([own]);
    expect((await refused(stripe.customers.retrieveTaxId(other.id, theirs.id))).statusCode).toBe(404);
    expect(await stripe.taxIds.del(own.id)).toMatchObject({ deleted: true });
    expect((await stripe.taxIds.list()).data).toEqual([]);
  });

  test("of the wrong form is refused as invalid, one of a type that the sandbox lacks as such", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await stripe.customers.create();
    const wrong = await refused(stripe.customers.createTaxId(id, { type: "eu_vat", value: "123" }));
    expect([wrong.code, wrong.param]).toEqual(["tax_id_invalid", "value"]);
    const lacking = await refused(stripe.customers.createTaxId(id, { type: "zw_tin", value: "123" }));
    expect(lacking.message).toBe("The sandbox does not have tax ids of the type zw_tin.");
  });
});
