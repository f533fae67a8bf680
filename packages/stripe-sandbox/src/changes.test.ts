// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
/** A month of 30 days begins. */
const APRIL = Date.parse("2027-04-01T00:00:00Z") / 1000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A subscription that began with April, on a test clock. */
const inApril = (amount: number, card?: string) => begunAt(APRIL, amount, { card });

async function begunAt(
  moment: number,
  amount: number,
  { card = "pm_card_visa", anchor }: { card?: string | undefined; anchor?: number } = {},
) {
  const { stripe } = sandbox.anAccount();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: moment });
  const customer = await aPayer(stripe, card, { test_clock: clock.id });
  const product = await stripe.products.create({ name: "Plan" });
  const price = await aPrice(stripe, amount, { product: product.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...(anchor !== undefined && { billing_cycle_anchor: anchor }),
  });
  const [item] = subscription.items.data;
  if (!item) throw new Error("There is no item.");
  return { stripe, clock: clock.id, customer, product: product.id, price, subscription, item };
}

function amounts(invoice: Stripe.Invoice): number[] {
  return invoice.lines.data.map(({ amount }) => amount);
}

async function latest(
  stripe: Stripe,
  { latest_invoice: invoice }: Stripe.Subscription,
): Promise<Stripe.Invoice> {
  return stripe.invoices.retrieve(String(invoice));
}

