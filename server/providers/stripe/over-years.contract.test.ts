// @module-tag ci
// What happens to a subscription over years, as every card provider must do it; see ../port.contract.test.ts.

import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract } from "../../testing/a-contract.ts";
import { DAY, name, wanting } from "./contract.ts";
import { scheduleChange } from "./schedules.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

/** What is found for a code in dollars. */
function find(asked: { code: string; customerId: string | null; now?: Date }) {
  return at.provider.findPromotionCode({ currency: "USD", now: new Date(), ...asked });
}

async function found(asked: { code: string; customerId: string | null }): Promise<string> {
  const answer = await find(asked);
  if ("refused" in answer) throw new Error(answer.refused);
  return answer.id;
}

describe("a scheduled change", () => {
  test("keeps the prices until the period ends, is replaced by a second one, and can be dropped", async () => {
    const { started } = await at.aSubscription(2000n);
    const schedule = async (amount: bigint) =>
      at.provider.scheduleChange({
        id: started.id,
        items: [{ priceId: await at.aPrice(amount), quantity: 1 }],
      });
    await schedule(1000n);
    const scheduled = { isScheduled: true, scheduleId: expect.stringMatching(/^sub_sched_/) };
    expect(await at.provider.readSubscription(started.id)).toEqual({ ...started, ...scheduled });
    await schedule(500n);
    expect(await at.invoicesOf(started.id)).toHaveLength(1);
    const { id, items } = started;
    await at.provider.dropScheduledChange({ id, items });
    await at.provider.dropScheduledChange({ id, items });
    expect(await at.provider.readSubscription(id)).toEqual(started);
  });

  test("keeps the discount of a promotion code", async () => {
    const code = name("CODE").replace("_", "").toUpperCase();
    const coupon = await at.stripe.coupons.create({ percent_off: 50, duration: "forever" });
    await at.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
    const customerId = await at.aCustomer();
    const promotionCodeId = await found({ code, customerId });
    const paymentMethodId = await at.aCard(customerId);
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const wanted = wanting({ customerId, paymentMethodId, items, promotionCodeId });
    const { id } = await at.provider.startSubscription(wanted);
    const before = await at.stripe.subscriptions.retrieve(id);
    expect(before.discounts).toHaveLength(1);
    const next = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    await at.provider.scheduleChange({ id, items: next });
    const after = await at.stripe.subscriptions.retrieve(id, { expand: ["schedule"] });
    expect(after.discounts).toEqual(before.discounts);
    if (after.schedule === null || typeof after.schedule === "string") throw new Error("Not expanded.");
    expect(after.schedule.phases.map(({ discounts }) => discounts.length)).toEqual([1, 1]);
  });

  test("keeps the discounts of items, the card, the tax rates and the description", {
    tags: ["long"],
  }, async () => {
    const { stripe } = at;
    const customer = await at.aCustomer();
    const own = await at.aCard(customer);
    // Another card is the customer's default.
    await at.aCard(customer, "tok_mastercard");
    const [plan, seats] = [await at.aPrice(2000n), await at.aPrice(500n)];
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
    const rate = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
    const discounts = [{ coupon: coupon.id }];
    const { id } = await stripe.subscriptions.create({
      customer,
      default_payment_method: own,
      default_tax_rates: [rate.id],
      description: "Team of twelve",
      items: [
        { price: plan, discounts },
        { price: seats, quantity: 2, discounts },
      ],
    });
    const before = await stripe.subscriptions.retrieve(id);
    const next = [
      { priceId: await at.aPrice(1000n), quantity: 1 },
      { priceId: seats, quantity: 3 },
    ];
    await at.provider.scheduleChange({ id, items: next });
    const after = await stripe.subscriptions.retrieve(id, { expand: ["schedule"] });
    const itemDiscounts = before.items.data.map((item) => item.discounts);
    expect(itemDiscounts.map(({ length }) => length)).toEqual([1, 1]);
    expect(after.items.data.map((item) => item.discounts)).toEqual(itemDiscounts);
    expect(after.default_payment_method).toBe(own);
    expect(after.description).toBe("Team of twelve");
    expect(after.default_tax_rates?.map((one) => one.id)).toEqual([rate.id]);
    if (after.schedule === null || typeof after.schedule === "string") throw new Error("Not expanded.");
    for (const phase of after.schedule.phases) {
      const ids = phase.items.map((item) => item.discounts.map(({ discount }) => discount));
      expect(ids).toEqual(itemDiscounts);
      expect(phase.default_payment_method).toBe(own);
      expect(phase.default_tax_rates).toHaveLength(1);
      expect(phase.description).toBe("Team of twelve");
    }
  });

  test("charges the card that becomes the default while it is scheduled", async () => {
    const { customerId, started } = await at.aSubscription(2000n);
    const card = await at.aCard(customerId, "tok_mastercard");
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    const { subscriptionSchedules: schedules } = at.stripe;
    const update = schedules.update.bind(schedules);
    // Another call sets the card after this one has read the subscription's, and is done before its phases are written.
    schedules.update = async (...args: Parameters<typeof update>) => {
      schedules.update = update;
      await at.provider.chargeToCard({ subscriptionId: started.id, paymentMethodId: card });
      return update(...args);
    };
    await scheduleChange(at.stripe, { id: started.id, items });
    const after = await at.stripe.subscriptions.retrieve(started.id, { expand: ["schedule"] });
    if (after.schedule === null || typeof after.schedule === "string") throw new Error("Not expanded.");
    expect(after.default_payment_method).toBe(card);
    expect(after.schedule.phases.map((phase) => phase.default_payment_method)).toEqual([card, card]);
  });

  test("keeps automatic tax", async () => {
    const { stripe } = at;
    const customerId = await at.aCustomer();
    await stripe.customers.update(customerId, { address: { country: "DE" } });
    const paymentMethodId = await at.aCard(customerId);
    const items = [{ priceId: await at.aPrice(2000n, "MONTH", "EXCLUSIVE"), quantity: 1 }];
    const wanted = wanting({ customerId, paymentMethodId, items, hasAutomaticTax: true });
    const { id } = await at.provider.startSubscription(wanted);
    const next = [{ priceId: await at.aPrice(1000n, "MONTH", "EXCLUSIVE"), quantity: 1 }];
    await at.provider.scheduleChange({ id, items: next });
    const after = await stripe.subscriptions.retrieve(id, { expand: ["schedule"] });
    expect(after.automatic_tax.enabled).toBe(true);
    if (after.schedule === null || typeof after.schedule === "string") throw new Error("Not expanded.");
    expect(after.schedule.phases.map((phase) => phase.automatic_tax?.enabled)).toEqual([true, true]);
  });

  test("is released by a cancellation at the end of the period", async () => {
    const { started } = await at.aSubscription(2000n);
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    await at.provider.scheduleChange({ id: started.id, items });
    const ending = await at.provider.setEnding({ id: started.id, atPeriodEnd: true, reason: "enough" });
    expect(ending).toMatchObject({ cancelAtPeriodEnd: true, isScheduled: false });
  });

  test("on trial exchanges the prices at once, and back, without an invoice", async () => {
    const customerId = await at.aCustomer();
    const before = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const trialEnd = new Date(Date.now() + 10 * DAY);
    const { id } = await at.provider.startSubscription(wanting({ customerId, items: before, trialEnd }));
    const invoices = await at.invoicesOf(id);
    const items = [{ priceId: await at.aPrice(1000n), quantity: 1 }];
    await at.provider.scheduleChange({ id, items });
    expect((await at.provider.readSubscription(id))?.items).toEqual(items);
    await at.provider.dropScheduledChange({ id, items: before });
    expect((await at.provider.readSubscription(id))?.items).toEqual(before);
    expect(await at.invoicesOf(id)).toHaveLength(invoices.length);
  });
});

