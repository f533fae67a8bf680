import { createRequire } from "node:module";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openSandbox, type Sandbox } from "../src/testing/open-account.ts";
import { aReceiver } from "./a-receiver.ts";
import { anOwnDatabase } from "./own-database.ts";

// Supabase's sync engine copies an account into tables: by webhooks as things happen, and by backfills of what was before. Both
// work on databases of their own here, set up by the engine's own migrations, and must come to what the API answers.

type Engine = typeof import("@supabase/stripe-sync-engine");

// Its ES module looks for its migrations by __dirname, which only CommonJS has: there it would make no tables, and say nothing.
const require = createRequire(import.meta.url);
const { StripeSync, runMigrations }: Engine = require("@supabase/stripe-sync-engine");
// stripe-node 22 has objects for decimal numbers, which the engine writes down in quotes.
const Stripe20: typeof Stripe = require("stripe-20");

type Endive = ReturnType<Sandbox["anAccount"]>["stripe"];

const API_VERSION = "2026-10-28.endive";
const WAIT = { timeout: 40_000, interval: 100 };

/** What the engine does something with; it answers any other event with an error. */
const HANDLED = [
  ...["charge.captured", "charge.failed", "charge.refunded", "charge.succeeded", "charge.updated"],
  ...["charge.dispute.created", "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated"],
  ...["charge.dispute.updated", "charge.dispute.closed", "charge.refund.updated"],
  ...["checkout.session.completed", "checkout.session.expired"],
  ...["credit_note.created", "credit_note.updated", "credit_note.voided"],
  ...["customer.created", "customer.updated", "customer.deleted"],
  ...["customer.subscription.created", "customer.subscription.updated", "customer.subscription.deleted"],
  ...["customer.tax_id.created", "customer.tax_id.updated", "customer.tax_id.deleted"],
  ...[
    "invoice.created",
    "invoice.deleted",
    "invoice.finalized",
    "invoice.marked_uncollectible",
    "invoice.paid",
  ],
  ...[
    "invoice.payment_action_required",
    "invoice.payment_failed",
    "invoice.payment_succeeded",
    "invoice.sent",
  ],
  ...["invoice.updated", "invoice.voided", "invoice_payment.paid"],
  ...["payment_intent.canceled", "payment_intent.created", "payment_intent.payment_failed"],
  ...["payment_intent.requires_action", "payment_intent.succeeded"],
  ...["payment_method.attached", "payment_method.detached", "payment_method.updated"],
  ...["plan.created", "plan.updated", "plan.deleted", "price.created", "price.updated", "price.deleted"],
  ...["product.created", "product.updated", "product.deleted", "radar.early_fraud_warning.created"],
  ...["radar.early_fraud_warning.updated", "refund.created", "refund.failed", "refund.updated"],
  ...["setup_intent.canceled", "setup_intent.created", "setup_intent.requires_action"],
  ...["setup_intent.setup_failed", "setup_intent.succeeded", "subscription_schedule.canceled"],
  ...["subscription_schedule.created", "subscription_schedule.released", "subscription_schedule.updated"],
] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];

let sandbox: Sandbox;
let account: ReturnType<Sandbox["anAccount"]>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  sandbox = await openSandbox();
  account = sandbox.anAccount();
});