describe("another price, invoiced at once", () => {
  test.each([
    ["10 → 20 half-way: −5, +10, net 5", 1000, 2000, 15, [-500, 1000], 500],
    ["5 → 20 after one day: −4.83 +19.33 = 14.50", 500, 2000, 1, [-483, 1933], 1450],
  ])("%s", async (_, old, next, days, lines, net) => {
    const april = await inApril(old);
    await advance(april.stripe, april.clock, APRIL + days * DAY);
    const price = await aPrice(april.stripe, next, { product: april.product });
    const change = {
      items: [{ id: april.item.id, price: price.id }],
      proration_behavior: "always_invoice" as const,
    };
    const preview = await april.stripe.invoices.createPreview({
      subscription: april.subscription.id,
      subscription_details: change,
    });
    const changed = await april.stripe.subscriptions.update(april.subscription.id, change);
    const invoice = await latest(april.stripe, changed);
    expect({ lines: amounts(invoice), total: invoice.total, paid: invoice.amount_paid }).toEqual({
      lines,
      total: net,
      paid: net,
    });
    expect(invoice).toMatchObject({ billing_reason: "subscription_update", status: "paid" });
    expect({ lines: amounts(preview), due: preview.amount_due }).toEqual({ lines, due: net });
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect(changed.items.data[0]).toMatchObject({
      id: april.item.id,
      current_period_start: APRIL,
      current_period_end: APRIL + 30 * DAY,
    });
  });

  test("and the way back −14.50, as credit that the next invoice uses", async () => {
    const april = await inApril(500);
    await advance(april.stripe, april.clock, APRIL + DAY);
    const dear = await aPrice(april.stripe, 2000, { product: april.product });
    const to = (price: string) =>
      april.stripe.subscriptions.update(april.subscription.id, {
        items: [{ id: april.item.id, price }],
        proration_behavior: "always_invoice",
      });
    await to(dear.id);
    const back = await latest(april.stripe, await to(april.price.id));
    expect({ lines: amounts(back), total: back.total, due: back.amount_due, status: back.status }).toEqual({
      lines: [-1933, 483],
      total: -1450,
      due: 0,
      status: "paid",
    });
    const customer = await april.stripe.customers.retrieve(april.customer.id);
    expect(customer).toMatchObject({ balance: -1450 });
    const credited = back.lines.data[0]?.parent?.subscription_item_details;
    expect(credited).toMatchObject({
      proration: true,
      proration_details: { credited_items: { invoice_line_items: [expect.any(String)] } },
    });
    await advance(april.stripe, april.clock, APRIL + 31 * DAY);
    const [renewal] = (await april.stripe.invoices.list({ customer: april.customer.id, limit: 1 })).data;
    expect(renewal).toMatchObject({
      billing_reason: "subscription_cycle",
      total: 500,
      amount_due: 0,
      starting_balance: -1450,
      ending_balance: -950,
    });
  });

  test("a quote: the preview's moment, given to the change, charges what was shown", async () => {
    const april = await inApril(1000);
    await advance(april.stripe, april.clock, APRIL + 10 * DAY);
    const price = await aPrice(april.stripe, 7000, { product: april.product });
    const details = {
      items: [{ id: april.item.id, price: price.id }],
      proration_behavior: "always_invoice" as const,
      proration_date: APRIL + 9 * DAY + 12_345,
    };
    const preview = await april.stripe.invoices.createPreview({
      subscription: april.subscription.id,
      subscription_details: details,
    });
    await advance(april.stripe, april.clock, APRIL + 11 * DAY);
    const invoice = await latest(
      april.stripe,
      await april.stripe.subscriptions.update(april.subscription.id, details),
    );
    expect(invoice.total).toBe(preview.total);
    expect(preview.parent?.subscription_details?.subscription_proration_date).toBe(details.proration_date);
  });

  test("refused: with error_if_incomplete nothing has happened", async () => {
    const april = await inApril(1000);
    const bad = await april.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: april.customer.id,
    });
    await april.stripe.customers.update(april.customer.id, {
      invoice_settings: { default_payment_method: bad.id },
    });
    const price = await aPrice(april.stripe, 2000, { product: april.product });
    const change = {
      items: [{ id: april.item.id, price: price.id }],
      proration_behavior: "always_invoice" as const,
    };
    await advance(april.stripe, april.clock, APRIL + DAY);
    const error = await refused(
      april.stripe.subscriptions.update(april.subscription.id, {
        ...change,
        payment_behavior: "error_if_incomplete",
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: "card_declined" });
    const now = await april.stripe.subscriptions.retrieve(april.subscription.id);
    expect(now).toMatchObject({ status: "active", items: { data: [{ price: { id: april.price.id } }] } });
    expect((await april.stripe.invoices.list({ customer: april.customer.id })).data).toHaveLength(1);
  });

  test("refused: with pending_if_incomplete the change waits for its invoice", async () => {
    const april = await inApril(1000);
    const bad = await april.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: april.customer.id,
    });
    const good = april.customer.invoice_settings.default_payment_method;
    await april.stripe.customers.update(april.customer.id, {
      invoice_settings: { default_payment_method: bad.id },
    });
    const price = await aPrice(april.stripe, 2000, { product: april.product });
    const change = {
      items: [{ id: april.item.id, price: price.id }],
      proration_behavior: "always_invoice" as const,
    };
    await advance(april.stripe, april.clock, APRIL + 15 * DAY);
    const waiting = await april.stripe.subscriptions.update(april.subscription.id, {
      ...change,
      payment_behavior: "pending_if_incomplete",
    });
    expect(waiting).toMatchObject({
      status: "active",
      items: { data: [{ price: { id: april.price.id } }] },
      pending_update: {
        expires_at: APRIL + 15 * DAY + 23 * 3600,
        subscription_items: [{ price: { id: price.id } }],
      },
    });
    const paid = await april.stripe.invoices.pay(String(waiting.latest_invoice), {
      payment_method: String(good),
    });
    expect(paid).toMatchObject({ status: "paid", total: 500 });
    const applied = await april.stripe.subscriptions.retrieve(april.subscription.id);
    expect(applied).toMatchObject({ pending_update: null, items: { data: [{ price: { id: price.id } }] } });
  });

  test("refused: a pending change that is not paid is dropped after 23 hours", async () => {
    const april = await inApril(1000);
    const bad = await april.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: april.customer.id,
    });
    await april.stripe.subscriptions.update(april.subscription.id, { default_payment_method: bad.id });
    const items = [{ id: april.item.id, quantity: 3 }];
    await advance(april.stripe, april.clock, APRIL + DAY);
    const waiting = await april.stripe.subscriptions.update(april.subscription.id, {
      items,
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    });
    await advance(april.stripe, april.clock, APRIL + 2 * DAY);
    expect(await april.stripe.subscriptions.retrieve(april.subscription.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ quantity: 1 }] },
    });
    expect(await april.stripe.invoices.retrieve(String(waiting.latest_invoice))).toMatchObject({
      status: "void",
    });
  });
});

