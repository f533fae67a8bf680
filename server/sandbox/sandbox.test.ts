import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { bringUpToDate } from "./billing.ts";
import { addIntervals } from "./calendar.ts";
import { remainder } from "./proration.ts";
import { startSandbox } from "./start.ts";
import { Store } from "./store.ts";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let stripe: Stripe;
const key = `sk_test_sandbox${Date.now()}`;

function connect(secret = key, options: object = {}): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(secret, { host: hostname, port, protocol: "http", maxNetworkRetries: 0, ...options });
}

beforeAll(async () => {
  sandbox = await startSandbox({ databaseUrl: inject("databaseUrl") });
  stripe = connect();
});

afterAll(() => sandbox.close());

/** The facts of the error that a call is refused with. */
async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Stripe.errors.StripeError))
    throw new Error(`Not refused by Stripe: ${String(error)}`);
  const { statusCode, type, code, decline_code, param } = error;
  return { statusCode, type, code, decline_code, param };
}

async function aPrice(amount: number, interval: "month" | "year" = "month") {
  const product = await stripe.products.create({ name: "Thing" });
  return stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: amount,
    recurring: { interval },
  });
}

async function aCustomer(card = "pm_card_visa") {
  const customer = await stripe.customers.create({ email: "a@example.com" });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  return customer;
}

