// @module-tag ci
// Changing subscriptions, as every card provider must do it; see ../port.contract.test.ts.

import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract, isReal } from "../../testing/a-contract.ts";
import { amounts, type Contract, confirmAsHolder, DAY, name, wanting, within } from "./contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

/** A promotion code that takes a percentage off, for good. */
async function aCode(percent_off: number) {
  const coupon = await at.stripe.coupons.create({ percent_off, duration: "forever" });
  return at.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } });
}

describe("changing", () => {
  test("10 to 20 half-way charges the difference of 5 at once, line by line", async () => {
    const { started } = await at.aSubscription(1000n);
    const dearer = await at.aPrice(2000n);
    const changed = await at.provider.changeSubscription({
      idempotencyKey: name("key"),
      id: started.id,
      items: [{ priceId: dearer, quantity: 1 }],
      prorationDate: within(started, 1, 2),
    });
    expect(changed).toEqual({ ...started, items: [{ priceId: dearer, quantity: 1 }] });
    const [invoice] = await at.invoicesOf(started.id);
    expect(invoice).toMatchObject({ status: "paid", total: 500, amount_paid: 500 });
    expect(amounts(invoice)).toEqual([-500, 1000]);
  });

  test("5 to 20 with 29 of 30 parts left is 14.50, and the way back -14.50 to the customer's credit", async () => {
    const { started, customerId, priceId } = await at.aSubscription(500n);
    const dearer = await at.aPrice(2000n);
    const change = { id: started.id, prorationDate: within(started, 1, 30) };
    const up = { ...change, idempotencyKey: name("key"), items: [{ priceId: dearer, quantity: 1 }] };
    await at.provider.changeSubscription(up);
    const [upInvoice] = await at.invoicesOf(started.id);
    expect(upInvoice).toMatchObject({ status: "paid", total: 1450, amount_paid: 1450 });
    expect(amounts(upInvoice)).toEqual([-483, 1933]);

    const down = { ...change, idempotencyKey: name("key"), items: [{ priceId, quantity: 1 }] };
    expect(await at.provider.changeSubscription(down)).toEqual(started);
    const [downInvoice] = await at.invoicesOf(started.id);
    expect(downInvoice).toMatchObject({ total: -1450, amount_due: 0 });
    expect(amounts(downInvoice)).toEqual([-1933, 483]);
    expect(await at.stripe.customers.retrieve(customerId)).toMatchObject({ balance: -1450 });
  });

  test("to the same prices changes nothing, and a repeat with the same key is one change", async () => {
    const { started } = await at.aSubscription(1000n);
    const same = { id: started.id, items: started.items, prorationDate: null };
    expect(await at.provider.changeSubscription({ ...same, idempotencyKey: name("key") })).toEqual(started);
    expect(await at.invoicesOf(started.id)).toHaveLength(1);
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const change = {
      idempotencyKey: name("key"),
      id: started.id,
      items,
      prorationDate: within(started, 1, 2),
    };
    const changed = await Promise.all([
      at.provider.changeSubscription(change),
      at.provider.changeSubscription(change),
    ]);
    expect(changed[1]).toEqual(changed[0]);
    expect(await at.invoicesOf(started.id)).toHaveLength(2);
  });

  test("with a promotion code lowers this invoice as its preview says, and keeps the discount that runs", {
    tags: ["long"],
  }, async () => {
    const { started } = await at.aSubscription(1000n);
    const [first, second] = [await aCode(10), await aCode(50)];
    const { id } = started;
    await at.stripe.subscriptions.update(id, { discounts: [{ promotion_code: first.id }] });
    const items = [{ priceId: await at.aPrice(3000n), quantity: 1 }];
    const change = { id, items, prorationDate: within(started, 1, 2), promotionCodeId: second.id };
    const without = await at.provider.previewChange({ ...change, promotionCodeId: null });
    const preview = await at.provider.previewChange(change);
    expect(preview.total < without.total).toBe(true);
    expect((await at.stripe.promotionCodes.retrieve(second.id)).times_redeemed).toBe(0);
    await at.provider.changeSubscription({ ...change, idempotencyKey: name("key") });
    const [invoice] = await at.invoicesOf(id);
    expect([invoice?.status, invoice?.total]).toEqual(["paid", Number(preview.total)]);
    const after = await at.stripe.subscriptions.retrieve(id, { expand: ["discounts"] });
    const codes = after.discounts.map((one) => (typeof one === "string" ? one : one.promotion_code));
    expect(new Set(codes)).toEqual(new Set([first.id, second.id]));
    expect((await at.stripe.promotionCodes.retrieve(second.id)).times_redeemed).toBe(1);
  });

  test("the period after it costs what its invoice takes, less the discounts that still run then", {
    tags: ["long"],
  }, async () => {
    const { started } = await at.aSubscription(1000n);
    const { id } = started;
    const take = (percent_off: number, duration: Stripe.CouponCreateParams.Duration) =>
      at.stripe.coupons.create({
        percent_off,
        duration,
        ...(duration === "repeating" && { duration_in_months: 1 }),
      });
    const [always, once, month] = [
      await take(10, "forever"),
      await take(20, "once"),
      await take(30, "repeating"),
    ];
    const { discounts } = await at.stripe.subscriptions.update(id, {
      discounts: [always, once, month].map(({ id: coupon }) => ({ coupon })),
      expand: ["discounts"],
    });
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    // The discount's month began a moment after the subscription's.
    const ends = discounts.map((one) => (typeof one === "string" ? 0 : (one.end ?? 0) * 1000));
    const startsAt = new Date(Math.max(started.currentPeriodEnd.getTime(), ...ends));
    const period = { id, items, at: started.currentPeriodStart, startsAt };
    // Without an invoice in between, what is taken off once is still there.
    expect(await at.provider.previewPeriod({ ...period, isAtOnce: false })).toBe(1440n);
    expect(await at.provider.previewPeriod({ ...period, isAtOnce: true })).toBe(1800n);
    const { id: promotionCodeId } = await aCode(50);
    expect(await at.provider.previewPeriod({ ...period, isAtOnce: true, promotionCodeId })).toBe(900n);
    expect((await at.stripe.promotionCodes.retrieve(promotionCodeId)).times_redeemed).toBe(0);
    await at.stripe.subscriptions.update(id, { discounts: [{ coupon: once.id }] });
    expect(await at.provider.previewPeriod({ ...period, isAtOnce: true })).toBe(2000n);
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await at.provider.previewPeriod({ ...period, isAtOnce: true })).toBe(2000n);
  });

  test("gives back time that was paid elsewhere as its preview says, once it is paid, and nothing where it is declined", {
    tags: ["long"],
  }, async () => {
    const { started, customerId } = await at.aSubscription(1000n);
    const { id } = started;
    const items = [{ priceId: await at.aPrice(3000n), quantity: 1 }];
    const [from, end] = [within(started, 1, 2), started.currentPeriodEnd];
    const unused = [{ description: "Unused time: Pro", amount: -300n, start: from, end }];
    const change = { id, items, prorationDate: from, unused };
    const preview = await at.provider.previewChange(change);
    expect(preview).toMatchObject({ total: 700n, amountDue: 700n });
    expect(preview.lines.map(({ description }) => description)).toContain("Unused time: Pro");

    const failing = await at.provider.attachPaymentMethod({
      customerId,
      paymentMethodId: "pm_card_chargeCustomerFail",
    });
    const before = await at.stripe.subscriptions.retrieve(id);
    await at.stripe.subscriptions.update(id, { default_payment_method: failing.paymentMethodId });
    await expect(
      at.provider.changeSubscription({ ...change, idempotencyKey: name("key") }),
    ).rejects.toMatchObject({ code: "K7001" });
    expect((await at.stripe.invoiceItems.list({ customer: customerId, pending: true })).data).toEqual([]);
    await at.stripe.subscriptions.update(id, {
      default_payment_method: String(before.default_payment_method),
    });

    await at.provider.changeSubscription({ ...change, idempotencyKey: name("key") });
    const [invoice] = await at.invoicesOf(id);
    expect(invoice).toMatchObject({ status: "paid", total: 700 });
    const read = await at.provider.readInvoice(String(invoice?.id));
    expect(read?.lines.map(({ description, amount }) => [description, amount])).toContainEqual([
      "Unused time: Pro",
      -300n,
    ]);
    expect((await at.stripe.invoiceItems.list({ customer: customerId, pending: true })).data).toEqual([]);
  });

  describe("with a card whose bank asks each time", () => {
    /** A subscription that was paid with another card before. */
    async function aGuarded() {
      const { started, customerId } = await at.aSubscription(1000n);
      const method = { customerId, paymentMethodId: "pm_card_authenticationRequired" };
      const { paymentMethodId } = await at.provider.attachPaymentMethod(method);
      await at.stripe.subscriptions.update(started.id, { default_payment_method: paymentMethodId });
      const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
      return { started, paymentMethodId, items };
    }
    const ask = (change: Omit<Parameters<Contract["provider"]["changeSubscription"]>[0], "idempotencyKey">) =>
      at.provider.changeSubscription({ ...change, idempotencyKey: name("key") }).catch((error) => error);

    test("is K7002 with the secret, the same one when asked again, and nothing has changed", async () => {
      const { started, items } = await aGuarded();
      const change = { id: started.id, items, prorationDate: within(started, 1, 2) };
      const refusal = await ask(change);
      expect(refusal).toMatchObject({ code: "K7002", status: 402 });
      expect(refusal.details.client_secret).toMatch(/^pi_\w+_secret_\w+$/);
      expect((await ask(change)).details).toEqual(refusal.details);
      expect(await at.provider.readSubscription(started.id)).toEqual(started);
      const invoices = await at.invoicesOf(started.id);
      expect(invoices.filter(({ status }) => status === "open")).toMatchObject([{ amount_due: 500 }]);
    });

    test("with a promotion code is K6056, because such a change cannot wait, and nothing has changed", async () => {
      const { started, items } = await aGuarded();
      const { id: promotionCodeId } = await aCode(10);
      const change = { id: started.id, items, prorationDate: within(started, 1, 2), promotionCodeId };
      expect(await ask(change)).toMatchObject({ code: "K6056", status: 409 });
      expect(await at.provider.readSubscription(started.id)).toEqual(started);
      expect((await at.stripe.subscriptions.retrieve(started.id)).discounts).toEqual([]);
    });

    test("another change gives the unconfirmed one up", { tags: ["long"] }, async () => {
      const { started, items } = await aGuarded();
      const first = await ask({ id: started.id, items, prorationDate: within(started, 1, 2) });
      const other = [{ priceId: await at.aPrice(3000n), quantity: 1 }];
      const second = await ask({ id: started.id, items: other, prorationDate: within(started, 1, 2) });
      expect(second.details.client_secret).not.toBe(first.details.client_secret);
      const invoices = await at.invoicesOf(started.id);
      expect(invoices.map(({ status }) => status).sort()).toEqual(["open", "paid", "void"]);
      const drop = { id: started.id, items, prorationDate: within(started, 1, 2) };
      expect(await at.provider.dropUnpaidChange(drop)).toBe("none");
      expect(await at.provider.dropUnpaidChange(drop)).toBe("none");
      expect((await at.invoicesOf(started.id)).map(({ status }) => status).sort()).toEqual([
        "paid",
        "void",
        "void",
      ]);
    });

    test("is dropped when its subscription ends, and made when it was confirmed before", {
      tags: ["long"],
    }, async () => {
      for (const isConfirmed of [false, true]) {
        const { started, items, paymentMethodId } = await aGuarded();
        const refusal = await ask({ id: started.id, items, prorationDate: within(started, 1, 2) });
        const confirm = () => confirmAsHolder(at, String(refusal.details.client_secret), paymentMethodId);
        if (isConfirmed) await confirm();
        const ended = await at.provider.cancelSubscription({ id: started.id, idempotencyKey: name("end") });
        expect(ended).toMatchObject({ status: "CANCELED", items: isConfirmed ? items : started.items });
        if (!isConfirmed) await expect(confirm()).rejects.toThrow();
        const [invoice] = await at.invoicesOf(started.id);
        expect(invoice?.status).toBe(isConfirmed ? "paid" : "void");
      }
    });

    test("is dropped after its subscription has ended, again and again, and one that was made stays", async () => {
      const { started, items } = await aGuarded();
      await ask({ id: started.id, items, prorationDate: within(started, 1, 2) });
      const drop = (wanted: typeof items) =>
        at.provider.dropEndedChange({ id: started.id, items: wanted, idempotencyKey: name("drop") });
      const statuses = async () => (await at.invoicesOf(started.id)).map(({ status }) => status);
      await drop(items);
      expect(await statuses()).toEqual(["open", "paid"]);
      await at.stripe.subscriptions.cancel(started.id);
      await drop(started.items);
      expect(await statuses()).toEqual(["open", "paid"]);
      await drop(items);
      await drop(items);
      expect(await statuses()).toEqual(["void", "paid"]);
    });

    test("takes drivers away, too, and leaves none of quantity 0", { tags: ["long"] }, async () => {
      const { started, items: dearer, paymentMethodId } = await aGuarded();
      const seats = { priceId: await at.aPrice(100n), quantity: 3 };
      await at.stripe.subscriptions.update(started.id, {
        items: [{ price: seats.priceId, quantity: seats.quantity }],
        proration_behavior: "none",
      });
      const storage = { priceId: await at.aPrice(10n), quantity: 2 };
      const change = { id: started.id, items: [...dearer, storage], prorationDate: within(started, 1, 2) };
      const refusal = await ask(change);
      expect(refusal).toMatchObject({ code: "K7002", status: 402 });
      expect((await ask(change)).details).toEqual(refusal.details);
      if (isReal) return;
      await confirmAsHolder(at, refusal.details.client_secret, paymentMethodId);
      const items = expect.arrayContaining(change.items);
      expect(await at.provider.readSubscription(started.id)).toMatchObject({ items });
      expect((await at.provider.readSubscription(started.id))?.items).toHaveLength(2);
      await at.provider.removeEmptyItems(started.id);
      await at.provider.removeEmptyItems(started.id);
      expect((await at.stripe.subscriptions.retrieve(started.id)).items.data).toHaveLength(2);
      expect(await ask(change)).toMatchObject({ id: started.id, items });
      expect(await at.invoicesOf(started.id)).toHaveLength(2);
    });

    test("a debt that is tried again is K7002 with its secret, and the change's invoice is not tried", {
      tags: ["long"],
    }, async () => {
      const { started, items, paymentMethodId } = await aGuarded();
      await ask({ id: started.id, items, prorationDate: within(started, 1, 2) });
      await at.provider.retryPayment({ subscriptionId: started.id });
      const { customerId: customer } = started;
      await at.stripe.invoiceItems.create({
        customer,
        amount: 700,
        currency: "usd",
        subscription: started.id,
      });
      const draft = await at.stripe.invoices.create({
        customer,
        subscription: started.id,
        auto_advance: false,
      });
      const { id } = await at.stripe.invoices.finalizeInvoice(draft.id ?? "");
      const retry = () => at.provider.retryPayment({ subscriptionId: started.id });
      const refusal = await retry().catch((error) => error);
      expect(refusal).toMatchObject({ code: "K7002", status: 402 });
      expect(refusal.details.client_secret).toMatch(/^pi_\w+_secret_\w+$/);
      if (isReal) return;
      await confirmAsHolder(at, refusal.details.client_secret, paymentMethodId);
      expect(await at.stripe.invoices.retrieve(id ?? "")).toMatchObject({ status: "paid", amount_paid: 700 });
      await retry();
      expect(await at.provider.readSubscription(started.id)).toMatchObject({ items: started.items });
    });

    // Stripe's own 3-D Secure page is for people in browsers.
    if (!isReal)
      test("is made, charged once, when the holder has confirmed", { tags: ["long"] }, async () => {
        const { started, items, paymentMethodId } = await aGuarded();
        const change = { id: started.id, items, prorationDate: within(started, 1, 2) };
        const refusal = await ask(change);
        await confirmAsHolder(at, refusal.details.client_secret, paymentMethodId);
        expect(await at.provider.readSubscription(started.id)).toEqual({ ...started, items });
        expect(await ask(change)).toEqual({ ...started, items });
        const invoices = await at.invoicesOf(started.id);
        expect(invoices.map(({ status, amount_paid }) => [status, amount_paid]).sort()).toEqual([
          ["paid", 1000],
          ["paid", 500],
        ]);
      });
  });

  test.each([
    ["before the period counts as its beginning", "currentPeriodStart", -DAY, 1000],
    ["after the period counts as its end", "currentPeriodEnd", DAY, 0],
  ] as const)("a moment %s", { tags: ["long"] }, async (_, edge, distance, total) => {
    const { started } = await at.aSubscription(1000n);
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const prorationDate = new Date(started[edge].getTime() + distance);
    const change = { id: started.id, items, prorationDate };
    expect(Number((await at.provider.previewChange(change)).total)).toBe(total);
    // The key was used when the moment was still within a period, and the request came to nothing.
    const idempotencyKey = name("key");
    await at.stripe.subscriptions.update(started.id, { metadata: { tried: "yes" } }, { idempotencyKey });
    expect(await at.provider.changeSubscription({ ...change, idempotencyKey })).toMatchObject({ items });
    const { 0: invoice, length } = await at.invoicesOf(started.id);
    expect([invoice?.total, length]).toEqual([total, 2]);
  });

  test("adds, multiplies and drops drivers beside the plan's price", async () => {
    const { started, priceId } = await at.aSubscription(1000n);
    const [seats, storage, dearer] = [await at.aPrice(100n), await at.aPrice(10n), await at.aPrice(2000n)];
    const wanted = [
      [
        { priceId, quantity: 1 },
        { priceId: seats, quantity: 3 },
      ],
      [
        { priceId, quantity: 1 },
        { priceId: seats, quantity: 5 },
        { priceId: storage, quantity: 1 },
      ],
      [
        { priceId: dearer, quantity: 1 },
        { priceId: storage, quantity: 2 },
      ],
      [{ priceId: dearer, quantity: 1 }],
    ];
    for (const items of wanted) {
      const change = { idempotencyKey: name("key"), id: started.id, items, prorationDate: null };
      const changed = await at.provider.changeSubscription(change);
      expect(changed.items).toHaveLength(items.length);
      expect(changed.items).toEqual(expect.arrayContaining(items));
    }
  });

  test("by month to by year begins a year now", async () => {
    const { started } = await at.aSubscription(1000n);
    const items = [{ priceId: await at.aPrice(10_000n, "YEAR"), quantity: 1 }];
    const change = { idempotencyKey: name("key"), id: started.id, items, prorationDate: null };
    const changed = await at.provider.changeSubscription(change);
    const days = (changed.currentPeriodEnd.getTime() - changed.currentPeriodStart.getTime()) / DAY;
    expect([365, 366]).toContain(days);
    expect((await at.invoicesOf(started.id))[0]).toMatchObject({ status: "paid" });
  });

  test("on trial charges nothing and keeps the trial", async () => {
    const trialEnd = new Date(Math.floor(Date.now() / 1000) * 1000 + 14 * DAY);
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    const trial = await at.provider.startSubscription(
      wanting({ customerId: await at.aCustomer(), items, trialEnd }),
    );
    const dearer = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const change = { idempotencyKey: name("key"), id: trial.id, items: dearer, prorationDate: new Date() };
    expect(await at.provider.changeSubscription(change)).toEqual({ ...trial, items: dearer });
    const invoices = await at.invoicesOf(trial.id);
    expect(invoices.map(({ total }) => total).filter((total) => total !== 0)).toEqual([]);
  });

  test("with a card that fails is K7001 and leaves the old plan, its period and its invoices", async () => {
    const { started, customerId } = await at.aSubscription(1000n);
    const failing = await at.aCard(customerId, "tok_chargeCustomerFail");
    await at.stripe.subscriptions.update(started.id, { default_payment_method: failing });
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const change = {
      idempotencyKey: name("key"),
      id: started.id,
      items,
      prorationDate: within(started, 1, 2),
    };
    await expect(at.provider.changeSubscription(change)).rejects.toMatchObject({
      code: "K7001",
      status: 402,
    });
    expect(await at.provider.readSubscription(started.id)).toEqual(started);
    const open = (await at.invoicesOf(started.id)).filter(
      ({ status }) => status === "open" || status === "draft",
    );
    expect(open).toEqual([]);
  });

  test("of a free plan to a price without a card is K6052 and leaves it free", async () => {
    const priceId = await at.aPrice(0n);
    const free = await at.provider.startSubscription(
      wanting({ customerId: await at.aCustomer(), items: [{ priceId, quantity: 1 }] }),
    );
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    const change = { idempotencyKey: name("key"), id: free.id, items, prorationDate: null };
    await expect(at.provider.changeSubscription(change)).rejects.toMatchObject({
      code: "K6052",
      details: { currency: "USD", save_with: "POST /v1/billing/payment-methods" },
    });
    expect((await at.provider.readSubscription(free.id))?.items).toEqual([{ priceId, quantity: 1 }]);
  });
});
