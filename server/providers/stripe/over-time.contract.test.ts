// What time brings: renewals, what is used beyond a plan, payments that fail. On test clocks; see ../port.contract.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract } from "../../testing/a-contract.ts";
import { DAY, name, wanting } from "./contract.ts";
import { scheduleChange } from "./schedules.ts";

const HOUR = DAY / 24;

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

/** A monthly subscription of a customer on a clock. */
async function aSubscription(amount: bigint, more: { promotionCodeId?: string } = {}) {
  const { customerId, clockId } = await at.aCustomerOnClock();
  const paymentMethodId = await at.aCard(customerId);
  const items = [{ priceId: await at.aPrice(amount), quantity: 1 }];
  const started = await at.provider.startSubscription(
    wanting({ customerId, paymentMethodId, items, ...more }),
  );
  const { id, currentPeriodEnd: end } = started;
  const toAfter = (milliseconds: number) => at.advance(clockId, new Date(end.getTime() + milliseconds));
  const newest = async () => {
    const [invoice] = await at.provider.listInvoices({ subscriptionId: id, limit: 1 });
    if (!invoice) throw new Error("There is no invoice.");
    return invoice;
  };
  return { id, customerId, clockId, paymentMethodId, started, toAfter, newest };
}

describe("a renewal", () => {
  test("takes what was used beyond the plan on its draft, and charges both together", {
    tags: ["long"],
  }, async () => {
    const { id, customerId, started, toAfter, newest } = await aSubscription(2000n);
    await toAfter(HOUR / 4);
    const draft = await newest();
    expect(draft).toMatchObject({ status: "DRAFT", total: 2000n, reason: "subscription_cycle" });
    const overage = {
      key: name("overage"),
      customerId,
      subscriptionId: id,
      amount: 700n,
      currency: "USD",
      description: "14 calls above the limit",
      periodEnd: started.currentPeriodEnd,
      periodStart: started.currentPeriodStart,
    };
    const item = await at.provider.ensureInvoiceItem(overage);
    expect(await at.provider.ensureInvoiceItem(overage)).toEqual(item);
    await toAfter(3 * HOUR);
    const paid = await newest();
    expect(paid).toMatchObject({ id: draft.id, status: "PAID", total: 2700n, amountPaid: 2700n });
    expect(paid.lines.map(({ key }) => key)).toContain(overage.key);
    expect(await at.provider.readSubscription(id)).toMatchObject({
      status: "ACTIVE",
      currentPeriodStart: started.currentPeriodEnd,
    });
  });

  test("keeps a discount over a scheduled change", { tags: ["long"] }, async () => {
    const coupon = await at.stripe.coupons.create({ percent_off: 50, duration: "forever" });
    const { id: promotionCodeId } = await at.stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
    });
    const { id, toAfter, newest } = await aSubscription(2000n, { promotionCodeId });
    expect(await newest()).toMatchObject({ total: 1000n, discount: 1000n });
    const items = [{ priceId: await at.aPrice(3000n), quantity: 1 }];
    await at.provider.scheduleChange({ id, items });
    const { scheduleId } = (await at.provider.readSubscription(id)) ?? {};
    expect(await at.provider.readSchedule(scheduleId ?? "")).toMatchObject({
      coming: [{ items }],
      endsSubscription: false,
    });
    await toAfter(3 * HOUR);
    expect(await newest()).toMatchObject({ status: "PAID", subtotal: 3000n, discount: 1500n, total: 1500n });
    expect(await at.provider.readSubscription(id)).toMatchObject({ items });
  });
});

describe("a scheduled change that meets the renewal", () => {
  test("begins when the schedule says, a period later where its period has ended meanwhile", {
    tags: ["long"],
  }, async () => {
    const { id, started, toAfter, newest } = await aSubscription(2000n);
    const items = [{ priceId: await at.aPrice(3000n), quantity: 1 }];
    expect(await at.provider.scheduleChange({ id, items })).toEqual(started.currentPeriodEnd);
    const { subscriptionSchedules: schedules } = at.stripe;
    const update = schedules.update.bind(schedules);
    // The renewal comes between the making of the schedule, which it ends, and the writing of its phases.
    schedules.update = async (...args: Parameters<typeof update>) => {
      schedules.update = update;
      await toAfter(HOUR / 4);
      return update(...args);
    };
    const begins = await scheduleChange(at.stripe, { id, items });
    const renewed = await at.provider.readSubscription(id);
    expect(renewed).toMatchObject({ currentPeriodStart: started.currentPeriodEnd, items: started.items });
    expect(begins).toEqual(renewed?.currentPeriodEnd);
    await toAfter(begins.getTime() - started.currentPeriodEnd.getTime() + HOUR / 4);
    expect(await newest()).toMatchObject({ subtotal: 3000n });
    expect(await at.provider.scheduleChange({ id, items })).toEqual(begins);
    expect(await at.provider.dropScheduledChange({ id, items: started.items })).toMatchObject({ items });
  });

  test("leaves the prices of a trial that ends meanwhile, of which the first period is billed", {
    tags: ["long"],
  }, async () => {
    const { customerId, clockId } = await at.aCustomerOnClock();
    const paymentMethodId = await at.aCard(customerId);
    const before = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const trialEnd = new Date((await at.provider.readTestClock(clockId))?.now.getTime() ?? 0);
    trialEnd.setTime(trialEnd.getTime() + 10 * DAY);
    const { id } = await at.provider.startSubscription(
      wanting({ customerId, paymentMethodId, items: before, trialEnd }),
    );
    const items = [{ priceId: await at.aPrice(3000n), quantity: 1 }];
    const { subscriptions } = at.stripe;
    const update = subscriptions.update.bind(subscriptions);
    subscriptions.update = async (...args: Parameters<typeof update>) => {
      subscriptions.update = update;
      await at.advance(clockId, new Date(trialEnd.getTime() + HOUR / 4));
      return update(...args);
    };
    const begins = await scheduleChange(at.stripe, { id, items });
    const begun = await at.provider.readSubscription(id);
    expect(begun).toMatchObject({ status: "ACTIVE", items: before, currentPeriodStart: trialEnd });
    expect(begins).toEqual(begun?.currentPeriodEnd);
  });
});