describe("a change that waits for its invoice", () => {
  async function aWaiting(more: Partial<Stripe.SubscriptionUpdateParams> = {}, item = {}, at = DAY) {
    const april = await inApril(1000);
    const bad = await april.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: april.customer.id,
    });
    await april.stripe.subscriptions.update(april.subscription.id, { default_payment_method: bad.id });
    await advance(april.stripe, april.clock, APRIL + at);
    const update = april.stripe.subscriptions.update(april.subscription.id, {
      items: [{ id: april.item.id, quantity: 3, ...item }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
      ...more,
    });
    return { ...april, update };
  }

  test("takes the parameters alone that can wait, and of items their price and quantity", {
    tags: ["long"],
  }, async () => {
    const named = async ({ update }: { update: Promise<unknown> }) => {
      const { message, param } = await refused(update);
      return [/parameter `(.*)`\.$/.exec(message)?.[1], param];
    };
    expect(await named(await aWaiting({ off_session: true }))).toEqual(["off_session", "payment_behavior"]);
    expect(await named(await aWaiting({ default_payment_method: "pm_card_visa" }))).toEqual([
      "default_payment_method",
      "payment_behavior",
    ]);
    expect(await named(await aWaiting({}, { quantity: undefined, deleted: true }))).toEqual([
      "items[0][deleted]",
      "payment_behavior",
    ]);
    const { stripe, subscription } = await inApril(1000);
    const alone = { description: "other", payment_behavior: "pending_if_incomplete" as const };
    expect((await refused(stripe.subscriptions.update(subscription.id, alone))).param).toBe(
      "payment_behavior",
    );
  });

  test("is dropped at the end of the period, where that comes within 23 hours", async () => {
    const { update, stripe, clock, subscription, item } = await aWaiting(
      {},
      { quantity: 300 },
      29 * DAY + DAY / 2,
    );
    expect((await update).pending_update?.expires_at).toBe(item.current_period_end);
    await advance(stripe, clock, APRIL + 30 * DAY + 3 * 3600);
    const now = await stripe.subscriptions.retrieve(subscription.id);
    expect(now).toMatchObject({ pending_update: null, items: { data: [{ quantity: 1 }] } });
    const states = (await stripe.invoices.list({ subscription: subscription.id })).data.map(
      ({ status }) => status,
    );
    expect(states.filter((status) => status === "void")).toHaveLength(1);
  });
});

