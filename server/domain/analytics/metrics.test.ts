// @module-tag ci
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { browseAudit } from "../audit/browse-audit.ts";
import { browseSubscriptions, countSubscriptions } from "../billing/subscriptions/browse-subscriptions.ts";
import { browseUsage } from "../billing/usage/browse-usage.ts";
import { ensureCustomer } from "../customers/ensure-customer.ts";
import { countCustomers, listCustomers } from "../customers/list-customers.ts";
import { addNote, deleteNote, listNotes } from "../customers/notes.ts";
import { browseEvents } from "../events/browse-events.ts";
import { search } from "../search/search.ts";
import { callbackSecretsOf } from "../tenants/provider/connect-card-provider.ts";
import { ensureCallbacks } from "../tenants/provider/provider-callbacks.ts";
import { getMetrics } from "./get-metrics.ts";
import { getUsageSeries } from "./get-usage-series.ts";

const DAY_MS = 86_400_000;

let world: World;
let tenant: TestTenant;
let prices: { monthly: string; yearly: string };
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { calls: { limit: 100 } },
        prices: [{ amount: 3_000 }, { amount: 12_000, interval: "YEAR" }],
      },
    ],
  });
  const [monthly = "", yearly = ""] = catalog.plans.pro?.prices ?? [];
  prices = { monthly, yearly };
  for (const [name, price] of [
    ["ada", prices.monthly],
    ["bob", prices.yearly],
    ["cid", prices.monthly],
  ] as const) {
    const person = { customer: name, email: `${name}@example.com` };
    ids[name] = (await aSubscription(tenant, { ...person, price })).id;
  }
  const canceled = await tenant.server.post(`/v1/billing/subscriptions/${ids.cid}/cancel`, { at: "now" });
  expect(canceled.status).toBe(200);
  await tenant.server.post("/v1/billing/usage", { customer: "ada", feature_key: "calls", quantity: 7 });
});

afterAll(() => world.close());

const moment = (days: number) => new Date(world.services.clock.now().getTime() + days * DAY_MS);

/** Moves the terms of a subscription into the past. */
async function age(name: string, days: number, endedDays: number | null = null): Promise<void> {
  const { count } = await world.services.db.subscriptionTerms.updateMany({
    where: { tenantId: tenant.id, subscriptionId: ids[name] ?? "" },
    data: { fromAt: moment(-days), ...(endedDays !== null && { toAt: moment(-endedDays) }) },
  });
  expect(count).toBe(1);
}

test("MRR, paying subscriptions and churn follow what began and ended, and when", async () => {
  await age("ada", 20);
  await age("bob", 3);
  await age("cid", 20, 5);
  const metrics = await getMetrics(tenant.scope, {
    from: moment(-10).toISOString(),
    to: moment(0.01).toISOString(),
  });
  // A yearly price of 120.00 is 10.00 a month.
  expect(metrics.mrr).toEqual([
    { currency: "USD", before: 6_000, now: 4_000, series: expect.arrayContaining([6_000, 3_000, 4_000]) },
  ]);
  expect(metrics.subscriptions).toMatchObject({ paying: 2, paying_before: 2 });
  expect(metrics.churn).toEqual({ ended: 1, paying_before: 2, rate: 0.5 });
  // Who comes and goes within a range was not there at its beginning.
  const from = moment(-30).toISOString();
  const whole = await getMetrics(tenant.scope, { from, to: moment(0.01).toISOString() });
  expect(whole.churn).toMatchObject({ ended: 0, paying_before: 0 });
  expect(metrics.buckets).toHaveLength(metrics.mrr[0]?.series.length ?? 0);
  const sum = (series: number[]) => series.reduce((total, value) => total + value, 0);
  expect(sum(metrics.subscriptions.started) - sum(metrics.subscriptions.ended)).toBe(0);
});

test("a range that is empty or too long is refused", async () => {
  const at = (days: number) => moment(days).toISOString();
  await expect(getMetrics(tenant.scope, { from: at(0), to: at(-1) })).rejects.toMatchObject({
    code: "K1002",
  });
  await expect(getMetrics(tenant.scope, { from: at(-2000), to: at(0) })).rejects.toMatchObject({
    code: "K1002",
  });
});

