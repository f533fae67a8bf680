// @module-tag ci
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
const APRIL = Date.parse("2027-04-01T00:00:00Z") / 1000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

describe("an invoice by hand", () => {
  test("takes items, is finalized, numbered and paid", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const draft = await stripe.invoices.create({ customer: customer.id, currency: "usd" });
    await stripe.invoiceItems.create({
      customer: customer.id,
      invoice: draft.id,
      amount: 800,
      currency: "usd",
      description: "Usage",
    });
    const product = await stripe.products.create({ name: "Hours" });
    const price_data = { currency: "usd", product: product.id, unit_amount: 250 };
    await stripe.invoiceItems.create({ customer: customer.id, invoice: draft.id, price_data, quantity: 3 });
    const open = await stripe.invoices.finalizeInvoice(draft.id, { expand: ["payments"] });
    expect(open).toMatchObject({
      status: "open",
      total: 1550,
      number: `${customer.invoice_prefix}-0001`,
      payments: { data: [{ status: "open" }] },
    });
    expect(
      open.lines.data.map(({ description, amount, quantity }) => ({ description, amount, quantity })),
    ).toEqual([
      { description: "Usage", amount: 800, quantity: 1 },
      { description: "Hours", amount: 750, quantity: 3 },
    ]);
    expect(await stripe.invoices.pay(open.id)).toMatchObject({
      status: "paid",
      amount_paid: 1550,
      amount_remaining: 0,
    });
    expect(await refused(stripe.invoices.pay(open.id))).toMatchObject({ statusCode: 400 });
  });

  test("that is void gives the customer's balance back", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe, "pm_card_visa", { balance: -300 });
    await stripe.invoiceItems.create({ customer: customer.id, amount: 1000, currency: "usd" });
    const draft = await stripe.invoices.create({
      customer: customer.id,
      pending_invoice_items_behavior: "include",
    });
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    expect(open).toMatchObject({ total: 1000, amount_due: 700, starting_balance: -300, ending_balance: 0 });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
    expect(await stripe.invoices.voidInvoice(open.id)).toMatchObject({ status: "void" });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -300 });
  });

  test("that was paid elsewhere, or is given up", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const made = async () => {
      await stripe.invoiceItems.create({ customer: customer.id, amount: 1000, currency: "usd" });
      const draft = await stripe.invoices.create({
        customer: customer.id,
        pending_invoice_items_behavior: "include",
      });
      return stripe.invoices.finalizeInvoice(draft.id);
    };
    expect(await refused(stripe.invoices.pay((await made()).id))).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
    });
    expect(await stripe.invoices.pay((await made()).id, { paid_out_of_band: true })).toMatchObject({
      status: "paid",
      amount_paid: 0,
    });
    expect(await stripe.invoices.markUncollectible((await made()).id)).toMatchObject({
      status: "uncollectible",
    });
  });

  test("shows ten lines at once and lists the rest", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const draft = await stripe.invoices.create({ customer: customer.id, currency: "usd" });
    for (let amount = 1; amount <= 12; amount++) {
      await stripe.invoiceItems.create({ customer: customer.id, invoice: draft.id, amount, currency: "usd" });
    }
    const { lines, total } = await stripe.invoices.retrieve(draft.id);
    expect({ shown: lines.data.length, more: lines.has_more, total }).toEqual({
      shown: 10,
      more: true,
      total: 78,
    });
    const all: number[] = [];
    for await (const { amount } of stripe.invoices.listLineItems(draft.id, { limit: 5 })) all.push(amount);
    expect(all).toHaveLength(12);
  });
});

describe("usage that is billed when a subscription ends", () => {
  test("500 events, 100 free, 0.02 each, canceled now: 8.00", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 0);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    await stripe.invoiceItems.create({
      customer: customer.id,
      subscription: id,
      amount: (500 - 100) * 2,
      currency: "usd",
    });
    const ended = await stripe.subscriptions.cancel(id, { invoice_now: true });
    expect(ended.status).toBe("canceled");
    expect(await stripe.invoices.retrieve(String(ended.latest_invoice))).toMatchObject({
      status: "paid",
      amount_paid: 800,
    });
  });

  test("a prorated end gives the rest of the period back", async () => {
    const { stripe } = sandbox.anAccount();
    const clock = (await stripe.testHelpers.testClocks.create({ frozen_time: APRIL })).id;
    const customer = await aPayer(stripe, "pm_card_visa", { test_clock: clock });
    const price = await aPrice(stripe, 3000);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    await advance(stripe, clock, APRIL + 20 * DAY);
    await stripe.subscriptions.cancel(id, { invoice_now: true, prorate: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1000 });
  });
});

