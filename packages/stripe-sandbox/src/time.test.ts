// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
const HOUR = 3600;
const JANUARY_31 = Date.parse("2027-01-31T12:00:00Z") / 1000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

async function onAClock(card: string | null = "pm_card_visa", frozen_time = JANUARY_31) {
  const { stripe } = sandbox.anAccount();
  const clock = (await stripe.testHelpers.testClocks.create({ frozen_time })).id;
  const customer = card
    ? await aPayer(stripe, card, { test_clock: clock })
    : await stripe.customers.create({ test_clock: clock });
  const price = await aPrice(stripe, 1000);
  const start = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], ...more });
  const read = (id: string) => stripe.subscriptions.retrieve(id);
  const invoices = async () => (await stripe.invoices.list({ customer: customer.id, limit: 100 })).data;
  const types = async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
  return {
    stripe,
    clock,
    customer,
    price,
    start,
    read,
    invoices,
    types,
    to: (moment: number) => advance(stripe, clock, moment),
  };
}

async function worse({ stripe, customer }: Awaited<ReturnType<typeof onAClock>>): Promise<void> {
  const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
}

describe("a period's end", () => {
  test("monthly from 31 January: 28 February, 31 March, 30 April", { tags: ["long"] }, async () => {
    const life = await onAClock();
    const { id } = await life.start();
    const ends: string[] = [];
    for (const date of ["2027-02-01", "2027-03-01", "2027-04-01", "2027-05-01"]) {
      await life.to(Date.parse(`${date}T00:00:00Z`) / 1000);
      const [item] = (await life.read(id)).items.data;
      ends.push(new Date((item?.current_period_end ?? 0) * 1000).toISOString());
    }
    expect(ends).toEqual([
      "2027-02-28T12:00:00.000Z",
      "2027-03-31T12:00:00.000Z",
      "2027-04-30T12:00:00.000Z",
      "2027-05-31T12:00:00.000Z",
    ]);
    expect((await life.invoices()).map(({ status, amount_paid }) => ({ status, amount_paid }))).toEqual(
      Array.from({ length: 4 }, () => ({ status: "paid", amount_paid: 1000 })),
    );
  });

  test("drafts an invoice that takes more items for an hour, then is finalized and paid", async () => {
    const life = await onAClock();
    const { id } = await life.start();
    const end = Date.parse("2027-02-28T12:00:00Z") / 1000;
    await life.to(end + 60);
    const [draft] = await life.invoices();
    expect(draft).toMatchObject({
      status: "draft",
      billing_reason: "subscription_cycle",
      created: end,
      automatically_finalizes_at: end + HOUR,
    });
    const overage = {
      customer: life.customer.id,
      invoice: draft?.id ?? "",
      amount: 500,
      currency: "usd",
      description: "Overage",
    };
    await life.stripe.invoiceItems.create(overage);
    await life.to(end + HOUR);
    const [paid] = await life.invoices();
    expect(paid).toMatchObject({ id: draft?.id, status: "paid", total: 1500, amount_paid: 1500 });
    expect(await refused(life.stripe.invoiceItems.create(overage))).toMatchObject({
      code: "invoice_not_editable",
    });
    expect((await life.read(id)).latest_invoice).toBe(draft?.id);
    const types = await life.types();
    expect(types.slice(types.lastIndexOf("invoice.created"))).toEqual(
      [
        "invoice.created",
        "customer.subscription.updated",
        "test_helpers.test_clock.ready",
        "invoiceitem.created",
        "invoice.updated",
        "test_helpers.test_clock.advancing",
        "customer.updated",
        "payment_intent.created",
        "invoice.finalized",
        "charge.succeeded",
        "payment_intent.succeeded",
        "invoice_payment.paid",
        "invoice.paid",
        "invoice.payment_succeeded",
        "test_helpers.test_clock.ready",
      ].filter(
        (type) =>
          type !== "customer.updated" || types.slice(types.lastIndexOf("invoice.created")).includes(type),
      ),
    );
  });

  test("a card that fails: past due, tried again after 3, 5 and 7 days, then canceled", {
    tags: ["long"],
  }, async () => {
    const life = await onAClock();
    await life.stripe.rawRequest("POST", "/sandbox/settings", { after_last_retry: "cancel" });
    const { id } = await life.start();
    await worse(life);
    const charged = Date.parse("2027-02-28T13:00:00Z") / 1000;
    const seen: unknown[] = [];
    for (const moment of [charged, charged + 3 * DAY, charged + 8 * DAY, charged + 15 * DAY]) {
      await life.to(moment);
      const [invoice] = await life.invoices();
      seen.push([(await life.read(id)).status, invoice?.attempt_count, invoice?.next_payment_attempt]);
    }
    expect(seen).toEqual([
      ["past_due", 1, charged + 3 * DAY],
      ["past_due", 2, charged + 8 * DAY],
      ["past_due", 3, charged + 15 * DAY],
      ["canceled", 4, null],
    ]);
    expect(await life.read(id)).toMatchObject({ cancellation_details: { reason: "payment_failed" } });
  });

  test("a card that fails and is then replaced: active again with the next attempt, or when it is paid by hand", {
    tags: ["long"],
  }, async () => {
    const life = await onAClock();
    const { id } = await life.start();
    const good = String(life.customer.invoice_settings.default_payment_method);
    await worse(life);
    const charged = Date.parse("2027-02-28T13:00:00Z") / 1000;
    await life.to(charged);
    const [open] = await life.invoices();
    const failed = await refused(life.stripe.invoices.pay(open?.id ?? ""));
    expect(failed).toMatchObject({ statusCode: 402, code: "card_declined" });
    expect(await life.stripe.invoices.retrieve(open?.id ?? "")).toMatchObject({
      status: "open",
      attempt_count: 1,
    });
    await life.stripe.invoices.pay(open?.id ?? "", { payment_method: good });
    expect((await life.read(id)).status).toBe("active");
  });

  test("cancel_at_period_end ends it there, unless it is taken back", async () => {
    const life = await onAClock();
    const [one, two] = [await life.start(), await life.start()];
    const end = Date.parse("2027-02-28T12:00:00Z") / 1000;
    for (const { id } of [one, two]) {
      const ending = await life.stripe.subscriptions.update(id, { cancel_at_period_end: true });
      expect(ending).toMatchObject({
        status: "active",
        cancel_at: end,
        canceled_at: JANUARY_31,
        ended_at: null,
      });
    }
    await life.stripe.subscriptions.update(two.id, { cancel_at_period_end: false });
    await life.to(end);
    expect(await life.read(one.id)).toMatchObject({
      status: "canceled",
      ended_at: end,
      canceled_at: JANUARY_31,
    });
    expect(await life.read(two.id)).toMatchObject({ status: "active", cancel_at: null, canceled_at: null });
  });
});