describe("paid elsewhere until a moment", () => {
  test("it is active at once, charges nothing, and its period ends then", async () => {
    const customerId = await at.aCustomer();
    const paymentMethodId = await at.aCard(customerId);
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const paidUntil = new Date(Math.floor(Date.now() / 1000) * 1000 + 9 * DAY);
    const started = await at.provider.startSubscription(
      wanting({ customerId, paymentMethodId, items, paidUntil }),
    );
    expect(started).toMatchObject({ status: "ACTIVE", currentPeriodEnd: paidUntil });
    const charged = (await at.invoicesOf(started.id)).filter(({ total }) => total > 0);
    expect(charged).toEqual([]);
  });
});

describe("invoices", () => {
  test("are read with number, lines and links; unknown ones are null", async () => {
    const { started } = await at.aSubscription(1234n);
    const [invoice] = await at.provider.listInvoices({ subscriptionId: started.id, limit: 5 });
    expect(invoice).toMatchObject({
      providerSubscriptionId: started.id,
      reason: "subscription_create",
      status: "PAID",
      currency: "USD",
      total: 1234n,
      amountPaid: 1234n,
    });
    expect(invoice?.number).not.toBeNull();
    expect(invoice?.pdfUrl).not.toBeNull();
    expect(invoice?.lines).toMatchObject([{ amount: 1234n, isProration: false }]);
    expect(await at.provider.readInvoice(invoice?.id ?? "")).toEqual(invoice);
    expect(await at.provider.readInvoice("in_none")).toBeNull();
  });
});