test("a trial that goes on paying is converted, one that ended with it is not", async () => {
  const { db } = world.services;
  const where = (name: string) => ({ tenantId_id: { tenantId: tenant.id, id: ids[name] ?? "" } });
  await db.subscription.update({ where: where("ada"), data: { trialEnd: moment(-6) } });
  const fiveDaysAgo = moment(-5);
  await db.subscription.update({
    where: where("cid"),
    data: { trialEnd: fiveDaysAgo, endedAt: fiveDaysAgo },
  });
  const { trials } = await getMetrics(tenant.scope, {
    from: moment(-10).toISOString(),
    to: moment(0.01).toISOString(),
  });
  expect(trials).toMatchObject({ ended: 2, converted: 1, rate: 0.5 });
});

test("a payment fails with a try of the provider's, or with the day on which an invoice of ours stays unpaid", async () => {
  const { db } = world.services;
  const other = await aTenant(world);
  const customerId = await db.$transaction(
    async (tx) => (await ensureCustomer(tx, other.scope, { customer: "dot", email: "dot@example.com" })).id,
  );
  const shared = {
    tenantId: other.id,
    provider: "PROVIDER_B",
    customerId,
    currency: "EUR",
    total: 1n,
  } as const;
  const at = { createdAt: moment(-30), updatedAt: moment(-30), issuedAt: moment(-30) };
  await db.invoice.createMany({
    data: [
      { ...shared, ...at, id: "invoice_open", number: 1, status: "OPEN", dueAt: moment(-2) },
      {
        ...shared,
        ...at,
        id: "invoice_late",
        number: 2,
        status: "PAID",
        dueAt: moment(-3),
        paidAt: moment(-1),
      },
      {
        ...shared,
        ...at,
        id: "invoice_paid",
        number: 3,
        status: "PAID",
        dueAt: moment(-3),
        paidAt: moment(-4),
      },
      { ...shared, ...at, id: "invoice_void", number: 4, status: "VOID", dueAt: moment(-3) },
      { ...shared, ...at, id: "invoice_soon", number: 5, status: "OPEN", dueAt: moment(1) },
    ],
  });
  const { failed_payments: failed } = await getMetrics(other.scope, {
    from: moment(-10).toISOString(),
    to: moment(5).toISOString(),
  });
  expect(failed.total).toBe(2);
});

