import { expect, vi } from "vitest";
import type { Sandbox } from "../src/testing/open-account.ts";

const WAIT = { timeout: 40_000, interval: 100 };
const NEVER = { enabled: true, allow_redirects: "never" as const };

type Account = ReturnType<Sandbox["anAccount"]>;

/** Something of every kind, its changes and its end, each part in a second of its own, with every webhook delivered before the next. */
export async function aHistory(sandbox: Sandbox, account: Account): Promise<void> {
  const made = await firstPart(account);
  await passed(account);
  await secondPart(sandbox, account, made);
  await passed(account);
  await lastPart(sandbox, account, made);
  await isDelivered(account);
}

/** The engine compares events by the second that they were made in: what is to come after another waits for the next. */
async function passed(account: Account): Promise<void> {
  await isDelivered(account);
  await nextSecond();
}

/** Something of every kind, in its first state. */
async function firstPart(account: Account) {
  const { stripe } = account;
  const product = await stripe.products.create({ name: "Pro", metadata: { tier: "2" } });
  const aPrice = (unit_amount: number) =>
    stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount,
      recurring: { interval: "month" },
    });
  const [basic, pro] = [await aPrice(1000), await aPrice(3000)];
  const { id: customer } = await stripe.customers.create({ email: "ada@example.com", name: "Ada" });
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: "pm_card_visa",
    confirm: true,
    automatic_payment_methods: NEVER,
  });
  const payment_method = String(setup.payment_method);
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: payment_method } });
  await stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE123456789" });
  await stripe.taxIds.create({ type: "eu_vat", value: "DE987654321" });
  const pay = async (amount: number) => {
    const intent = await stripe.paymentIntents.create({
      amount,
      currency: "usd",
      customer,
      payment_method,
      confirm: true,
      automatic_payment_methods: NEVER,
    });
    return String(intent.latest_charge);
  };
  const [refunded, disputed, warned] = [await pay(2500), await pay(4000), await pay(500)];
  const declined = stripe.paymentIntents.create({
    amount: 900,
    currency: "usd",
    payment_method: "pm_card_chargeDeclined",
    confirm: true,
    automatic_payment_methods: NEVER,
  });
  await expect(declined).rejects.toMatchObject({ code: "card_declined" });
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price: basic.id }] });
  const scheduled = await stripe.subscriptions.create({
    customer,
    items: [{ price: basic.id, quantity: 2 }],
  });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: scheduled.id });
  const draft = await stripe.invoices.create({ customer, auto_advance: false });
  for (let number = 1; number <= 12; number++)
    await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 100 * number, currency: "usd" });
  await stripe.invoices.finalizeInvoice(draft.id);
  await passed(account);
  await stripe.invoices.pay(draft.id);
  const unpaid = await stripe.invoices.create({ customer, auto_advance: false });
  await stripe.invoiceItems.create({ customer, invoice: unpaid.id, amount: 800, currency: "usd" });
  await stripe.invoices.finalizeInvoice(unpaid.id);
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: pro.id, quantity: 1 }],
    success_url: "https://example.com/done",
  });
  const abandoned = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: pro.id, quantity: 1 }],
    success_url: "https://example.com/done",
  });
  const gone = await stripe.customers.create({ email: "gone@example.com" });
  const obsolete = await stripe.products.create({ name: "Obsolete" });
  return {
    product,
    pro,
    customer,
    refunded,
    disputed,
    warned,
    subscription,
    schedule,
    invoice: draft.id,
    session,
    abandoned,
    gone,
    obsolete,
    unpaid: unpaid.id,
  };
}

/** Each kind changes. */
async function secondPart(sandbox: Sandbox, account: Account, made: Made): Promise<void> {
  const { stripe } = account;
  const control = controlOf(sandbox, account);
  await stripe.products.update(made.product.id, { name: "Professional" });
  await stripe.products.del(made.obsolete.id);
  await stripe.prices.update(made.pro.id, { nickname: "pro" });
  await stripe.refunds.create({ charge: made.refunded, amount: 700, reason: "requested_by_customer" });
  await control("early_fraud_warnings", { charge: made.warned });
  const dispute = await control("disputes", { charge: made.disputed });
  await stripe.disputes.update(dispute.id, { evidence: { product_description: "A plan" } });
  const item = made.subscription.items.data[0]?.id ?? "";
  await stripe.subscriptions.update(made.subscription.id, {
    items: [{ id: item, price: made.pro.id }],
    proration_behavior: "always_invoice",
  });
  await stripe.subscriptionSchedules.update(made.schedule.id, { metadata: { planned: "yes" } });
  await stripe.creditNotes.create({ invoice: made.invoice, amount: 300, credit_amount: 300 });
  await stripe.creditNotes.create({ invoice: made.unpaid, amount: 200 });
  const page = await fetch(String(made.session.url), {
    method: "POST",
    body: new URLSearchParams({
      do: "buy",
      email: "grace@example.com",
      name: "Grace",
      country: "US",
      number: "4242424242424242",
      expiry: "12 / 34",
      cvc: "123",
    }),
    redirect: "manual",
  });
  expect(page.headers.get("location")).toBe("https://example.com/done");
  await stripe.checkout.sessions.expire(made.abandoned.id);
  await stripe.customers.del(made.gone.id);
}

type Made = Awaited<ReturnType<typeof firstPart>>;

/** Ends what can end. */
async function lastPart(sandbox: Sandbox, account: Account, made: Made): Promise<void> {
  const { stripe } = account;
  const control = controlOf(sandbox, account);
  const [dispute] = (await stripe.disputes.list()).data;
  await control(`disputes/${dispute?.id}/lose`);
  const [note] = (await stripe.creditNotes.list({ invoice: made.unpaid })).data;
  await stripe.creditNotes.voidCreditNote(note?.id ?? "");
  await stripe.subscriptionSchedules.release(made.schedule.id);
  await stripe.subscriptions.cancel(made.subscription.id);
}

/** Posts to the sandbox what a bank or the Dashboard would do. */
function controlOf(sandbox: Sandbox, { secretKey }: Account) {
  return async (path: string, fields: Record<string, string> = {}) => {
    const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}` },
      body: new URLSearchParams(fields),
    });
    const body = await response.json();
    expect({ status: response.status, body }).toMatchObject({ status: 200 });
    return body;
  };
}

async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  await vi.waitFor(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(second), {
    interval: 20,
    timeout: 2000,
  });
}

async function isDelivered({ stripe }: Account): Promise<void> {
  await vi.waitFor(async () => {
    const pending: string[] = [];
    for await (const event of stripe.events.list({ limit: 100 }))
      if (event.pending_webhooks > 0) pending.push(event.type);
    expect(pending).toEqual([]);
  }, WAIT);
}
