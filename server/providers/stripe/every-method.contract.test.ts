// @module-tag ci
// What the other contract tests do not call, so that each method of the port has met the provider once; see ../port.contract.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract, isReal } from "../../testing/a-contract.ts";
import type { ProviderCallback } from "../port/callbacks.ts";
import type { ProviderSubscription } from "../port.ts";
import { DAY, name, wanting } from "./contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

/** Whether something is in a list, which is read no further. */
async function isIn<T>(list: AsyncIterable<T>, isIt: (one: T) => boolean): Promise<boolean> {
  for await (const one of list) if (isIt(one)) return true;
  return false;
}

/** A moment before all that the test makes, whatever the provider's clock says. */
const justBefore = () => new Date(Date.now() - 60_000);

describe("an account", () => {
  test("says what it is and what it may do", async () => {
    const facts = await at.provider.readAccount();
    expect(facts.id).toMatch(/^acct_/);
    expect(facts.country).toMatch(/^[A-Z]{2}$/);
    expect(facts.currencies).toContain(facts.currency);
    expect(facts.apiVersion.answered).toBe(facts.apiVersion.asked);
    expect(await at.provider.readAccountId()).toBe(facts.id);
    expect(await at.provider.listMissingPermissions()).toEqual([]);
    expect(typeof (await at.provider.readTaxes())?.isActive).toBe("boolean");
    expect([null, "CANCELED", "UNPAID", "PAST_DUE"]).toContain(await at.provider.readDunningEnd());
  });

  test("has a publishable key of its own, and is not opened by another's", async () => {
    const isPair = isReal && process.env.STRIPE_PUBLISHABLE_KEY !== undefined;
    expect(await at.provider.hasMatchingKeys()).toBe(isPair);
  });
});

describe("what taxes are computed from", () => {
  test("is an address and tax ids, which are set and replaced; one that is none is refused", async () => {
    const id = await at.aCustomer();
    expect(await at.provider.readTaxDetails(id)).toEqual({ address: null, taxIds: [] });
    const address = {
      country: "DE",
      line1: "Platz 1",
      line2: null,
      postalCode: "10117",
      city: "Berlin",
      state: null,
    };
    const german = { type: "eu_vat", value: "DE123456789" };
    const british = { type: "gb_vat", value: "GB123456789" };
    await at.provider.updateCustomer(id, { address, taxIds: [german] });
    const details = await at.provider.readTaxDetails(id);
    expect(details?.address).toMatchObject({ country: "DE", city: "Berlin", postalCode: "10117" });
    expect(details?.taxIds?.map(({ type, value }) => ({ type, value }))).toEqual([german]);
    const refused = at.provider.updateCustomer(id, { taxIds: [british, { ...german, value: "nothing" }] });
    await expect(refused).rejects.toMatchObject({
      code: "K7026",
      details: { type: "eu_vat", value: "nothing" },
    });
    expect((await at.provider.readTaxDetails(id))?.taxIds).toMatchObject([german]);
    await at.provider.updateCustomer(id, { taxIds: [british] });
    await at.provider.updateCustomer(id, { taxIds: [british] });
    expect((await at.provider.readTaxDetails(id))?.taxIds).toMatchObject([british]);
    expect(await at.provider.readTaxDetails("cus_none")).toBeNull();
    const changed: string[] = [];
    for await (const one of at.provider.listTaxIdChangesSince(justBefore())) changed.push(one);
    expect(changed).toContain(id);
  });
});

describe("a saved card", () => {
  test("that its bank renewed is told of, with its customer", async () => {
    const customerId = await at.aCustomer();
    const paymentMethodId = await at.aCard(customerId);
    // Nothing asks a bank of Stripe's test mode to renew a card.
    const renewed = { exp_month: 7, exp_year: 2041 };
    if (!isReal)
      await at.stripe.rawRequest("POST", `/sandbox/payment_methods/${paymentMethodId}/update`, renewed);
    const told: ProviderCallback["renewedCard"][] = [];
    for await (const { renewedCard } of at.provider.listCardRenewalsSince(justBefore()))
      told.push(renewedCard);
    expect(told.filter((one) => one?.customerId === customerId)).toEqual(
      isReal ? [] : [{ customerId, paymentMethodId }],
    );
  });
});