describe("a trial", () => {
  const trial = { trial_period_days: 14 };
  const ends = JANUARY_31 + 14 * DAY;

  test("ends with a charge; it was announced three days before", async () => {
    const life = await onAClock();
    const begun = await life.start(trial);
    expect(begun).toMatchObject({ status: "trialing", trial_end: ends, billing_cycle_anchor: ends });
    expect((await life.invoices())[0]).toMatchObject({
      total: 0,
      status: "paid",
      lines: { data: [{ amount: 0 }] },
    });
    await life.to(ends - 3 * DAY);
    expect(await life.types()).toContain("customer.subscription.trial_will_end");
    await life.to(ends + HOUR);
    expect((await life.read(begun.id)).status).toBe("active");
    expect((await life.invoices())[0]).toMatchObject({ total: 1000, status: "paid" });
  });

  test.each([
    ["cancel", "canceled"],
    ["pause", "paused"],
    ["create_invoice", "past_due"],
  ] as const)("without a card, %s: %s", async (missing_payment_method, status) => {
    const life = await onAClock(null);
    const begun = await life.start({
      ...trial,
      trial_settings: { end_behavior: { missing_payment_method } },
    });
    await life.to(ends + 2 * HOUR);
    expect((await life.read(begun.id)).status).toBe(status);
  });

  test("left paused, it is resumed by a payment", async () => {
    const life = await onAClock(null);
    const begun = await life.start({
      ...trial,
      trial_settings: { end_behavior: { missing_payment_method: "pause" } },
    });
    await life.to(ends + DAY);
    const card = await life.stripe.paymentMethods.attach("pm_card_visa", { customer: life.customer.id });
    await life.stripe.customers.update(life.customer.id, {
      invoice_settings: { default_payment_method: card.id },
    });
    const resumed = await life.stripe.subscriptions.resume(begun.id);
    expect(resumed).toMatchObject({
      status: "active",
      items: { data: [{ current_period_start: ends + DAY }] },
    });
  });

  test("is ended early, or moved", async () => {
    const life = await onAClock();
    const [early, moved] = [await life.start(trial), await life.start(trial)];
    const ended = await life.stripe.subscriptions.update(early.id, { trial_end: "now" });
    expect(ended).toMatchObject({
      status: "active",
      trial_end: JANUARY_31,
      items: { data: [{ current_period_start: JANUARY_31 }] },
    });
    expect(await life.stripe.invoices.retrieve(String(ended.latest_invoice))).toMatchObject({
      total: 1000,
      status: "paid",
    });
    const later = await life.stripe.subscriptions.update(moved.id, { trial_end: ends + DAY });
    expect(later).toMatchObject({
      status: "trialing",
      trial_end: ends + DAY,
      items: { data: [{ current_period_end: ends + DAY }] },
    });
  });
});

