import { randomInt } from "node:crypto";
import pg from "pg";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Prisma } from "../../../../platform/database/client/client.ts";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { balancesOf } from "../../../../testing/balances-of.ts";
import { openWorld, type World } from "../../../../testing/world.ts";
import { processProviderEvent } from "../../provider-events/process-event.ts";

// All callbacks of a year from the card provider, in random order, each up to three times.
// More orders: USHER_ORDERS=100.

const ORDERS = Number(process.env.USHER_ORDERS ?? 2);
const SECRET = "whsec_of_this_test";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** A year with a trial, an upgrade, a declined renewal, a new card, a pause and an end; the callbacks are not delivered. */
async function aYear(): Promise<{ story: Story; id: string; beginning: Row }> {
  const story = await aStory(world, "2027-01-01T00:00:00Z", {
    plans: [
      { slug: "basic", prices: [{ amount: 1000, trialDays: 14, trialNeedsCard: true }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
    ],
  });
  const { customer } = story;
  const card = (cardprovider_payment_method_id: string) =>
    story.post("/v1/billing/payment-methods", { customer, cardprovider_payment_method_id });
  const id = await story.start("PROVIDER_A", "basic");
  const beginning = await rowOf(id);
  await story.to("2027-01-20T00:00:00Z");
  await story.tell(id, "change-plan", { plan_price_id: story.price("pro") });
  await card("pm_card_chargeCustomerFail");
  await story.to("2027-02-16T00:00:00Z");
  await card("pm_card_visa");
  await story.tell(id, "pause");
  await story.to("2027-04-16T00:00:00Z");
  await story.tell(id, "resume");
  await story.to("2027-06-16T00:00:00Z");
  await story.tell(id, "cancel");
  await story.to("2027-07-16T00:00:00Z");
  return { story, id, beginning };
}

type Row = Prisma.SubscriptionUncheckedUpdateInput;
type Balances = Awaited<ReturnType<typeof balancesOf>>;

/** The columns that are synced from the provider. */
async function rowOf(id: string) {
  const row = await world.services.db.subscription.findFirstOrThrow({ where: { id } });
  const { status, currentPeriodStart, currentPeriodEnd, periodAnchor, trialStart, trialEnd } = row;
  const { cancelAtPeriodEnd, canceledAt, endedAt, pastDueSince, pausedAt } = row;
  const period = { currentPeriodStart, currentPeriodEnd, periodAnchor };
  const end = { cancelAtPeriodEnd, canceledAt, endedAt, pastDueSince, pausedAt };
  return { status, ...period, trialStart, trialEnd, ...end };
}

async function stateOf(story: Story, id: string) {
  const { scope } = story.tenant;
  const { customerId } = await world.services.db.subscription.findFirstOrThrow({ where: { id } });
  const balances = await balancesOf(scope.db, scope, customerId);
  return { row: await rowOf(id), invoices: await story.invoices(id), balances };
}

/** As it was when the subscription had just begun. */
async function takeBack({ tenant }: Story, id: string, beginning: Row): Promise<void> {
  const { db } = world.services;
  await db.providerEvent.deleteMany({ where: { tenantId: tenant.id } });
  // Charges and the journal are append-only: only a superuser's connection without triggers removes them.
  const url = new URL(inject("databaseUrl"));
  const admin = new URL(inject("adminDatabaseUrl"));
  admin.pathname = url.pathname;
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const table of ["journal_transfers", "charge_placements", "charges", "invoice_lines", "invoices"])
      await client.query(`delete from ${table} where tenant_id = $1`, [tenant.id]);
  } finally {
    await client.end();
  }
  await db.subscription.update({ where: { tenantId_id: { tenantId: tenant.id, id } }, data: beginning });
}

async function eventsOf(story: Story): Promise<Stripe.Event[]> {
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return events.filter(({ type }) => /^(customer\.subscription|invoice|checkout)\./.test(type));
}

function shuffled<T>(list: T[]): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(randomInt(rest.length), 1)[0] as T);
}

async function deliver(story: Story, event: Stripe.Event): Promise<void> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
  const answer = await fetch(`${world.baseUrl}/webhooks/cardprovider/${story.tenant.id}`, {
    method: "POST",
    headers: { "stripe-signature": signature },
    body: payload,
  });
  expect(answer.status).toBe(200);
  const stored = await world.services.db.providerEvent.findFirstOrThrow({
    where: { tenantId: story.tenant.id, providerEventId: event.id },
  });
  await processProviderEvent(story.tenant.scope, stored.id);
}

it("ends in the same state and owes the same in any order", {
  timeout: 60_000 + ORDERS * 20_000,
}, async () => {
  const { story, id, beginning } = await aYear();
  const { scope } = story.tenant;
  await scope.db.providerAccount.updateMany({
    where: { tenantId: scope.tenantId },
    data: {
      webhookSecretsSealed: [scope.vault.encrypt(SECRET, `provider_account:${scope.tenantId}:PROVIDER_A`)],
    },
  });
  const expected = await stateOf(story, id);
  expect(expected.row.status).toBe("CANCELED");
  const events = await eventsOf(story);
  expect(events.length).toBeGreaterThan(30);
  for (let order = 0; order < ORDERS; order++) {
    await takeBack(story, id, beginning);
    expect((await rowOf(id)).status).toBe("TRIALING");
    const doubled = events.flatMap((event) => Array.from({ length: randomInt(1, 4) }, () => event));
    for (const event of shuffled(doubled)) await deliver(story, event);
    const state = await stateOf(story, id);
    expect(state.row).toEqual(expected.row);
    expect(state.invoices.toSorted(byNumber)).toEqual(expected.invoices.toSorted(byNumber));
    // Whether a void invoice was one of the pause is learned in some orders after it: its charges are then held, and not written off.
    // What is held or given up together is the same in each.
    expect(settled(state.balances)).toEqual(settled(expected.balances));
  }
});

/** Balances with what is not invoiced and what was given up as one sum. */
function settled({ UNBILLED, CANCELED, ...others }: Balances) {
  return { ...others, unbilledOrCanceled: UNBILLED + CANCELED };
}

function byNumber(a: { number: string | null }, b: { number: string | null }): number {
  return String(a.number).localeCompare(String(b.number));
}