test("a payment that failed at the provider counts when it failed, however late its callback is; one from before by its arrival", async () => {
  const other = await aTenant(world);
  await ensureCallbacks(other.scope);
  const [secret = ""] = await callbackSecretsOf(other.scope);
  const failed = { object: "event", type: "invoice.payment_failed" };
  const data = { object: { id: "in_unknown", object: "invoice" } };
  const created = Math.floor(moment(-4).getTime() / 1000);
  const payload = JSON.stringify({ ...failed, id: unique("evt"), created, data });
  const answer = await fetch(`${world.baseUrl}/webhooks/cardprovider/${other.id}`, {
    method: "POST",
    headers: { "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }) },
    body: payload,
  });
  expect(answer.status).toBe(200);
  await world.services.db.providerEvent.create({
    data: {
      tenantId: other.id,
      id: unique("pevt"),
      provider: "PROVIDER_A",
      providerEventId: unique("evt"),
      type: failed.type,
      payload: { invoice: "in_unknown" },
      receivedAt: moment(-8),
    },
  });
  const between = async (from: number, to: number) =>
    (await getMetrics(other.scope, { from: moment(from).toISOString(), to: moment(to).toISOString() }))
      .failed_payments.total;
  expect([await between(-9, -7), await between(-5, -3), await between(-3, 1)]).toEqual([1, 1, 0]);
});

test("the ledger adds up day by day, by customer", async () => {
  const series = await getUsageSeries(tenant.scope, {
    from: moment(-5).toISOString(),
    to: moment(0.01).toISOString(),
    feature_key: "calls",
    by: "customer",
  });
  expect(series.total).toBe(7);
  expect(series.groups).toEqual([{ name: "ada", total: 7, series: expect.arrayContaining([7]) }]);
});

test("usage over time opens on a feature that has some in the range, else on the catalog's first", async () => {
  const own = await aTenant(world);
  const range = { from: moment(-5).toISOString(), to: moment(0.01).toISOString(), by: "none" } as const;
  expect(await getUsageSeries(own.scope, range)).toMatchObject({ feature_key: null, total: 0, groups: [] });
  const entitlements = { idle: { limit: 5 }, used: { limit: 5 } };
  await aCatalog(own.scope, {
    features: { idle: { type: "METERED" }, sso: { type: "BOOLEAN" }, used: { type: "METERED" } },
    plans: [{ slug: "free", entitlements, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  expect(await getUsageSeries(own.scope, range)).toMatchObject({ feature_key: "idle", total: 0 });
  await own.server.post("/v1/billing/usage", { customer: "ada", feature_key: "used", quantity: 3 });
  expect(await getUsageSeries(own.scope, range)).toMatchObject({ feature_key: "used", total: 3 });
  expect(await getUsageSeries(own.scope, { ...range, feature_key: "idle" })).toMatchObject({ total: 0 });
  const earlier = { ...range, from: moment(-9).toISOString(), to: moment(-5).toISOString() };
  expect(await getUsageSeries(own.scope, earlier)).toMatchObject({ feature_key: "idle", total: 0 });
});

test("customers are found by a part of their address, filtered, sorted and paged", async () => {
  const list = (input: object) =>
    listCustomers(tenant.scope, { limit: 50, sort: "created_at", order: "desc", ...input });
  const names = async (input: object) => {
    const { data } = await list(input);
    expect(await countCustomers(tenant.scope, input)).toEqual({ count: data.length, is_more: false });
    return data.map(({ external_id }) => external_id);
  };
  expect(await names({})).toEqual(["cid", "bob", "ada"]);
  expect(await names({ q: "OB@exam" })).toEqual(["bob"]);
  expect(await names({ q: "%" })).toEqual([]);
  expect(await names({ status: "ACTIVE", sort: "email", order: "asc" })).toEqual(["ada", "bob"]);
  expect(await names({ status: "NONE" })).toEqual(["cid"]);
  for (const sort of ["created_at", "email", "external_id"]) {
    const first = await list({ limit: 2, sort, order: "asc" });
    const second = await list({ limit: 2, sort, order: "asc", cursor: first.next_cursor ?? "" });
    const all = [...first.data, ...second.data].map(({ external_id }) => external_id);
    expect([all, second.next_cursor], sort).toEqual([["ada", "bob", "cid"], null]);
  }
});

test("subscriptions and counters are found by their customer, and sorted by what they cost", async () => {
  const shared = { limit: 50, order: "desc" } as const;
  const all = await browseSubscriptions(tenant.scope, { ...shared, sort: "amount" });
  expect(all.data.map(({ customer }) => customer.external_id)[0]).toBe("bob");
  const one = await browseSubscriptions(tenant.scope, { ...shared, sort: "current_period_end", q: "ada" });
  expect(one.data.map(({ id }) => id)).toEqual([ids.ada]);
  expect(await countSubscriptions(tenant.scope, {})).toEqual({ count: all.data.length, is_more: false });
  expect(await countSubscriptions(tenant.scope, { q: "ada" })).toEqual({ count: 1, is_more: false });
  const usage = await browseUsage(tenant.scope, { ...shared, sort: "value", q: "ada", feature_key: "calls" });
  expect(usage.data).toMatchObject([{ value: 7, feature_key: "calls", customer: { external_id: "ada" } }]);
});

test("one search finds customers, subscriptions and what is sold; nothing of another tenant", async () => {
  const kinds = async (q: string) => (await search(tenant.scope, { q })).results.map(({ kind }) => kind);
  expect(await kinds("ada@")).toEqual(["customer"]);
  expect(await kinds(ids.ada ?? "")).toEqual(["subscription"]);
  expect(await kinds("calls")).toEqual(["feature"]);
  const other = await aTenant(world);
  expect((await search(other.scope, { q: "ada" })).results).toEqual([]);
});

test("notes about a customer are kept until they are thrown away; their words stay out of the history", async () => {
  const body = unique("they pay late");
  const note = await addNote(tenant.scope, { customer_id: "ada", body });
  const { data } = await listNotes(tenant.scope, { customer_id: "ada", limit: 50 });
  expect(data.map(({ id }) => id)).toEqual([note.id]);
  const page = { limit: 50, object_ids: [note.id] };
  const [events, audit] = [await browseEvents(tenant.scope, page), await browseAudit(tenant.scope, page)];
  expect([events.data.length, audit.data.length]).toEqual([1, 1]);
  expect(JSON.stringify([events, audit])).not.toContain(body);
  await deleteNote(tenant.scope, { note_id: note.id });
  await expect(deleteNote(tenant.scope, { note_id: note.id })).rejects.toMatchObject({ code: "K3014" });
});