describe("cards", () => {
  test("are listed, the charged one first; another's cannot be removed or charged", async () => {
    const { started, customerId, paymentMethodId } = await at.aSubscription(1000n);
    const second = await at.aCard(customerId, "tok_mastercard");
    await at.provider.chargeToCard({ subscriptionId: started.id, paymentMethodId: second });
    const cards = await at.provider.listCards(customerId);
    expect(cards.map(({ id, brand, isDefault }) => [id, brand, isDefault])).toEqual([
      [second, "mastercard", true],
      [paymentMethodId, "visa", false],
    ]);
    const stranger = await at.aCustomer();
    const theirs = await at.aCard(stranger);
    const remove = (id: string) => at.provider.detachCard({ customerId, paymentMethodId: id });
    await expect(remove(theirs)).rejects.toMatchObject({ code: "K7004" });
    await expect(
      at.provider.chargeToCard({ subscriptionId: started.id, paymentMethodId: theirs }),
    ).rejects.toMatchObject({ code: "K7004" });
    await remove(paymentMethodId);
    expect(await at.provider.listCards(customerId)).toHaveLength(1);
  });

  test("the provider's own page opens for a customer", async () => {
    const customerId = await at.aCustomer();
    const { url } = await at.provider.createPortalSession({ customerId, returnUrl: "https://example.com/" });
    expect(url).toMatch(/^https?:\/\//);
  });
});

describe("promotion codes", () => {
  test("are found by the code that customers enter, and give their discount", async () => {
    const code = name("SAVE").replaceAll("_", "").toUpperCase();
    const coupon = await at.stripe.coupons.create({ percent_off: 50, duration: "once" });
    await at.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
    const customerId = await at.aCustomer();
    const promotionCodeId = await found({ code, customerId });
    const paymentMethodId = await at.aCard(customerId);
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const { id } = await at.provider.startSubscription(
      wanting({ customerId, paymentMethodId, items, promotionCodeId }),
    );
    expect((await at.provider.listInvoices({ subscriptionId: id, limit: 1 }))[0]?.total).toBe(1000n);
  });
});

describe("a promotion code that cannot be redeemed", () => {
  async function aCode(
    coupon: Stripe.CouponCreateParams,
    more: Partial<Stripe.PromotionCodeCreateParams> = {},
  ): Promise<Stripe.PromotionCode> {
    const { id } = await at.stripe.coupons.create(coupon);
    return at.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, ...more });
  }

  test("says why: it is unknown, expired, used up, switched off, another customer's or in another currency", {
    tags: ["long"],
  }, async () => {
    const [customerId, other] = [await at.aCustomer(), await at.aCustomer()];
    const half = { percent_off: 50, duration: "forever" } as const;
    const refused = async (code: string, now = new Date()) => {
      const answer = await find({ code, customerId, now });
      return "refused" in answer ? answer.refused : null;
    };
    expect(await refused("NONE-OF-THESE")).toBe("UNKNOWN");
    const soon = Math.floor(Date.now() / 1000) + 3600;
    const { code: short } = await aCode(half, { expires_at: soon });
    expect([await refused(short), await refused(short, new Date(soon * 1000))]).toEqual([null, "EXPIRED"]);
    const { code: late } = await aCode({ ...half, redeem_by: soon });
    expect(await refused(late, new Date(soon * 1000))).toBe("EXPIRED");
    const off = await aCode(half);
    await at.stripe.promotionCodes.update(off.id, { active: false });
    expect(await refused(off.code)).toBe("SWITCHED_OFF");
    expect(await refused((await aCode(half, { customer: other })).code)).toBe("OTHER_CUSTOMER");
    expect(await refused((await aCode(half, { customer: customerId })).code)).toBeNull();
    const euros = await aCode({ amount_off: 100, currency: "eur", duration: "once" });
    expect(await refused(euros.code)).toBe("OTHER_CURRENCY");
    const once = await aCode(half, { max_redemptions: 1 });
    const paymentMethodId = await at.aCard(customerId);
    const items = [{ priceId: await at.aPrice(2000n), quantity: 1 }];
    const sale = wanting({ customerId, paymentMethodId, items, promotionCodeId: once.id });
    await at.provider.startSubscription(sale);
    expect(await refused(once.code)).toBe("USED_UP");
  });
});

describe("taxes", () => {
  test("computed by the provider they need the customer's address", async () => {
    const customerId = await at.aCustomer();
    const paymentMethodId = await at.aCard(customerId);
    const items = [{ priceId: await at.aPrice(2000n, "MONTH", "EXCLUSIVE"), quantity: 1 }];
    const wanted = { customerId, paymentMethodId, items, hasAutomaticTax: true };
    await expect(at.provider.startSubscription(wanting(wanted))).rejects.toMatchObject({ code: "K7010" });
    await at.stripe.customers.update(customerId, {
      address: { country: "US", postal_code: "94103", state: "CA" },
    });
    const { id } = await at.provider.startSubscription(wanting(wanted));
    expect((await at.stripe.subscriptions.retrieve(id)).automatic_tax.enabled).toBe(true);
    const [invoice] = await at.provider.listInvoices({ subscriptionId: id, limit: 1 });
    expect(invoice).toMatchObject({ status: "PAID", tax: 0n, total: 2000n });
  });
});