describe("subscriptions", () => {
  test("are listed, whole and by the page, and take our ids", async () => {
    const { started } = await at.aSubscription(1000n);
    const { id } = started;
    expect(await isIn(at.provider.listSubscriptions(), (one: ProviderSubscription) => one.id === id)).toBe(
      true,
    );
    const page = await at.provider.listSubscriptionPage({ limit: 1, after: null });
    expect(page?.data).toHaveLength(1);
    expect(await at.provider.listSubscriptionPage({ limit: 1, after: "sub_nobody" })).toBeNull();
    await at.provider.tagSubscription({ id, tenantId: "ten_2", subscriptionId: "sub_2" });
    const tagged = { tenantId: "ten_2", subscriptionId: "sub_2" };
    expect(await at.provider.readSubscription(id)).toMatchObject(tagged);
  });

  test("are paused and resumed, twice as once", async () => {
    const { started } = await at.aSubscription(1000n);
    for (const _ of [1, 2])
      expect(await at.provider.pauseSubscription(started.id)).toMatchObject({ status: "PAUSED" });
    for (const _ of [1, 2])
      expect(await at.provider.resumeSubscription(started.id)).toMatchObject({ status: "ACTIVE" });
  });

  test("that are canceled for the period's end stay so when they are paused and resumed", async () => {
    const { id } = (await at.aSubscription(1000n)).started;
    await at.provider.setEnding({ id, atPeriodEnd: true, reason: null });
    const ending = { cancelAtPeriodEnd: true };
    expect(await at.provider.pauseSubscription(id)).toMatchObject({ status: "PAUSED", ...ending });
    expect(await at.provider.resumeSubscription(id)).toMatchObject({ status: "ACTIVE", ...ending });
    const goingOn = await at.provider.setEnding({ id, atPeriodEnd: false, reason: null });
    expect(goingOn).toMatchObject({ status: "ACTIVE", cancelAtPeriodEnd: false });
  });

  test("on trial are charged when the trial is ended, once", async () => {
    const customerId = await at.aCustomer();
    const paymentMethodId = await at.aCard(customerId);
    const items = [{ priceId: await at.aPrice(1500n), quantity: 1 }];
    const trialEnd = new Date(Date.now() + 14 * DAY);
    const { id } = await at.provider.startSubscription(
      wanting({ customerId, paymentMethodId, items, trialEnd }),
    );
    const idempotencyKey = name("end");
    for (const _ of [1, 2])
      expect(await at.provider.endTrial({ id, idempotencyKey })).toMatchObject({ status: "ACTIVE" });
    const paid = (await at.provider.listInvoices({ subscriptionId: id, limit: 5 })).map(
      ({ amountPaid }) => amountPaid,
    );
    expect(paid).toEqual([1500n, 0n]);
  });

  test("are ended with all their money given back", async () => {
    const { started } = await at.aSubscription(2000n);
    const input = { id: started.id, idempotencyKey: name("undo") };
    const refunded = { refundedAmount: 2000n, currency: "USD" };
    expect(await at.provider.endAndRefund(input)).toEqual(refunded);
    expect(await at.provider.endAndRefund(input)).toEqual(refunded);
    expect(await at.provider.readSubscription(started.id)).toMatchObject({ status: "CANCELED" });
  });

  test("exchange their prices without an invoice, and know what they are charged to", async () => {
    const { started, paymentMethodId } = await at.aSubscription(2000n);
    const items = [{ priceId: await at.aPrice(2500n), quantity: 1 }];
    await at.provider.exchangePrices({ id: started.id, items });
    await at.provider.exchangePrices({ id: started.id, items });
    expect(await at.provider.readSubscription(started.id)).toMatchObject({ items });
    expect(await at.invoicesOf(started.id)).toHaveLength(1);
    expect(await at.provider.hasPaymentMethod(started.id)).toBe(true);
    const card = await at.stripe.paymentMethods.retrieve(paymentMethodId);
    expect(await at.provider.readChargedCard(started.id)).toEqual({
      id: paymentMethodId,
      brand: card.card?.brand,
      last4: card.card?.last4,
      expMonth: card.card?.exp_month,
      expYear: card.card?.exp_year,
      fingerprint: card.card?.fingerprint,
    });
    const [item] = started.items;
    expect(await at.provider.readPrice(item?.priceId ?? "")).toMatchObject({
      productId: at.productId,
      amount: 2000n,
      currency: "USD",
      interval: "MONTH",
    });
    expect(await at.provider.readPrice("price_nobody")).toBeNull();
    expect(await at.provider.readSchedule("sub_sched_nobody")).toBeNull();
  });
});