describe("a renewal whose payment fails", () => {
  test("is past due and tried again, and is paid with another card", async () => {
    const { id: subscriptionId, customerId, toAfter, newest } = await aSubscription(2000n);
    const failing = await at.aCard(customerId, "tok_chargeCustomerFail");
    await at.provider.chargeToCard({ subscriptionId, paymentMethodId: failing });
    await toAfter(3 * HOUR);
    const open = await newest();
    expect(open).toMatchObject({ status: "OPEN", amountDue: 2000n, amountPaid: 0n });
    expect(open.attemptCount).toBeGreaterThan(0);
    expect(open.nextAttemptAt).not.toBeNull();
    expect(await at.provider.readSubscription(subscriptionId)).toMatchObject({ status: "PAST_DUE" });
    expect(await at.provider.readUnpaidTime(subscriptionId)).toMatchObject({ drafts: [] });
    await expect(at.provider.retryPayment({ subscriptionId })).rejects.toMatchObject({ code: "K7001" });
    const paymentMethodId = await at.aCard(customerId);
    await at.provider.chargeToCard({ subscriptionId, paymentMethodId });
    await at.provider.retryPayment({ subscriptionId });
    expect(await newest()).toMatchObject({ id: open.id, status: "PAID", amountPaid: 2000n });
    expect(await at.provider.readSubscription(subscriptionId)).toMatchObject({ status: "ACTIVE" });
  });
});

test("an ended subscription takes no amount and is invoiced no more; its customer is", async () => {
  const { id: subscriptionId, customerId, started } = await aSubscription(2000n);
  await at.provider.cancelSubscription({ id: subscriptionId, idempotencyKey: name("end") });
  await at.provider.invoiceNow({ customerId, subscriptionId, idempotencyKey: name("now") });
  const amount = {
    key: name("late"),
    amount: 300n,
    currency: "USD",
    description: "Used before the end",
    periodStart: started.currentPeriodStart,
    periodEnd: started.currentPeriodEnd,
  };
  expect(await at.provider.ensureInvoiceItem({ ...amount, customerId, subscriptionId })).toBe("ENDED");
  expect(await at.provider.listInvoices({ subscriptionId, limit: 5 })).toHaveLength(1);
  const invoice = { key: name("ended"), customerId, subscriptionId, currency: "USD", items: [amount] };
  await at.provider.invoiceEnded(invoice);
  await at.provider.invoiceEnded(invoice);
  const { data } = await at.stripe.invoices.list({ customer: customerId });
  expect(data.map(({ total, status }) => [total, status])).toEqual([
    [300, "paid"],
    [2000, "paid"],
  ]);
});

test("two currencies are two customers; one customer is refused the second", { tags: ["long"] }, async () => {
  const inEuros = await at.provider.ensurePrice({
    key: name("price"),
    productId: at.productId,
    amount: 900n,
    currency: "EUR",
    interval: "MONTH",
  });
  const { customerId } = await aSubscription(1000n);
  const items = [{ priceId: inEuros.id, quantity: 1 }];
  const paymentMethodId = await at.aCard(customerId);
  const second = at.provider.startSubscription(wanting({ customerId, paymentMethodId, items }));
  await expect(second).rejects.toMatchObject({ code: "K7020" });
  const other = await at.aCustomer();
  const card = await at.aCard(other);
  const started = await at.provider.startSubscription(
    wanting({ customerId: other, paymentMethodId: card, items }),
  );
  expect(started.status).toBe("ACTIVE");
  expect(await at.provider.hasSubscription({ customerId: other, currency: "EUR" })).toBe(true);
});

test("a test clock goes with all that was made on it, once and again", { tags: ["long"] }, async () => {
  const { id, customerId, clockId } = await aSubscription(1000n);
  expect(await at.provider.readTestClock(clockId)).toMatchObject({ isReady: true });
  await at.provider.deleteTestClock(clockId);
  await at.provider.deleteTestClock(clockId);
  expect(await at.provider.readTestClock(clockId)).toBeNull();
  expect(await at.provider.readCustomer(customerId)).toBeNull();
  expect((await at.provider.readSubscription(id))?.status ?? "CANCELED").toBe("CANCELED");
});
