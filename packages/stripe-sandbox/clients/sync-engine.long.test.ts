import { createRequire } from "node:module";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSandbox, type Sandbox } from "../src/testing/open-account.ts";
import { aHistory } from "./a-history.ts";
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
    host,
    port,
    protocol: "http",
    telemetry: false,
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
        // Reported as done, so that the other steps continue.
        return 200;
      }
    });
    closing.push(() => receiver.close());
    const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: HANDLED });
    secret.value = endpoint.secret ?? "";
    live = await anEngine("clients_sync_engine_live", secret.value);
    late = await anEngine("clients_sync_engine_late", secret.value);
    began = Math.floor(Date.now() / 1000);
    await aHistory(sandbox, account);
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