describe("invoices", () => {
  test("of a customer alone are issued once under a key, found by it, and leave no draft", async () => {
    const customerId = await at.aCustomer();
    await at.aCard(customerId);
    const key = name("once");
    const period = { periodStart: new Date(Date.now() - DAY), periodEnd: new Date() };
    const item = { key: name("item"), amount: 1200n, currency: "USD", description: "A workshop", ...period };
    const invoice = { key, customerId, paymentMethodId: null, currency: "USD", items: [item] };
    expect(await at.provider.findIssued({ key, customerId })).toBeNull();
    const since = justBefore();
    const id = await at.provider.invoiceOnce({ ...invoice, hasAutomaticTax: false });
    expect(await at.provider.invoiceOnce({ ...invoice, hasAutomaticTax: false })).toBe(id);
    expect(await at.provider.findIssued({ key, customerId })).toBe(id);
    expect(await at.provider.readInvoice(id)).toMatchObject({ status: "PAID", total: 1200n });
    await at.provider.dropDraft({ key, customerId });
    expect(await at.provider.readInvoice(id)).toMatchObject({ status: "PAID" });
    expect(await isIn(at.provider.listInvoicesSince(since), (one) => one.id === id)).toBe(true);
  });

  test("of a customer alone have the taxes of their preview, whatever else waits", {
    tags: ["long"],
  }, async () => {
    const customerId = await at.aCustomer();
    await at.aCard(customerId);
    const period = { periodStart: new Date(), periodEnd: new Date() };
    const of = (amount: bigint, taxBehavior: "EXCLUSIVE" | "INCLUSIVE") => ({
      key: name("item"),
      amount,
      currency: "USD",
      description: "A workshop",
      taxBehavior,
      ...period,
    });
    const items = [of(5000n, "EXCLUSIVE"), of(1001n, "EXCLUSIVE"), of(1190n, "INCLUSIVE")];
    const invoice = { customerId, currency: "USD", items };
    expect(await at.provider.previewOnce(invoice)).toBeNull();
    await at.stripe.customers.update(customerId, { address: { country: "DE" } });
    await at.stripe.invoiceItems.create({
      customer: customerId,
      amount: 700,
      currency: "usd",
      description: "Waits",
      tax_behavior: "exclusive",
    });
    const preview = await at.provider.previewOnce(invoice);
    const key = name("once");
    const id = await at.provider.invoiceOnce({
      ...invoice,
      key,
      paymentMethodId: null,
      hasAutomaticTax: true,
    });
    const { tax, total } = (await at.provider.readInvoice(id)) ?? {};
    expect({ tax, total: 7191n + (preview?.added ?? 0n) }).toEqual({ tax: preview?.tax, total });
  });

  test("that are drafts are issued and collected, or voided where nothing is owed", async () => {
    const { started, customerId: customer } = await at.aSubscription(2000n);
    const aDraft = async (amount: number) => {
      const { id: invoice = "" } = await at.stripe.invoices.create({ customer, auto_advance: false });
      await at.stripe.invoiceItems.create({ customer, invoice, amount, currency: "usd" });
      return invoice;
    };
    const due = await aDraft(400);
    await at.provider.issueDraft(due);
    await at.provider.issueDraft(due);
    expect(await at.provider.readInvoice(due)).toMatchObject({ status: "PAID", total: 400n });
    const { id: subscription } = started;
    await at.stripe.invoiceItems.create({ customer, subscription, amount: 600, currency: "usd" });
    const { id: held = "" } = await at.stripe.invoices.create({
      customer,
      subscription,
      auto_advance: false,
    });
    const left = { id: held, isRenewal: false, voidedFor: null };
    expect(await at.provider.listDrafts(subscription)).toMatchObject([left]);
    await at.provider.voidDraft({ id: held, why: "PAUSED" });
    await at.provider.voidDraft({ id: held, why: "UNPAID" });
    expect(await at.provider.readInvoice(held)).toMatchObject({ status: "VOID", voidedFor: "PAUSED" });
    expect(await at.provider.listDrafts(subscription)).toEqual([]);
    expect(await at.provider.listDrafts("sub_nobody")).toEqual([]);
  });

  test("that are open, or drafts, are voided, once", async () => {
    const customer = await at.aCustomer();
    for (const isOpen of [true, false]) {
      const { id: invoice = "" } = await at.stripe.invoices.create({
        customer,
        collection_method: "send_invoice",
        days_until_due: 14,
      });
      await at.stripe.invoiceItems.create({ customer, invoice, amount: 900, currency: "usd" });
      if (isOpen) await at.stripe.invoices.finalizeInvoice(invoice);
      for (const _ of [1, 2]) await at.provider.voidInvoice(invoice);
      expect(await at.provider.readInvoice(invoice)).toMatchObject({ status: "VOID" });
    }
  });

  test("that are open are given up, once", async () => {
    const customer = await at.aCustomer();
    const { id: invoice = "" } = await at.stripe.invoices.create({
      customer,
      collection_method: "send_invoice",
      days_until_due: 14,
    });
    await at.stripe.invoiceItems.create({ customer, invoice, amount: 900, currency: "usd" });
    await at.stripe.invoices.finalizeInvoice(invoice);
    const input = { id: invoice, idempotencyKey: name("give-up") };
    await at.provider.markUncollectible(input);
    await at.provider.markUncollectible(input);
    expect(await at.provider.readInvoice(invoice)).toMatchObject({ status: "UNCOLLECTIBLE" });
  });

  test("are credited and refunded once under a key, and both are found by it", async () => {
    const { started } = await at.aSubscription(2000n);
    const [invoice] = await at.provider.listInvoices({ subscriptionId: started.id, limit: 1 });
    const invoiceId = invoice?.id ?? "";
    const lines = [{ lineId: invoice?.lines[0]?.id ?? "", amount: 500n }];
    expect(await at.provider.creditOf({ invoiceId, lines })).toEqual({ amount: 500n, tax: 0n });
    const key = name("credit");
    expect(await at.provider.findCreditNote({ key, invoiceId })).toBeNull();
    const note = {
      key,
      invoiceId,
      amount: null,
      lines,
      toBalance: 500n,
      toRefund: 0n,
      outside: 0n,
      reason: "A mistake",
    };
    const id = await at.provider.createCreditNote(note);
    expect(await at.provider.createCreditNote(note)).toBe(id);
    expect(await at.provider.findCreditNote({ key, invoiceId })).toBe(id);
    const [payment] = await at.provider.listRefundable(invoiceId);
    expect(payment).toMatchObject({ left: 2000n });
    const refund = { key: name("refund"), paymentId: payment?.paymentId ?? "", amount: 300n };
    expect(await at.provider.findRefund(refund)).toBeNull();
    const made = await at.provider.createRefund(refund);
    expect(await at.provider.createRefund(refund)).toBe(made);
    expect(await at.provider.findRefund(refund)).toBe(made);
    expect(await at.provider.listRefundable(invoiceId)).toMatchObject([{ left: 1700n }]);
  });
});