describe("the wire", () => {
  it("refuses live keys, no key and what a publishable key may not do", async () => {
    expect(await refusal(connect("sk_live_x").customers.list())).toMatchObject({ statusCode: 401 });
    expect(await refusal(connect(key.replace("sk_", "pk_")).customers.list())).toMatchObject({
      statusCode: 403,
      code: "secret_key_required",
    });
  });

  it("keeps accounts apart", async () => {
    const customer = await stripe.customers.create({});
    expect(await refusal(connect(`${key}other`).customers.retrieve(customer.id))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });

  it("names the parameter that is unknown, missing or wrong", async () => {
    const unknown: object = { nonsense: "x" };
    expect(await refusal(stripe.customers.create(unknown))).toMatchObject({
      statusCode: 400,
      code: "parameter_unknown",
      param: "nonsense",
    });
    expect(
      await refusal(stripe.prices.create({ currency: "usd", product: "prod_x", unit_amount: 5 })),
    ).toMatchObject({ code: "parameter_missing", param: "recurring" });
    expect(
      await refusal(stripe.subscriptions.create({ customer: "cus_nobody", items: [{ price: "price_x" }] })),
    ).toMatchObject({ code: "resource_missing", param: "customer" });
    const extra: object = { items: [{ price: "price_x", colour: "red" }], customer: "cus_x" };
    expect(
      await refusal(stripe.subscriptions.create(Object.assign({ customer: "cus_x" }, extra))),
    ).toMatchObject({ code: "parameter_unknown", param: "items[0][colour]" });
  });

  it("answers 404 for what it does not have, never a made-up success", async () => {
    expect(await refusal(stripe.payouts.list())).toMatchObject({ statusCode: 404 });
  });

  it("pages through lists, newest first", async () => {
    const other = connect(`${key}pages`);
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.unshift((await other.customers.create({})).id);
    const first = await other.customers.list({ limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
    const all: string[] = [];
    for await (const { id } of other.customers.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(made);
    const back = await other.customers.list({ limit: 2, ending_before: made[4] ?? "" });
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
  });

  it("expands ids, and shows a confirmation secret only when it is asked for", async () => {
    const customer = await aCustomer();
    const price = await aPrice(500);
    const fields: Stripe.SubscriptionCreateParams = {
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: "default_incomplete",
    };
    const plain = await stripe.subscriptions.create({ ...fields, expand: ["latest_invoice"] });
    expect(plain.latest_invoice).not.toHaveProperty("confirmation_secret");
    const asked = await stripe.subscriptions.retrieve(plain.id, {
      expand: ["latest_invoice.confirmation_secret", "customer"],
    });
    expect(asked.customer).toMatchObject({ id: customer.id, object: "customer" });
    expect(asked.latest_invoice).toMatchObject({ confirmation_secret: { type: "payment_intent" } });
  });
});

describe("idempotency", () => {
  it("replays the answer, refuses other parameters, and makes one of twenty at once", async () => {
    const options = { idempotencyKey: `k${Date.now()}` };
    const made = await Promise.all(
      Array.from({ length: 20 }, () => stripe.customers.create({ name: "once" }, options)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(
      made.filter(({ lastResponse }) => lastResponse.headers["idempotent-replayed"] === "true"),
    ).toHaveLength(19);
    expect(await refusal(stripe.customers.create({ name: "other" }, options))).toMatchObject({
      statusCode: 400,
      type: "StripeIdempotencyError",
    });
  });

  it("replays a decline, and keeps nothing of a refused parameter", async () => {
    const customer = await aCustomer("pm_card_chargeCustomerFail");
    const price = await aPrice(500);
    const fields: Stripe.SubscriptionCreateParams = {
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: "error_if_incomplete",
    };
    const options = { idempotencyKey: `d${Date.now()}` };
    expect(await refusal(stripe.subscriptions.create(fields, options))).toMatchObject({
      statusCode: 402,
      code: "card_declined",
    });
    await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    expect(await refusal(stripe.subscriptions.create(fields, options))).toMatchObject({ statusCode: 402 });
    const wrong: object = { nonsense: "x" };
    const retried = { idempotencyKey: `w${Date.now()}` };
    await refusal(stripe.customers.create(wrong, retried));
    expect((await stripe.customers.create({ name: "fine" }, retried)).name).toBe("fine");
  });
});

describe("test cards behave as documented", () => {
  it.each([
    ["tok_chargeDeclined", "card_declined", "generic_decline"],
    ["tok_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["tok_chargeDeclinedExpiredCard", "expired_card", undefined],
    ["tok_chargeDeclinedIncorrectCvc", "incorrect_cvc", undefined],
    ["tok_chargeDeclinedProcessingError", "processing_error", undefined],
  ])("%s is refused when it is attached: %s %s", async (token, code, declineCode) => {
    const customer = await stripe.customers.create({});
    const method = await stripe.paymentMethods.create({ type: "card", card: { token } });
    expect(await refusal(stripe.paymentMethods.attach(method.id, { customer: customer.id }))).toMatchObject({
      statusCode: 402,
      type: "StripeCardError",
      code,
      ...(declineCode && { decline_code: declineCode }),
    });
  });

  it("3-D Secure: refused off session, and fine once a setup intent was confirmed by the holder", async () => {
    const price = await aPrice(700);
    const customer = await stripe.customers.create({});
    const intent = await stripe.setupIntents.create({ customer: customer.id, usage: "off_session" });
    const waiting = await stripe.setupIntents.confirm(intent.id, {
      payment_method: "pm_card_authenticationRequiredOnSetup",
    });
    expect([waiting.status, waiting.next_action?.type]).toEqual(["requires_action", "use_stripe_sdk"]);
    const done = await stripe.setupIntents.confirm(intent.id);
    expect(done.status).toBe("succeeded");
    const fields: Stripe.SubscriptionCreateParams = {
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: "error_if_incomplete",
    };
    const started = await stripe.subscriptions.create({
      ...fields,
      default_payment_method: String(done.payment_method),
    });
    expect(started.status).toBe("active");
    const always = await aCustomer("pm_card_authenticationRequired");
    expect(await refusal(stripe.subscriptions.create({ ...fields, customer: always.id }))).toMatchObject({
      statusCode: 402,
      code: "authentication_required",
    });
  });

  it("a payment method belongs to one customer", async () => {
    const [one, two] = [await stripe.customers.create({}), await stripe.customers.create({})];
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: one.id });
    expect(await refusal(stripe.paymentMethods.attach(method.id, { customer: two.id }))).toMatchObject({
      statusCode: 400,
    });
  });

  it("payment_behavior rules what remains of a failed first payment", async () => {
    const customer = await aCustomer("pm_card_chargeCustomerFail");
    const price = await aPrice(900);
    const items = [{ price: price.id }];
    await refusal(
      stripe.subscriptions.create({ customer: customer.id, items, payment_behavior: "error_if_incomplete" }),
    );
    expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
    const left = await stripe.subscriptions.create({
      customer: customer.id,
      items,
      payment_behavior: "allow_incomplete",
    });
    expect(left.status).toBe("incomplete");
  });
});

describe("proration to the second", () => {
  const DAY = 86_400;
  const month = { start: 0, end: 30 * DAY };

  it.each([
    ["10 → 20 half-way", 1000, 2000, 15 * DAY, -500, 1000],
    ["5 → 20 after one day", 500, 2000, DAY, -483, 1933],
    ["20 → 5 after one day", 2000, 500, DAY, -1933, 483],
  ])("%s", (_, from, to, at, credit, debit) => {
    expect([remainder(-from, month, at), remainder(to, month, at)]).toEqual([credit, debit]);
  });

  it("invoices an upgrade at once, line by line, and gives a downgrade as credit", async () => {
    const customer = await aCustomer();
    const [low, high] = [await aPrice(500), await aPrice(2000)];
    const started = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: low.id }] });
    const [item] = started.items.data;
    const at =
      (item?.current_period_start ?? 0) +
      Math.floor(((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 2);
    const terms = {
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
      proration_date: at,
    } as const;
    const up = await stripe.subscriptions.update(started.id, {
      ...terms,
      items: [{ id: item?.id ?? "", price: high.id }],
      expand: ["latest_invoice"],
    });
    const invoice = up.latest_invoice;
    if (typeof invoice !== "object" || !invoice) throw new Error("expanded");
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-250, 1000]);
    expect([invoice.total, invoice.status]).toEqual([750, "paid"]);
    await stripe.subscriptions.update(started.id, {
      ...terms,
      items: [{ id: item?.id ?? "", price: low.id }],
    });
    const credited = await stripe.customers.retrieve(customer.id);
    expect(credited).toMatchObject({ balance: -750 });
  });

  it("a failed upgrade leaves everything as it was", async () => {
    const customer = await aCustomer("pm_card_chargeCustomerFail");
    const [free, paid] = [await aPrice(0), await aPrice(2000)];
    const started = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: free.id }] });
    const change: Stripe.SubscriptionUpdateParams = {
      items: [{ id: started.items.data[0]?.id ?? "", price: paid.id }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
    };
    expect(await refusal(stripe.subscriptions.update(started.id, change))).toMatchObject({ statusCode: 402 });
    expect(JSON.parse(JSON.stringify(await stripe.subscriptions.retrieve(started.id)))).toEqual(
      JSON.parse(JSON.stringify(started)),
    );
  });

  it("another interval begins a new period", async () => {
    const customer = await aCustomer();
    const [monthly, yearly] = [await aPrice(1000), await aPrice(10_000, "year")];
    const started = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
    });
    const change: Stripe.SubscriptionUpdateParams = {
      items: [{ id: started.items.data[0]?.id ?? "", price: yearly.id }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
    };
    const moved = await stripe.subscriptions.update(started.id, change);
    const [item] = moved.items.data;
    const days = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / DAY;
    expect(days).toBeGreaterThan(364);
    const invoice = await stripe.invoices.retrieve(String(moved.latest_invoice));
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-1000, 10_000]);
  });

  it("months keep the anchor's day where they have it", () => {
    const anchor = Date.UTC(2026, 0, 31, 12) / 1000;
    const days = [1, 2, 3].map((n) =>
      new Date(
        addIntervals(
          anchor,
          {
            interval: "month",
            interval_count: 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          },
          n,
        ) * 1000,
      )
        .toISOString()
        .slice(0, 10),
    );
    expect(days).toEqual(["2026-02-28", "2026-03-31", "2026-04-30"]);
  });
});

