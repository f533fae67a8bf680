import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openSandbox, type Sandbox } from "../src/testing/open-account.ts";
import { aReceiver, type Delivery } from "./a-receiver.ts";

// Older releases of stripe-node, pinned to the API version that the sandbox speaks, as their README has it under "API Versions".
// What a pinned version answers is typed by the release that was made for it: that is the type of these clients here.

const API_VERSION = "2026-10-28.endive";

type Endive = ReturnType<Sandbox["anAccount"]>["stripe"];

/** What a release exports; its own types all claim the name "stripe", so that there can be but one of them. */
interface Release {
  new (secretKey: string, config: object): Endive;
  PACKAGE_VERSION: string;
  errors: Record<string, new () => Error>;
}

const require = createRequire(import.meta.url);
const RELEASES: [version: string, release: Release][] = [
  ["14.25.0", require("stripe-14")],
  ["17.7.0", require("stripe-17")],
  ["20.4.1", require("stripe-20")],
];

/** How the README has it, under "Configuration". */
function configFor({ url }: Sandbox) {
  const { hostname: host, port } = new URL(url);
  return { host, port, protocol: "http", telemetry: false, apiVersion: API_VERSION };
}

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

describe.each(RELEASES)("stripe-node %s", (release, Client) => {
  /** A client of this release on an account of its own. */
  function open(options: { maxNetworkRetries?: number; apiVersion?: string } = {}) {
    const { secretKey } = sandbox.anAccount();
    return { secretKey, stripe: new Client(secretKey, { ...configFor(sandbox), ...options }) };
  }

  async function aPayer(stripe: Endive, card = "pm_card_visa") {
    const customer = await stripe.customers.create({ email: "ada@example.com" });
    const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    return { customer: customer.id, method: method.id };
  }

  function aPrice(stripe: Endive, unit_amount: number) {
    const product_data = { name: `Plan at ${unit_amount}` };
    return stripe.prices.create({
      currency: "usd",
      unit_amount,
      recurring: { interval: "month" },
      product_data,
    });
  }

  it("is of the release that it says", () => {
    expect(Client.PACKAGE_VERSION).toBe(release);
  });

  it("creates, reads, changes and deletes a customer", async () => {
    const { stripe } = open();
    const { id } = await stripe.customers.create({ name: "Ada", metadata: { plan: "pro", seats: 3 } });
    expect(await stripe.customers.retrieve(id)).toMatchObject({
      name: "Ada",
      metadata: { plan: "pro", seats: "3" },
    });
    const changed = await stripe.customers.update(id, { name: "Grace", metadata: { plan: "" } });
    expect({ name: changed.name, metadata: changed.metadata }).toEqual({
      name: "Grace",
      metadata: { seats: "3" },
    });
    expect(await stripe.customers.del(id)).toEqual({ id, object: "customer", deleted: true });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  });

  it("goes through a list page after page, and stops where it is asked to", async () => {
    const { stripe } = open();
    const made: string[] = [];
    for (let number = 0; number < 7; number++)
      made.unshift((await stripe.customers.create({ name: `Customer ${number}` })).id);
    const seen: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 3 })) seen.push(id);
    expect(seen).toEqual(made);
    const some = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 5 });
    expect(some.map(({ id }) => id)).toEqual(made.slice(0, 5));
    const back: string[] = [];
    await stripe.customers
      .list({ limit: 2, ending_before: made.at(-1) ?? "" })
      .autoPagingEach(({ id }: { id: string }) => {
        back.push(id);
      });
    expect(back).toEqual(made.slice(0, -1).reverse());
  });

  it("takes a payment by a payment intent, at once or confirmed later", async () => {
    const { stripe } = open();
    const { customer, method } = await aPayer(stripe);
    const automatic_payment_methods = { enabled: true, allow_redirects: "never" as const };
    const terms = { amount: 1999, currency: "usd", customer, automatic_payment_methods };
    const paid = await stripe.paymentIntents.create({
      ...terms,
      payment_method: method,
      confirm: true,
      expand: ["latest_charge"],
    });
    expect(paid).toMatchObject({
      status: "succeeded",
      amount_received: 1999,
      latest_charge: { object: "charge", paid: true, amount_captured: 1999 },
    });
    const later = await stripe.paymentIntents.create({ ...terms, metadata: { order: "7" } });
    expect(later.status).toBe("requires_payment_method");
    await stripe.paymentIntents.update(later.id, { amount: 2999 });
    const confirmed = await stripe.paymentIntents.confirm(later.id, { payment_method: method });
    expect(confirmed).toMatchObject({ status: "succeeded", amount_received: 2999, metadata: { order: "7" } });
    const canceled = await stripe.paymentIntents.create(terms);
    expect(await stripe.paymentIntents.cancel(canceled.id)).toMatchObject({ status: "canceled" });
    expect((await stripe.paymentIntents.list({ customer })).data.map(({ status }) => status)).toEqual([
      "canceled",
      "succeeded",
      "succeeded",
    ]);
  });

  it("throws a StripeCardError with the decline, and leaves the intent ready for another card", async () => {
    const { stripe } = open();
    const { customer, method } = await aPayer(stripe, "pm_card_chargeCustomerFail");
    const failed: unknown = await stripe.paymentIntents
      .create({
        amount: 500,
        currency: "usd",
        customer,
        payment_method: method,
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Client.errors.StripeCardError);
    expect(failed).toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      payment_intent: { status: "requires_payment_method" },
    });
    const intent = (await stripe.paymentIntents.list({ customer })).data[0];
    const paid = await stripe.paymentIntents.confirm(intent?.id ?? "", { payment_method: "pm_card_visa" });
    expect(paid.status).toBe("succeeded");
  });

  it("declines a payment whose holder is away and must confirm it", async () => {
    const { stripe } = open();
    const { customer, method } = await aPayer(stripe, "pm_card_authenticationRequired");
    const call = stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    });
    await expect(call).rejects.toMatchObject({ code: "authentication_required", statusCode: 402 });
  });

  it("sets a card up by a setup intent and charges it without its holder", async () => {
    const { stripe } = open();
    const { id: customer } = await stripe.customers.create({});
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: "pm_card_visa",
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    });
    expect(setup.status).toBe("succeeded");
    const payment_method = String(setup.payment_method);
    expect((await stripe.paymentMethods.retrieve(payment_method)).customer).toBe(customer);
    const paid = await stripe.paymentIntents.create({
      amount: 700,
      currency: "eur",
      customer,
      payment_method,
      off_session: true,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    });
    expect(paid.status).toBe("succeeded");
  });

  it("starts a subscription unpaid, pays its first invoice, changes its plan and ends it", async () => {
    const { stripe } = open();
    const { id: customer } = await stripe.customers.create({});
    const [basic, pro] = [await aPrice(stripe, 1000), await aPrice(stripe, 3000)];
    const started = await stripe.subscriptions.create({
      customer,
      items: [{ price: basic.id }],
      payment_behavior: "default_incomplete",
      payment_settings: { save_default_payment_method: "on_subscription" },
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(started.status).toBe("incomplete");
    const invoice = started.latest_invoice;
    if (invoice === null || typeof invoice === "string") throw new Error("The invoice was not expanded.");
    const [intent = ""] = invoice.confirmation_secret?.client_secret.split("_secret_") ?? [];
    await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
    const active = await stripe.subscriptions.retrieve(started.id, { expand: ["default_payment_method"] });
    expect(active).toMatchObject({ status: "active", default_payment_method: { card: { last4: "4242" } } });
    const upgraded = await stripe.subscriptions.update(started.id, {
      items: [{ id: active.items.data[0]?.id ?? "", price: pro.id }],
      proration_behavior: "always_invoice",
    });
    expect(upgraded.items.data.map(({ price }) => price.id)).toEqual([pro.id]);
    const invoices = await stripe.invoices.list({ subscription: started.id });
    expect(invoices.data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ["subscription_update", "paid"],
      ["subscription_create", "paid"],
    ]);
    const ending = await stripe.subscriptions.update(started.id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    expect(await stripe.subscriptions.cancel(started.id)).toMatchObject({ status: "canceled" });
    expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  });

  it("writes an invoice, sends it to payment and reads its lines", async () => {
    const { stripe } = open();
    const { customer } = await aPayer(stripe);
    const draft = await stripe.invoices.create({ customer, auto_advance: false });
    for (const amount of [1500, 250])
      await stripe.invoiceItems.create({ customer, invoice: draft.id ?? "", amount, currency: "usd" });
    const final = await stripe.invoices.finalizeInvoice(draft.id ?? "");
    expect(final).toMatchObject({ status: "open", total: 1750, amount_due: 1750 });
    const paid = await stripe.invoices.pay(draft.id ?? "");
    expect(paid).toMatchObject({ status: "paid", amount_paid: 1750 });
    const lines: number[] = [];
    for await (const { amount } of stripe.invoices.listLineItems(draft.id ?? "", { limit: 1 }))
      lines.push(amount);
    expect(lines.sort((one, other) => other - one)).toEqual([1500, 250]);
  });

  it("answers the same request twice under one idempotency key, and refuses another one under it", async () => {
    const { stripe } = open();
    const idempotencyKey = "order-1";
    const first = await stripe.customers.create({ name: "Ada" }, { idempotencyKey });
    const again = await stripe.customers.create({ name: "Ada" }, { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    const other: unknown = await stripe.customers
      .create({ name: "Grace" }, { idempotencyKey })
      .catch((error: unknown) => error);
    expect(other).toBeInstanceOf(Client.errors.StripeIdempotencyError);
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  /** Lets the account's next attempt to create a customer fail. */
  async function withFault(kind: string) {
    const { stripe, secretKey } = open({ maxNetworkRetries: 2 });
    const ordered = await fetch(`${sandbox.url}/sandbox/faults`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}` },
      body: new URLSearchParams({ kind, method: "POST", path: "/v1/customers", count: "1" }),
    });
    expect(ordered.status).toBe(200);
    return stripe;
  }

  it.each(["cut_before", "cut_after", "error_before"])(
    "tries again by itself after %s, and the work is done once",
    async (kind) => {
      const stripe = await withFault(kind);
      await stripe.customers.create({ name: "Ada" });
      expect((await stripe.customers.list()).data).toHaveLength(1);
    },
  );

  it("throws a StripeRateLimitError, which it leaves to its caller to try again", async () => {
    const stripe = await withFault("rate_limit");
    const call = stripe.customers.create({ name: "Ada" });
    await expect(call).rejects.toBeInstanceOf(Client.errors.StripeRateLimitError);
  });

  it("verifies the webhooks that it is sent, and no others", async () => {
    const { stripe } = open();
    const deliveries: Delivery[] = [];
    const receiver = await aReceiver((delivery) => {
      deliveries.push(delivery);
      return 200;
    });
    try {
      const endpoint = await stripe.webhookEndpoints.create({
        url: receiver.url,
        enabled_events: ["customer.created", "customer.updated"],
      });
      const { id } = await stripe.customers.create({ name: "Ada" });
      await stripe.customers.update(id, { name: "Grace" });
      await vi.waitFor(() => expect(deliveries).toHaveLength(2), { timeout: 20_000 });
      const secret = endpoint.secret ?? "";
      const events = deliveries.map(({ payload, headers }) =>
        stripe.webhooks.constructEvent(payload, headers["stripe-signature"] ?? "", secret),
      );
      expect(events.map(({ type }) => type).sort()).toEqual(["customer.created", "customer.updated"]);
      expect(events.map(({ api_version }) => api_version)).toEqual([API_VERSION, API_VERSION]);
      const [first] = deliveries;
      const signature = first?.headers["stripe-signature"] ?? "";
      const forged = () => stripe.webhooks.constructEvent(`${first?.payload} `, signature, secret);
      expect(forged).toThrow(Client.errors.StripeSignatureVerificationError);
      for (const event of events)
        expect((await stripe.events.retrieve(event.id)).data.object).toEqual(event.data.object);
    } finally {
      await receiver.close();
    }
  });

  it("names the parameter that is wrong, and the object that is missing", async () => {
    const { stripe } = open();
    const wrong: unknown = await stripe.customers
      .create(JSON.parse('{ "emial": "ada@example.com" }'))
      .catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(Client.errors.StripeInvalidRequestError);
    expect(wrong).toMatchObject({ code: "parameter_unknown", param: "emial" });
    await expect(stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject({
      code: "resource_missing",
      statusCode: 404,
    });
  });

  it("is refused with the API version that it comes with, which the sandbox does not speak", async () => {
    const { stripe } = open({ apiVersion: undefined });
    await expect(stripe.customers.list()).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("it speaks 2026-10-28.endive alone"),
    });
  });
});

it("refuses the upcoming invoice that release 14 asks for, a path that the API version no longer has", async () => {
  const { secretKey } = sandbox.anAccount();
  const [, Stripe14] = RELEASES[0] ?? [];
  const stripe = Stripe14 && new Stripe14(secretKey, configFor(sandbox));
  // Only the old release has the method.
  const invoices = stripe?.invoices as unknown as { retrieveUpcoming(params: object): Promise<unknown> };
  const call = invoices.retrieveUpcoming({ customer: "cus_none" });
  await expect(call).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
});