describe("an invoice that is sent", () => {
  test("is finalized after an hour, overdue after its days, and brings the subscription back when it is paid", async () => {
    const { stripe } = sandbox.anAccount();
    const clock = (await stripe.testHelpers.testClocks.create({ frozen_time: APRIL })).id;
    const customer = await stripe.customers.create({ test_clock: clock });
    const price = await aPrice(stripe, 3000);
    const terms = { collection_method: "send_invoice" as const, days_until_due: 10 };
    const { id, status, latest_invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      ...terms,
    });
    const invoice = String(latest_invoice);
    expect([status, (await stripe.invoices.retrieve(invoice)).status]).toEqual(["active", "draft"]);
    await advance(stripe, clock, APRIL + DAY);
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      status: "open",
      due_date: APRIL + 3600 + 10 * DAY,
    });
    await advance(stripe, clock, APRIL + 12 * DAY);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    await stripe.invoices.pay(invoice, { paid_out_of_band: true });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  });
});

describe("a discount", () => {
  test.each([
    [{ percent_off: 25, duration: "once" as const }, [750, 1000]],
    [{ percent_off: 33.3, duration: "forever" as const }, [667, 667]],
    [
      { amount_off: 300, currency: "usd", duration: "repeating" as const, duration_in_months: 1 },
      [700, 1000],
    ],
  ])("%o: the first invoices are %o", async (params, totals) => {
    const { stripe } = sandbox.anAccount();
    const clock = (await stripe.testHelpers.testClocks.create({ frozen_time: APRIL })).id;
    const customer = await aPayer(stripe, "pm_card_visa", { test_clock: clock });
    const price = await aPrice(stripe, 1000);
    const coupon = await stripe.coupons.create(params);
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      discounts: [{ coupon: coupon.id }],
    });
    await advance(stripe, clock, APRIL + 31 * DAY);
    const invoices = (await stripe.invoices.list({ customer: customer.id })).data.reverse();
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual(totals);
    expect(invoices[0]?.total_discount_amounts?.[0]?.amount).toBe(1000 - Number(totals[0]));
  });

  test("a promotion code is redeemed as often as it may be", { tags: ["long"] }, async () => {
    const { stripe } = sandbox.anAccount();
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
    const promotion = { type: "coupon" as const, coupon: coupon.id };
    const code = await stripe.promotionCodes.create({ promotion, code: "spring", max_redemptions: 1 });
    expect((await stripe.promotionCodes.list({ code: "SPRING" })).data.map(({ id }) => id)).toEqual([
      code.id,
    ]);
    expect(await refused(stripe.promotionCodes.create({ promotion, code: "Spring" }))).toMatchObject({
      code: "resource_already_exists",
    });
    const price = await aPrice(stripe, 1000);
    const start = async () => {
      const customer = await aPayer(stripe);
      return stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        discounts: [{ promotion_code: code.id }],
        expand: ["latest_invoice"],
      });
    };
    const atOnce = await Promise.allSettled(Array.from({ length: 6 }, start));
    const started = atOnce.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(started.map(({ latest_invoice }) => latest_invoice)).toEqual([
      expect.objectContaining({ total: 500 }),
    ]);
    expect(await refused(start())).toMatchObject({ statusCode: 400, code: "promotion_code_expired" });
  });
});

test("a subscription anchored to a later day pays for the days until then", async () => {
  const { stripe } = sandbox.anAccount();
  const clock = (await stripe.testHelpers.testClocks.create({ frozen_time: APRIL })).id;
  const customer = await aPayer(stripe, "pm_card_visa", { test_clock: clock });
  const price = await aPrice(stripe, 3100);
  const anchor = Date.parse("2027-04-11T00:00:00Z") / 1000;
  const items = [{ price: price.id }];
  const begun = await stripe.subscriptions.create({
    customer: customer.id,
    items,
    billing_cycle_anchor: anchor,
    expand: ["latest_invoice"],
  });
  // Ten days of a whole period that lasts from 11 March to 11 April.
  expect(begun.latest_invoice).toMatchObject({ total: 1000 });
  expect(begun).toMatchObject({
    billing_cycle_anchor: anchor,
    items: { data: [{ current_period_end: anchor }] },
  });
});