describe("as time goes by", () => {
  let pool: pg.Pool;
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: inject("databaseUrl") });
  });
  afterAll(() => pool.end());

  /** Lets the sandbox do to one subscription what is due at a moment. */
  async function at(account: string, id: string, moment: number): Promise<void> {
    const client = await pool.connect();
    try {
      while (await bringUpToDate(new Store(client, account, moment), id));
    } finally {
      client.release();
    }
  }

  async function accountOf(id: string): Promise<string> {
    const { rows } = await pool.query("select account from stripe_sandbox.objects where id = $1", [id]);
    return rows[0].account;
  }

  it("renews: a draft an hour long, then paid", async () => {
    const customer = await aCustomer();
    const price = await aPrice(1200);
    const started = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    const end = started.items.data[0]?.current_period_end ?? 0;
    const account = await accountOf(started.id);
    await at(account, started.id, end + 1);
    const drafted = await stripe.subscriptions.retrieve(started.id, { expand: ["latest_invoice"] });
    expect(drafted.items.data[0]?.current_period_start).toBe(end);
    expect(drafted.latest_invoice).toMatchObject({ status: "draft", billing_reason: "subscription_cycle" });
    await at(account, started.id, end + 3601);
    const paid = await stripe.subscriptions.retrieve(started.id, { expand: ["latest_invoice"] });
    expect([paid.status, paid.latest_invoice]).toMatchObject([
      "active",
      { status: "paid", amount_paid: 1200 },
    ]);
  });

  it("a renewal that fails is past due, tried again, and canceled in the end", async () => {
    const customer = await aCustomer();
    const price = await aPrice(1200);
    const started = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
    const end = started.items.data[0]?.current_period_end ?? 0;
    const account = await accountOf(started.id);
    const statuses: string[] = [];
    await at(account, started.id, end + 1);
    for (const days of [0, 3, 8, 15]) {
      await at(account, started.id, end + 3601 + days * 86_400);
      statuses.push((await stripe.subscriptions.retrieve(started.id)).status);
    }
    expect(statuses).toEqual(["past_due", "past_due", "past_due", "canceled"]);
  });

  it.each([
    ["cancel", "canceled"],
    ["pause", "paused"],
    ["create_invoice", "past_due"],
  ] as const)("a trial that ends without a card, behaviour %s: %s", async (behaviour, expected) => {
    const customer = await stripe.customers.create({});
    const price = await aPrice(1200);
    const started = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: behaviour } },
    });
    expect(started.status).toBe("trialing");
    await at(await accountOf(started.id), started.id, (started.trial_end ?? 0) + 3601);
    await at(await accountOf(started.id), started.id, (started.trial_end ?? 0) + 7300);
    expect((await stripe.subscriptions.retrieve(started.id)).status).toBe(expected);
  });

  it("canceled at the period's end it ends there; left incomplete it expires after 23 hours", async () => {
    const customer = await aCustomer();
    const price = await aPrice(1200);
    const started = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    const canceling = await stripe.subscriptions.update(started.id, { cancel_at_period_end: true });
    expect([canceling.status, canceling.canceled_at !== null, canceling.ended_at]).toEqual([
      "active",
      true,
      null,
    ]);
    const account = await accountOf(started.id);
    await at(account, started.id, (started.items.data[0]?.current_period_end ?? 0) + 1);
    expect((await stripe.subscriptions.retrieve(started.id)).status).toBe("canceled");
    const waiting = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: "default_incomplete",
    });
    await at(account, waiting.id, waiting.created + 23 * 3600 + 1);
    expect((await stripe.subscriptions.retrieve(waiting.id)).status).toBe("incomplete_expired");
  });
});

describe("webhooks", () => {
  it("signs what constructEvent verifies, and delivers again to a receiver that failed", async () => {
    const other = connect(`${key}hooks`);
    const seen: { id: string; type: string }[] = [];
    let secret = "";
    let failures = 2;
    const receiver: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (failures-- > 0) return response.writeHead(500).end();
        const event = other.webhooks.constructEvent(
          Buffer.concat(chunks),
          String(request.headers["stripe-signature"]),
          secret,
        );
        seen.push({ id: event.id, type: event.type });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    secret =
      (await other.webhookEndpoints.create({ url, enabled_events: ["customer.created"] })).secret ?? "";
    await other.customers.create({ name: "told" });
    await other.products.create({ name: "not told" });
    await expect
      .poll(() => seen.map(({ type }) => type), { timeout: 20_000, interval: 200 })
      .toEqual(["customer.created"]);
    const events = await other.events.list({ type: "customer.created" });
    expect(events.data.map(({ id }) => id)).toEqual(seen.map(({ id }) => id));
    await new Promise((resolve) => receiver.close(resolve));
  });
});
