// @module-tag ci
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
const APRIL = Date.parse("2027-04-01T00:00:00Z") / 1000;
const MAY = Date.parse("2027-05-01T00:00:00Z") / 1000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

describe("a currency", () => {
  test.each(["xau", "xxx", "uyw", "iqd", "euro"])(
    "that Stripe does not take is refused: %s",
    async (currency) => {
      const { stripe } = sandbox.anAccount();
      const error = await refused(aPrice(stripe, 1000, { currency }));
      expect(error).toMatchObject({ statusCode: 400, param: "currency" });
      expect(error.message).toMatch(
        new RegExp(
          `^Invalid currency: ${currency}\\. Stripe currently supports these currencies: usd, aed, afn, `,
        ),
      );
    },
  );

  test.each(["kwd", "ISK", "xof", "eur"])(
    "that Stripe takes is taken in any case of letters: %s",
    async (currency) => {
      const { stripe } = sandbox.anAccount();
      expect((await aPrice(stripe, 100_000, { currency })).currency).toBe(currency.toLowerCase());
    },
  );
});

describe("an amount", () => {
  test.each([
    ["kwd", 1234, "evenly divisible by 10."],
    ["tnd", 5_001, "evenly divisible by 10."],
    ["isk", 550, "evenly divisible by 100."],
    ["ugx", 150_050, "Currency UGX has become effectively zero-decimal"],
  ])("with a fraction that %s does not have is refused: %i", async (currency, amount, words) => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create();
    const product = await stripe.products.create({ name: "Plan" });
    const price_data = { currency, product: product.id, unit_amount: amount };
    const calls = [
      ["unit_amount", () => aPrice(stripe, amount, { currency })],
      ["amount", () => stripe.invoiceItems.create({ customer: customer.id, currency, amount })],
      ["price_data[unit_amount]", () => stripe.invoiceItems.create({ customer: customer.id, price_data })],
    ] as const;
    for (const [param, call] of calls) {
      const error = await refused(call());
      expect(error).toMatchObject({ statusCode: 400, param });
      expect(error.message).toContain(words);
    }
  });

  test("of a refund has the same fractions as the charge", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 5120, { currency: "kwd" });
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
    const error = await refused(stripe.refunds.create({ charge: charge?.id ?? "", amount: 1234 }));
    expect(error).toMatchObject({ statusCode: 400, param: "amount" });
    expect(await stripe.refunds.create({ charge: charge?.id ?? "", amount: 1230 })).toMatchObject({
      amount: 1230,
    });
  });

  test.each([
    ["ugx", 50_000, "UGX 500.00"],
    ["jpy", 500, "¥500"],
    ["kwd", 5120, "KWD 5.120"],
  ])("of %s is shown with the decimals that the API counts", async (currency, amount, shown) => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, amount, { currency });
    const { latest_invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    const { lines } = await stripe.invoices.retrieve(String(latest_invoice));
    expect(lines.data[0]?.description).toContain(`(at ${shown} / month)`);
  });

  test("that a coupon leaves with a fraction is rounded, and the rest goes to the balance", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 150_100, { currency: "ugx" });
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
    const { latest_invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      discounts: [{ coupon: coupon.id }],
    });
    expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      total: 75_050,
      amount_due: 75_100,
      amount_paid: 75_100,
      ending_balance: -50,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -50 });
  });
});

describe("below the least charge", () => {
  test("a first invoice is paid without the card, and its amount is owed on the next one", async () => {
    const { stripe } = sandbox.anAccount();
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: APRIL });
    const customer = await aPayer(stripe, "pm_card_visa", { test_clock: clock.id });
    const price = await aPrice(stripe, 49);
    const begun = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    expect(begun.status).toBe("active");
    expect(await stripe.invoices.retrieve(String(begun.latest_invoice))).toMatchObject({
      status: "paid",
      total: 49,
      amount_due: 0,
      amount_paid: 0,
      starting_balance: 0,
      ending_balance: 49,
    });
    expect((await stripe.charges.list({ customer: customer.id })).data).toEqual([]);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 49 });
    await advance(stripe, clock.id, MAY + DAY);
    const [renewal] = (await stripe.invoices.list({ subscription: begun.id })).data;
    expect(renewal).toMatchObject({
      status: "paid",
      total: 49,
      amount_due: 98,
      amount_paid: 98,
      starting_balance: 49,
      ending_balance: 0,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  });

  test.each([
    ["eur", 49, 50],
    ["gbp", 29, 30],
    ["jpy", 49, 50],
    ["huf", 17_499, 17_500],
    ["pln", 199, 200],
  ])("%s: %i goes to the balance, %i is charged", async (currency, below, least) => {
    const { stripe } = sandbox.anAccount();
    const due = async (amount: number) => {
      const customer = await aPayer(stripe);
      await stripe.invoiceItems.create({ customer: customer.id, currency, amount });
      const draft = await stripe.invoices.create({
        customer: customer.id,
        currency,
        pending_invoice_items_behavior: "include",
      });
      const { amount_due, ending_balance } = await stripe.invoices.finalizeInvoice(draft.id);
      return { amount_due, ending_balance };
    };
    expect(await due(below)).toEqual({ amount_due: 0, ending_balance: below });
    expect(await due(least)).toEqual({ amount_due: least, ending_balance: 0 });
  });
});

test("above the most, an invoice is paid without the card, and its amount goes to the balance", async () => {
  const { stripe } = sandbox.anAccount();
  const customer = await aPayer(stripe);
  const price = await aPrice(stripe, 99_999_999);
  const { latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity: 2 }],
  });
  expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
    status: "paid",
    total: 199_999_998,
    amount_due: 0,
    ending_balance: 199_999_998,
  });
  const more = await refused(aPrice(stripe, 100_000_000));
  expect(more).toMatchObject({ statusCode: 400, param: "unit_amount" });
});