test("an incomplete subscription expires after 23 hours, and its invoice is void", {
  tags: ["long"],
}, async () => {
  const life = await onAClock("pm_card_chargeCustomerFail");
  const begun = await life.start({ payment_behavior: "allow_incomplete" });
  expect(begun.status).toBe("incomplete");
  await life.to(JANUARY_31 + 23 * HOUR - 1);
  expect((await life.read(begun.id)).status).toBe("incomplete");
  await life.to(JANUARY_31 + 23 * HOUR);
  expect((await life.read(begun.id)).status).toBe("incomplete_expired");
  expect((await life.invoices())[0]?.status).toBe("void");
});

describe("collection that is paused", () => {
  test.each([
    ["void", "void"],
    ["mark_uncollectible", "uncollectible"],
    ["keep_as_draft", "draft"],
  ] as const)("%s: the renewal's invoice is %s, the status stays", async (behavior, status) => {
    const life = await onAClock();
    const { id } = await life.start();
    const resumes_at = JANUARY_31 + 40 * DAY;
    await life.stripe.subscriptions.update(id, { pause_collection: { behavior, resumes_at } });
    await life.to(JANUARY_31 + 30 * DAY);
    expect((await life.read(id)).status).toBe("active");
    expect((await life.invoices())[0]?.status).toBe(status);
    await life.to(resumes_at);
    expect((await life.read(id)).pause_collection).toBeNull();
  });
});

test("real time passes, too: a trial that ends in three seconds becomes a subscription", {
  tags: ["long"],
}, async () => {
  const { stripe } = sandbox.anAccount();
  const customer = await aPayer(stripe);
  const price = await aPrice(stripe, 700);
  const trial_end = Math.floor(Date.now() / 1000) + 3;
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_end,
  });
  let now = await stripe.subscriptions.retrieve(id);
  while (now.status === "trialing") {
    await new Promise((resolve) => setTimeout(resolve, 50));
    now = await stripe.subscriptions.retrieve(id);
  }
  expect(now).toMatchObject({ status: "active", items: { data: [{ current_period_start: trial_end }] } });
  const [draft] = (await stripe.invoices.list({ customer: customer.id })).data;
  expect(draft).toMatchObject({ status: "draft", total: 700, automatically_finalizes_at: trial_end + HOUR });
});

test("two processes advance one clock together, and nothing happens twice", { tags: ["long"] }, async () => {
  const beside = await openSandbox();
  const life = await onAClock();
  await Promise.all([life.start(), life.start(), life.start()]);
  await life.to(JANUARY_31 + 58 * DAY);
  expect(await life.invoices()).toHaveLength(6);
  expect((await life.types()).filter((type) => type === "test_helpers.test_clock.ready")).toHaveLength(1);
  await beside.close();
  expect(beside.errors).toEqual([]);
});

describe("a test clock", () => {
  test("takes three customers, goes forward only, and at most two intervals", async () => {
    const life = await onAClock();
    await life.start();
    const frozen = (frozen_time: number) =>
      refused(life.stripe.testHelpers.testClocks.advance(life.clock, { frozen_time }));
    expect(await frozen(JANUARY_31)).toMatchObject({ statusCode: 400, param: "frozen_time" });
    expect(await frozen(JANUARY_31 + 70 * DAY)).toMatchObject({ statusCode: 400, param: "frozen_time" });
    await life.stripe.customers.create({ test_clock: life.clock });
    await life.stripe.customers.create({ test_clock: life.clock });
    expect(await refused(life.stripe.customers.create({ test_clock: life.clock }))).toMatchObject({
      param: "test_clock",
    });
    expect((await life.stripe.customers.list()).data).toEqual([]);
    expect((await life.stripe.customers.list({ test_clock: life.clock })).data).toHaveLength(3);
  });

  test("takes everything with it when it is deleted", async () => {
    const life = await onAClock();
    const { id } = await life.start();
    expect(await life.stripe.testHelpers.testClocks.del(life.clock)).toMatchObject({ deleted: true });
    expect(await refused(life.stripe.subscriptions.retrieve(id))).toMatchObject({ statusCode: 404 });
  });
});