describe("another price, not invoiced at once", () => {
  test("waits as invoice items for the renewal", async () => {
    const april = await inApril(1000);
    await advance(april.stripe, april.clock, APRIL + 15 * DAY);
    const price = await aPrice(april.stripe, 2000, { product: april.product });
    const items = [{ id: april.item.id, price: price.id }];
    const preview = await april.stripe.invoices.createPreview({
      subscription: april.subscription.id,
      subscription_details: { items },
    });
    expect({ lines: amounts(preview), due: preview.amount_due }).toEqual({
      lines: [-500, 1000, 2000],
      due: 2500,
    });
    await april.stripe.subscriptions.update(april.subscription.id, { items });
    const waiting = await april.stripe.invoiceItems.list({ customer: april.customer.id, pending: true });
    expect(waiting.data.map(({ amount, proration }) => ({ amount, proration }))).toEqual([
      { amount: 1000, proration: true },
      { amount: -500, proration: true },
    ]);
    await advance(april.stripe, april.clock, APRIL + 30 * DAY + 3600);
    const [renewal] = (await april.stripe.invoices.list({ customer: april.customer.id, limit: 1 })).data;
    expect(renewal && amounts(renewal)).toEqual([-500, 1000, 2000]);
    expect(renewal).toMatchObject({ status: "paid", amount_paid: 2500 });
    expect(
      (await april.stripe.invoiceItems.list({ customer: april.customer.id, pending: true })).data,
    ).toEqual([]);
  });

  test("with none costs nothing now and the new price at the renewal", { tags: ["long"] }, async () => {
    const april = await inApril(1000);
    const price = await aPrice(april.stripe, 2000, { product: april.product });
    const items = [{ id: april.item.id, price: price.id }];
    await april.stripe.subscriptions.update(april.subscription.id, { items, proration_behavior: "none" });
    expect((await april.stripe.invoiceItems.list({ customer: april.customer.id })).data).toEqual([]);
    await advance(april.stripe, april.clock, APRIL + 31 * DAY);
    const [renewal] = (await april.stripe.invoices.list({ customer: april.customer.id, limit: 1 })).data;
    expect(renewal).toMatchObject({ total: 2000, status: "paid" });
  });
});

describe("another interval", () => {
  test("begins a period now: the rest of the month back, the whole year charged", async () => {
    const april = await inApril(1000);
    await advance(april.stripe, april.clock, APRIL + 15 * DAY);
    const price = await aPrice(april.stripe, 10_000, {
      product: april.product,
      recurring: { interval: "year" },
    });
    const changed = await april.stripe.subscriptions.update(april.subscription.id, {
      items: [{ id: april.item.id, price: price.id }],
    });
    const now = APRIL + 15 * DAY;
    expect(changed).toMatchObject({
      billing_cycle_anchor: now,
      items: {
        data: [{ current_period_start: now, current_period_end: Date.parse("2028-04-16T00:00:00Z") / 1000 }],
      },
    });
    const invoice = await latest(april.stripe, changed);
    expect({ lines: amounts(invoice), status: invoice.status }).toEqual({
      lines: [-500, 10_000],
      status: "paid",
    });
  });
});

test.each([
  ["from 30 January to 28 February is a whole month", "2027-01-30", 0, undefined, [-3100, 6200]],
  ["until a later anchor is a part of a month of 31 days", "2027-04-01", 5, "2027-04-11", [-500, 1000]],
])("a period %s", async (_, day, days, anchor, lines) => {
  const start = Date.parse(day) / 1000;
  const begun = await begunAt(start, 3100, anchor === undefined ? {} : { anchor: Date.parse(anchor) / 1000 });
  if (days > 0) await advance(begun.stripe, begun.clock, start + days * DAY);
  const price = await aPrice(begun.stripe, 6200, { product: begun.product });
  const changed = await begun.stripe.subscriptions.update(begun.subscription.id, {
    items: [{ id: begun.item.id, price: price.id }],
    proration_behavior: "always_invoice",
  });
  expect(amounts(await latest(begun.stripe, changed))).toEqual(lines);
});