test("balances are listed with what changed them", async () => {
  const customerId = await at.aCustomer();
  const since = justBefore();
  const change = { customerId, amount: -2500n, currency: "USD", key: name("move"), description: "Moved" };
  const made = await at.provider.changeBalance(change);
  expect(await isIn(at.provider.listBalanceTransactions(customerId), ({ id }) => id === made.id)).toBe(true);
  expect(await isIn(at.provider.listBalances(), (one) => one.customerId === customerId)).toBe(true);
  const hasChanged = () => isIn(at.provider.listBalanceChangesSince(since), (one) => one === customerId);
  // Events may be some moments late.
  await expect.poll(hasChanged, { timeout: 60_000, interval: 1000 }).toBe(true);
});

test("a hosted page that is open is closed, once and again", async () => {
  const session = await at.provider.createCheckoutSession({
    idempotencyKey: name("key"),
    tenantId: "ten_1",
    subscriptionId: "sub_1",
    checkoutId: "chk_1",
    customerId: await at.aCustomer(),
    trialDays: 0,
    note: null,
    needsCard: true,
    trialEndsWithoutCard: "cancel",
    items: [{ priceId: await at.aPrice(1000n), quantity: 1, adjustable: null }],
    successUrl: "https://shop.example/done",
    cancelUrl: "https://shop.example/back",
  });
  for (const _ of [1, 2])
    expect(await at.provider.expireCheckoutSession(session.id)).toEqual({ completedSubscriptionId: null });
});

test("a registration that is removed is gone, once and again", async () => {
  const url = `https://example.com/webhooks/${name("hook")}`;
  const { id } = await at.provider.registerCallbacks({ url, idempotencyKey: name("register") });
  expect(await at.provider.readCallbacks(id)).toEqual({ url, isEnabled: true });
  await at.provider.removeCallbacks(id);
  await at.provider.removeCallbacks(id);
  expect(await at.provider.readCallbacks(id)).toBeNull();
});
