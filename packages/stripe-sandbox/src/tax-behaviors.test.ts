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

const TAXED = { automatic_tax: { enabled: true } };
const set = (stripe: Stripe, settings: Record<string, string>) =>
  stripe.rawRequest("POST", "/sandbox/settings", settings);

/** A customer with a card and an address, and prices that say and do not say whether they contain taxes. */
async function aShop() {
  const { stripe } = sandbox.anAccount();
  const { id: customer } = await aPayer(stripe, "pm_card_visa", { address: { country: "DE" } });
  const open = await aPrice(stripe, 2000);
  const said = (behavior: "inclusive" | "exclusive", amount = 1000) =>
    stripe.prices.create({
      product: String(open.product),
      currency: "usd",
      unit_amount: amount,
      recurring: { interval: "month" },
      tax_behavior: behavior,
    });
  const subscribe = (price: string, more: Partial<Stripe.SubscriptionCreateParams> = TAXED) =>
    stripe.subscriptions.create({ customer, items: [{ price }], ...more });
  return { stripe, customer, open, said, subscribe };
}

describe("whether a price contains its taxes", () => {
  test("is unspecified until it is said, once", async () => {
    const { stripe, open, said } = await aShop();
    expect(open.tax_behavior).toBe("unspecified");
    expect((await said("inclusive")).tax_behavior).toBe("inclusive");
    const once = await stripe.prices.update(open.id, { tax_behavior: "exclusive" });
    expect(once.tax_behavior).toBe("exclusive");
    expect(await stripe.prices.update(open.id, { tax_behavior: "exclusive" })).toMatchObject({ id: open.id });
    for (const tax_behavior of ["inclusive", "unspecified"] as const)
      expect(await refused(stripe.prices.update(open.id, { tax_behavior }))).toMatchObject({
        statusCode: 400,
        param: "tax_behavior",
      });
  });

  test("has to be known where taxes are computed, from the price or the account's default", {
    tags: ["long"],
  }, async () => {
    const { stripe, customer, open, said, subscribe } = await aShop();
    const page = (price: string) =>
      stripe.checkout.sessions.create({
        mode: "subscription",
        customer,
        success_url: "https://example.com",
        ...TAXED,
        line_items: [{ price, quantity: 1 }],
      });
    const words = expect.stringMatching(/^The price `price_\w+` does not have a `tax_behavior` set which is/);
    for (const error of [await refused(subscribe(open.id)), await refused(page(open.id))])
      expect(error).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError", message: words });
    const { id, items } = await subscribe((await said("exclusive")).id);
    expect((await page((await said("inclusive")).id)).automatic_tax.enabled).toBe(true);
    const item = String(items.data[0]?.id);
    const changes = { items: [{ id: item, price: open.id }] };
    const preview = { subscription: id, subscription_details: changes };
    expect(await refused(stripe.subscriptions.update(id, changes))).toMatchObject({ message: words });
    expect(await refused(stripe.invoices.createPreview(preview))).toMatchObject({ message: words });
    const phase = { items: [{ price: open.id }], ...TAXED };
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const start_date = Number(schedule.phases[0]?.start_date);
    const phases = [{ ...phase, start_date }];
    expect(await refused(stripe.subscriptionSchedules.update(schedule.id, { phases }))).toMatchObject({
      message: words,
    });
    await stripe.subscriptionSchedules.release(schedule.id);
    await set(stripe, { tax_behavior: "inferred_by_currency" });
    expect((await stripe.tax.settings.retrieve()).defaults.tax_behavior).toBe("inferred_by_currency");
    expect((await stripe.subscriptions.update(id, changes)).items.data[0]?.price.id).toBe(open.id);
  });

  test("has to be known of amounts, too", async () => {
    const { stripe, customer, said, subscribe } = await aShop();
    const { id: subscription } = await subscribe((await said("exclusive")).id);
    const draft = await stripe.invoices.create({ customer, auto_advance: false, ...TAXED });
    const amount = { customer, amount: 500, currency: "usd" };
    for (const on of [{ subscription }, { invoice: draft.id ?? "" }]) {
      expect(await refused(stripe.invoiceItems.create({ ...amount, ...on }))).toMatchObject({
        message: expect.stringContaining("does not have a `tax_behavior` set"),
      });
      await stripe.invoiceItems.create({ ...amount, ...on, tax_behavior: "exclusive" });
    }
  });

  test("is of no use to amounts that take something off: taxes are not computed of them", async () => {
    const { stripe, customer, said, subscribe } = await aShop();
    const price = await said("exclusive");
    const { id: subscription, items } = await subscribe(price.id);
    const draft = await stripe.invoices.create({ customer, auto_advance: false, ...TAXED });
    const off = { customer, amount: -500, currency: "usd", tax_behavior: "exclusive" } as const;
    const { customer: _, ...previewed } = off;
    const added = [
      {
        price_data: {
          product: String(price.product),
          currency: "usd",
          unit_amount: -500,
          tax_behavior: "exclusive",
        },
      },
    ] satisfies Stripe.SubscriptionUpdateParams.AddInvoiceItem[];
    const more = await stripe.invoiceItems.create({ ...off, amount: 500, subscription });
    const { id: waiting } = await stripe.invoiceItems.create(off);
    const include = { pending_invoice_items_behavior: "include" } as const;
    const tries = [
      () => stripe.invoiceItems.create({ ...off, subscription }),
      () => stripe.invoiceItems.create({ ...off, invoice: draft.id ?? "" }),
      () => stripe.invoiceItems.update(more.id, { amount: -1 }),
      () => stripe.subscriptions.update(subscription, { add_invoice_items: added }),
      () =>
        stripe.subscriptions.create({
          customer,
          items: [{ price: price.id }],
          add_invoice_items: added,
          ...TAXED,
        }),
      () => stripe.invoices.createPreview({ subscription, invoice_items: [previewed] }),
      () => stripe.invoices.create({ customer, ...include, ...TAXED }),
    ];
    for (const one of tries)
      expect(await refused(one())).toMatchObject({
        statusCode: 400,
        message: expect.stringContaining("negative amounts cannot be added to automatic"),
      });
    // What Stripe itself gives back for unused time is taxed.
    const smaller = await said("exclusive", 100);
    await stripe.subscriptions.update(subscription, {
      items: [{ id: String(items.data[0]?.id), price: smaller.id }],
    });
    await stripe.invoiceItems.del(waiting);
  });

  test("must not contradict tax rates", async () => {
    const { stripe, customer, said, open, subscribe } = await aShop();
    const { id: rate } = await stripe.taxRates.create({
      display_name: "VAT",
      percentage: 19,
      inclusive: true,
    });
    const rates = { default_tax_rates: [rate] };
    const exclusive = (await said("exclusive")).id;
    const words = expect.stringContaining("conflicts with the tax rates");
    expect(await refused(subscribe(exclusive, rates))).toMatchObject({ statusCode: 400, message: words });
    const { id, items } = await subscribe(open.id, rates);
    const changes = { items: [{ id: String(items.data[0]?.id), price: exclusive }] };
    expect(await refused(stripe.subscriptions.update(id, changes))).toMatchObject({ message: words });
    const amount = { customer, amount: 500, currency: "usd", subscription: id };
    expect(await refused(stripe.invoiceItems.create({ ...amount, tax_behavior: "exclusive" }))).toMatchObject(
      { message: words },
    );
    const plain = await subscribe(exclusive, {});
    expect(await refused(stripe.subscriptions.update(plain.id, rates))).toMatchObject({ message: words });
  });
});

test("taxes are computed in accounts alone that have set Stripe Tax up", async () => {
  const { stripe, said, subscribe } = await aShop();
  await set(stripe, { tax_active: "false" });
  expect(await refused(subscribe((await said("exclusive")).id))).toMatchObject({
    statusCode: 400,
    message: expect.stringMatching(/^Stripe Tax has not been activated/),
  });
});