afterAll(async () => {
  for (const close of closing) await close();
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** An engine on a database of its own. */
async function anEngine(name: string, stripeWebhookSecret: string) {
  // Its migrations make the role postgres the owner of a function, as on Supabase.
  const database = await anOwnDatabase(name, { isSuperuser: true });
  const failed: unknown[] = [];
  // It reports a failed migration to its logger alone.
  const logger = { info: () => undefined, error: (error: unknown) => failed.push(error) };
  await runMigrations({ databaseUrl: database.url, schema: "stripe", logger: logger as never });
  expect(failed).toEqual([]);
  const engine = new StripeSync({
    poolConfig: { connectionString: database.url },
    stripeSecretKey: account.secretKey,
    stripeWebhookSecret,
    stripeApiVersion: API_VERSION,
    autoExpandLists: true,
    backfillRelatedEntities: true,
    // Its README: with it, the order in which webhooks come does not matter.
    revalidateObjectsViaStripeApi: [
      ...([
        "charge",
        "credit_note",
        "customer",
        "dispute",
        "invoice",
        "payment_intent",
        "payment_method",
      ] as const),
      ...(["plan", "price", "product", "refund", "radar.early_fraud_warning", "setup_intent"] as const),
      ...(["subscription", "subscription_schedule", "tax_id"] as const),
    ],
  });
  const { hostname: host, port } = new URL(sandbox.url);
  // The engine's configuration has no host; its client is a field that its types have as public.
  engine.stripe = new Stripe20(account.secretKey, {
    // stripe-node's types know their own version alone.
    apiVersion: API_VERSION as never,
    ...{ host, port, protocol: "http", telemetry: false },
  });
  closing.push(
    () => engine.close(),
    () => database.pool.end(),
  );
  return {
    engine,
    /** What the engine keeps of a kind, newest first as the API lists. */
    async rows(table: string): Promise<Record<string, unknown>[]> {
      const { rows } = await database.pool.query(`select * from stripe.${table}`);
      return rows;
    },
  };
}

interface Thing {
  id: string;
}

/** Each kind: what a backfill calls it, the engine's table, and the list that the API has of it. */
const KINDS: [object: string, table: string, list: (stripe: Endive) => AsyncIterable<Thing>][] = [
  ["product", "products", (stripe) => stripe.products.list({ limit: 100 })],
  ["price", "prices", (stripe) => stripe.prices.list({ limit: 100 })],
  ["plan", "plans", (stripe) => stripe.plans.list({ limit: 100 })],
  ["customer", "customers", (stripe) => stripe.customers.list({ limit: 100 })],
  ["subscription", "subscriptions", (stripe) => stripe.subscriptions.list({ status: "all", limit: 100 })],
  [
    "subscription_schedules",
    "subscription_schedules",
    (stripe) => stripe.subscriptionSchedules.list({ limit: 100 }),
  ],
  ["invoice", "invoices", invoicesWithAllLines],
  ["charge", "charges", (stripe) => stripe.charges.list({ limit: 100 })],
  ["setup_intent", "setup_intents", (stripe) => stripe.setupIntents.list({ limit: 100 })],
  ["payment_method", "payment_methods", methodsOf],
  ["payment_intent", "payment_intents", (stripe) => stripe.paymentIntents.list({ limit: 100 })],
  ["tax_id", "tax_ids", (stripe) => stripe.taxIds.list({ limit: 100 })],
  ["credit_note", "credit_notes", (stripe) => stripe.creditNotes.list({ limit: 100 })],
  ["dispute", "disputes", (stripe) => stripe.disputes.list({ limit: 100 })],
  [
    "early_fraud_warning",
    "early_fraud_warnings",
    (stripe) => stripe.radar.earlyFraudWarnings.list({ limit: 100 }),
  ],
  ["refund", "refunds", (stripe) => stripe.refunds.list({ limit: 100 })],
  ["checkout_sessions", "checkout_sessions", (stripe) => stripe.checkout.sessions.list({ limit: 100 })],
];

/** A list has ten lines of each invoice; the engine fetches the others. */
async function* invoicesWithAllLines(stripe: Endive): AsyncGenerator<Thing> {
  for await (const invoice of stripe.invoices.list({ limit: 100 })) {
    const data = await stripe.invoices
      .listLineItems(invoice.id, { limit: 100 })
      .autoPagingToArray({ limit: 100 });
    yield { ...invoice, lines: { ...invoice.lines, data, has_more: false } } as Thing;
  }
}

/** The account's own tax ids are no event: webhooks bring those of customers. */
async function* taxIdsOfCustomers(stripe: Endive): AsyncGenerator<Thing> {
  for await (const { id } of stripe.customers.list({ limit: 100 })) yield* stripe.customers.listTaxIds(id);
}

async function* methodsOf(stripe: Endive): AsyncGenerator<Thing> {
  for await (const { id: customer } of stripe.customers.list({ limit: 100 }))
    yield* stripe.paymentMethods.list({ customer, limit: 100 });
}

async function everyOne(list: (stripe: Endive) => AsyncIterable<Thing>): Promise<Thing[]> {
  const all: Thing[] = [];
  for await (const one of list(account.stripe)) all.push(JSON.parse(JSON.stringify(one)));
  return all;
}

const OWN_COLUMNS = new Set(["updated_at", "last_synced_at", "deleted"]);

/** Holds a row against the API's object: every column that the object has is the same, the others are empty. */
function expectSame(row: Record<string, unknown> | undefined, thing: Thing): void {
  const fields = new Map(Object.entries(thing));
  const columns = Object.keys(row ?? {}).filter((name) => !OWN_COLUMNS.has(name));
  const wanted = Object.fromEntries(columns.map((name) => [name, inColumn(row?.[name], fields.get(name))]));
  expect(Object.fromEntries(columns.map((name) => [name, row?.[name]]))).toEqual(wanted);
}

/** PostgreSQL's bigint and text come as strings. */
function inColumn(value: unknown, field: unknown): unknown {
  if (field === undefined) return null;
  if (typeof value !== "string" || typeof field === "string") return field;
  return typeof field === "object" && field !== null ? JSON.stringify(field) : String(field);
}

/** Posts to the sandbox what a bank or the Dashboard would do. */
async function control(path: string, fields: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.secretKey}` },
    body: new URLSearchParams(fields),
  });
  const body = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  return body;
}

const NEVER = { enabled: true, allow_redirects: "never" as const };

/** Something of every kind, in its first state. */
async function firstHalf(stripe: Endive) {
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
      ...{ amount, currency: "usd", customer, payment_method, confirm: true },
      automatic_payment_methods: NEVER,
    });
    return String(intent.latest_charge);
  };
  const [refunded, disputed, warned] = [await pay(2500), await pay(4000), await pay(500)];
  const declined = stripe.paymentIntents.create({
    ...{ amount: 900, currency: "usd", payment_method: "pm_card_chargeDeclined", confirm: true },
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
  await isDelivered();
  await nextSecond();
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
    ...{ product, pro, customer, refunded, disputed, warned, subscription, schedule, invoice: draft.id },
    ...{ session, abandoned, gone, obsolete, unpaid: unpaid.id },
  };
}

/** Each kind changes. */
async function secondHalf(stripe: Endive, made: Awaited<ReturnType<typeof firstHalf>>): Promise<void> {
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
      ...{ do: "buy", email: "grace@example.com", name: "Grace", country: "US" },
      ...{ number: "4242424242424242", expiry: "12 / 34", cvc: "123" },
    }),
    redirect: "manual",
  });
  expect(page.headers.get("location")).toBe("https://example.com/done");
  await stripe.checkout.sessions.expire(made.abandoned.id);
  await stripe.customers.del(made.gone.id);
}

/** Ends what can end. */
async function lastPart(stripe: Endive, made: Awaited<ReturnType<typeof firstHalf>>): Promise<void> {
  const [dispute] = (await stripe.disputes.list()).data;
  await control(`disputes/${dispute?.id}/lose`);
  const [note] = (await stripe.creditNotes.list({ invoice: made.unpaid })).data;
  await stripe.creditNotes.voidCreditNote(note?.id ?? "");
  await stripe.subscriptionSchedules.release(made.schedule.id);
  await stripe.subscriptions.cancel(made.subscription.id);
}

/** The engine compares events by the second that they were made in: what is to come after another waits for the next. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  await vi.waitFor(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(second), {
    interval: 20,
    timeout: 2000,
  });
}

async function isDelivered(): Promise<void> {
  await vi.waitFor(async () => {
    const pending: string[] = [];
    for await (const event of account.stripe.events.list({ limit: 100 }))
      if (event.pending_webhooks > 0) pending.push(event.type);
    expect(pending).toEqual([]);
  }, WAIT);
}

describe("Supabase's sync engine", () => {
  const failures: string[] = [];
  let live: Awaited<ReturnType<typeof anEngine>>;
  let late: Awaited<ReturnType<typeof anEngine>>;
  let began = 0;

  beforeAll(async () => {
    const { stripe } = account;
    const secret = { value: "" };
    const receiver = await aReceiver(async ({ payload, headers }) => {
      try {
        await live.engine.processWebhook(payload, String(headers["stripe-signature"]));
        return 200;
      } catch (error) {
        failures.push(`${JSON.parse(payload).type}: ${error}`);
        // Told of it as done, so that the rest goes on.
        return 200;
      }
    });
    closing.push(() => receiver.close());
    const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: HANDLED });
    secret.value = endpoint.secret ?? "";
    live = await anEngine("clients_sync_engine_live", secret.value);
    late = await anEngine("clients_sync_engine_late", secret.value);
    began = Math.floor(Date.now() / 1000);
    const made = await firstHalf(stripe);
    await isDelivered();
    await nextSecond();
    await secondHalf(stripe, made);
    await isDelivered();
    await nextSecond();
    await lastPart(stripe, made);
    await isDelivered();
  });

  it("takes every webhook that it is sent", () => {
    expect(failures).toEqual([]);
  });

  it.each(KINDS)("has by webhooks what the API answers: %s", async (object, table, list) => {
    const rows = new Map((await live.rows(table)).map((row) => [row.id, row]));
    const all = await everyOne(object === "tax_id" ? taxIdsOfCustomers : list);
    expect(all).not.toEqual([]);
    for (const one of all) expectSame(rows.get(one.id), one);
  });

  it("marks deleted customers, and deletes products", async () => {
    const customers = await live.rows("customers");
    expect(customers.filter(({ deleted }) => deleted)).toHaveLength(1);
    expect((await live.rows("products")).map(({ name }) => name)).not.toContain("Obsolete");
  });

  it.each(KINDS)("has by a backfill what the API answers: %s", async (object, table, list) => {
    const all = await everyOne(list);
    // The engine's type for it is not exported.
    const params = { object } as Parameters<typeof late.engine.syncBackfill>[0];
    const synced = Object.values(await late.engine.syncBackfill(params)).filter((one) => one !== undefined);
    expect(synced).toEqual([{ synced: all.length }]);
    const rows = new Map((await late.rows(table)).map((row) => [row.id, row]));
    for (const one of all) expectSame(rows.get(one.id), one);
  });

  it("backfills everything at once, and nothing of before or after the time that it is given", async () => {
    const counts = new Map<string, number>();
    for (const [object, , list] of KINDS) counts.set(object, (await everyOne(list)).length);
    const all = Object.values(await late.engine.syncBackfill({ object: "all", created: { gte: began } }));
    const synced = all.map((one) => one?.synced ?? 0).sort();
    expect(synced).toEqual([...counts.values()].sort());
    const none = await late.engine.syncBackfill({ object: "invoice", created: { lt: began } });
    expect(none.invoices).toEqual({ synced: 0 });
  });

  it("has the items of subscriptions and of sessions, and every line of a long invoice", async () => {
    const items = await late.rows("subscription_items");
    const subscriptions = await everyOne((stripe) => stripe.subscriptions.list({ status: "all" }));
    expect(new Set(items.map(({ subscription }) => subscription))).toEqual(
      new Set(subscriptions.map(({ id }) => id)),
    );
    expect(await late.rows("checkout_session_line_items")).toHaveLength(2);
    const lengths = (await late.rows("invoices")).map(
      ({ lines }) => (lines as { data: unknown[] }).data.length,
    );
    expect(Math.max(...lengths)).toBe(12);
  });

  it("fetches a single object by its id", async () => {
    const { id } = await account.stripe.customers.create({ name: "Single" });
    await late.engine.syncSingleEntity(id);
    expect((await late.rows("customers")).find((row) => row.id === id)).toMatchObject({ name: "Single" });
  });
});