describe("a subscription that ends by itself", () => {
  const anew = async (ending: Stripe.SubscriptionUpdateParams, behavior: "error" | "pending") => {
    const card = behavior === "pending" ? "pm_card_authenticationRequired" : undefined;
    const april = await inApril(behavior === "pending" ? 0 : 1000, card);
    const { id } = april.subscription;
    await april.stripe.subscriptions.update(id, ending);
    await advance(april.stripe, april.clock, APRIL + 10 * DAY);
    const price = await aPrice(april.stripe, 2000, { product: april.product });
    const changed = await april.stripe.subscriptions.update(id, {
      items: [{ id: april.item.id, price: price.id }],
      payment_behavior: `${behavior}_if_incomplete`,
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
    });
    return { ...april, changed };
  };
  const MAY_11 = APRIL + 40 * DAY;

  test("ends with the period that a change begins where it is canceled for the period's end", async () => {
    const { stripe, clock, changed } = await anew({ cancel_at_period_end: true }, "error");
    expect([changed.cancel_at_period_end, changed.cancel_at]).toEqual([true, MAY_11]);
    await advance(stripe, clock, APRIL + 31 * DAY);
    expect((await stripe.subscriptions.retrieve(changed.id)).status).toBe("active");
    await advance(stripe, clock, MAY_11 + DAY);
    const ended = await stripe.subscriptions.retrieve(changed.id);
    expect([ended.status, ended.ended_at]).toEqual(["canceled", MAY_11]);
  });

  test("so it does where the change waits for its payment, and only when that comes", async () => {
    const { stripe, changed, customer } = await anew({ cancel_at_period_end: true }, "pending");
    expect(changed.cancel_at).toBe(APRIL + 30 * DAY);
    const { id: payment_method } = await stripe.paymentMethods.attach("pm_card_visa", {
      customer: customer.id,
    });
    await stripe.invoices.pay(String(changed.latest_invoice), { payment_method });
    expect((await stripe.subscriptions.retrieve(changed.id)).cancel_at).toBe(MAY_11);
  });

  test("ends at its own moment where one was set", async () => {
    const { changed } = await anew({ cancel_at: APRIL + 20 * DAY }, "error");
    expect([changed.cancel_at_period_end, changed.cancel_at]).toEqual([false, APRIL + 20 * DAY]);
  });
});

describe("a period that begins anew without proration", () => {
  test("gives nothing back of the one before it, then or at a later change", async () => {
    const april = await inApril(1000);
    const change = async (amount: number, how: Stripe.SubscriptionUpdateParams) => {
      const price = await aPrice(april.stripe, amount, { product: april.product });
      const items = [{ id: april.item.id, price: price.id }];
      const changed = await april.stripe.subscriptions.update(april.subscription.id, { items, ...how });
      return amounts(await latest(april.stripe, changed));
    };
    await advance(april.stripe, april.clock, APRIL + 10 * DAY);
    const anew = { proration_behavior: "none", billing_cycle_anchor: { type: "now" } } as const;
    expect(await change(3000, anew)).toEqual([3000]);
    await advance(april.stripe, april.clock, APRIL + 25 * DAY);
    // From 11 April to 11 May: 15 of 30 days are left.
    expect(await change(6000, { proration_behavior: "always_invoice" })).toEqual([-1500, 3000]);
  });
});

describe("further items", () => {
  test("are added, changed in quantity and taken away, each prorated by itself", async () => {
    const april = await inApril(1000);
    const seat = await aPrice(april.stripe, 300);
    await advance(april.stripe, april.clock, APRIL + 15 * DAY);
    const update = (items: Stripe.SubscriptionUpdateParams.Item[]) =>
      april.stripe.subscriptions.update(april.subscription.id, {
        items,
        proration_behavior: "always_invoice",
      });
    const added = await update([{ price: seat.id, quantity: 2 }]);
    expect(amounts(await latest(april.stripe, added))).toEqual([300]);
    const seats = added.items.data[1]?.id ?? "";
    const more = await update([{ id: seats, quantity: 5 }]);
    expect(amounts(await latest(april.stripe, more))).toEqual([-300, 750]);
    const gone = await update([{ id: seats, deleted: true }]);
    expect(amounts(await latest(april.stripe, gone))).toEqual([-750]);
    expect(gone.items.data.map(({ id }) => id)).toEqual([april.item.id]);
  });
});

describe("the preview of a change", () => {
  test("is not there for a subscription that has ended", async () => {
    const april = await inApril(1000);
    await april.stripe.subscriptions.cancel(april.subscription.id);
    const subscription_details = { items: [{ id: april.item.id, quantity: 2 }] };
    const asked = april.stripe.invoices.createPreview({
      subscription: april.subscription.id,
      subscription_details,
    });
    expect(await refused(asked)).toMatchObject({
      code: "invoice_upcoming_none",
      message: `No upcoming invoices for customer: ${april.customer.id}`,
    });
  });
});
