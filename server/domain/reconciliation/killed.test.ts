import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { INVARIANTS } from "../../doctor/invariants.ts";
import { createJobHandlers } from "../../jobs/handlers.ts";
import { ManualClock } from "../../platform/clock.ts";
import type { ProviderSubscription } from "../../providers/port.ts";
import { aCatalog, type TestCatalog } from "../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { createClient } from "../../testing/client.ts";
import { openSecondProcess, type SecondProcess } from "../../testing/second-process.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { cardProviderOf } from "../tenants/connect-card-provider.ts";
import { getDrift, mendDrift } from "./drift.ts";

// The server is killed with SIGKILL at random moments while customers start and change their subscriptions, two operations each.
// More of them: USHER_KILL_CUSTOMERS=100.

const CUSTOMERS = Number(process.env.USHER_KILL_CUSTOMERS ?? 20);
const AT_ONCE = 10;
/** A server dies some milliseconds after so many answers: by work, not by time, so that slow machines get on, too. */
const MOST_ANSWERS = 12;
const LONGEST_PAUSE_MS = 150;

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock });
  tenant = await aTenant(world);
  catalog = await aCatalog(tenant.scope, {
    plans: [
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
    ],
  });
});

afterAll(() => world.close());

/** A server that is killed again and again; whoever calls asks for the one that lives. */
function aMortalServer() {
  let living: SecondProcess | null = null;
  let kills = 0;
  let answers = 0;
  let isOver = false;
  const run = (async () => {
    let coming = openSecondProcess(world, { role: "all" });
    while (!isOver) {
      const next: SecondProcess = await coming;
      living = next;
      // It takes longer to come up than to die: the next one is on its way meanwhile.
      coming = openSecondProcess(world, { role: "all" });
      const until = answers + randomInt(1, MOST_ANSWERS);
      while (answers < until && !isOver && !next.hasEnded()) await pause(5);
      await pause(randomInt(LONGEST_PAUSE_MS));
      living = null;
      await next.kill();
      kills++;
      await letLeasesRunOut();
    }
    await (await coming).close();
  })();
  return {
    url: () => (living as SecondProcess | null)?.baseUrl ?? null,
    hasAnswered: () => answers++,
    async stop() {
      isOver = true;
      await run;
      return kills;
    },
  };
}

type Mortal = ReturnType<typeof aMortalServer>;

/** Nobody lives now: what the dead were at is free for the next as soon as their leases, 60 and 90 seconds, are over. */
async function letLeasesRunOut(): Promise<void> {
  const { pool } = world.services;
  await pool.query(
    "update provider_operations set lease_until = now() where tenant_id = $1 and status = 'PENDING'",
    [tenant.id],
  );
  await pool.query(
    "update idempotency_keys set lease_until = now() where tenant_id = $1 and status = 'RUNNING'",
    [tenant.id],
  );
}

/** Asks until it is answered, as a client with retries would; half of them with an Idempotency-Key. */
async function ask({ url, hasAnswered }: Mortal, path: string, body: object, isKeyed: boolean) {
  const headers: Record<string, string> = isKeyed ? { "idempotency-key": randomUUID() } : {};
  for (;;) {
    const baseUrl = url();
    if (baseUrl === null) {
      await pause(20);
      continue;
    }
    const client = createClient(baseUrl, { "x-app-id": tenant.adminApplication.appId }).with(token);
    const reply = await client.post(path, body, headers).catch(() => null);
    if (reply) hasAnswered();
    const isToRetry = reply === null || reply.status >= 500 || ["K6007", "K9004"].includes(reply.body.code);
    if (!isToRetry) return reply;
    await pause(100);
  }
}

const token: Record<string, string> = {};

/** Starts and changes one subscription; answers its id when both were answered with success. */
async function live(customer: string, server: Mortal, isKeyed: boolean): Promise<string> {
  const sale = {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans.basic?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  };
  const change = { plan_price_id: catalog.plans.pro?.prices[0] };
  for (;;) {
    const started = await ask(server, "/v1/billing/cardprovider/subscriptions/headless", sale, isKeyed);
    // A retry after a try that was never answered is told the id of what that one makes.
    const id: string = started.status === 201 ? started.body.id : started.body.details?.subscription_id;
    expect(id, JSON.stringify(started.body)).toBeDefined();
    const changed = await ask(server, `/v1/billing/subscriptions/${id}/change-plan`, change, isKeyed);
    // The one that was to make it was killed before it could: whoever asks again, makes it.
    if (changed.body.code === "K6001" && started.status !== 201) continue;
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    return id;
  }
}

it("killed at any moment, nobody is charged twice and every answered success is there", {
  timeout: 60_000 + CUSTOMERS * 8_000,
}, async () => {
  const reply = await createClient(world.baseUrl, { "x-app-id": tenant.adminApplication.appId }).post(
    "/v1/auth/token",
    {
      grant_type: "client_credentials",
      client_id: tenant.adminApplication.id,
      client_secret: tenant.adminApplication.clientSecret,
    },
  );
  token.authorization = `Bearer ${reply.body.access_token}`;
  const server = aMortalServer();
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => `customer-${index}`);
  const answered: string[] = [];
  const worker = async () => {
    for (let next = customers.shift(); next !== undefined; next = customers.shift()) {
      answered.push(await live(next, server, answered.length % 2 === 0));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const kills = await server.stop();
  expect(kills).toBeGreaterThan(2);

  // Leases of the dead run out, notices are late: what is left is finished and compared.
  clock.moveTo(new Date(Date.now() + 300_000));
  await createJobHandlers(world.services).recover({});
  await mendDrift(tenant.scope);
  clock.moveTo(new Date(Date.now() + 600_000));
  const drift = await getDrift(tenant.scope);
  expect(drift).toMatchObject({ ours: CUSTOMERS, differences: [] });

  const remotes = await Array.fromAsync((await cardProviderOf(tenant.scope)).listSubscriptions());
  const alive = remotes.filter(({ status }) => status === "ACTIVE");
  expect(alive).toHaveLength(CUSTOMERS);
  for (const id of answered) {
    const row = await tenant.admin.get(`/v1/billing/subscriptions/${id}`);
    expect(row.body).toMatchObject({ status: "ACTIVE", plan: { slug: "pro" } });
  }
  for (const remote of alive) await wasChargedOnce(remote);
  expect(await unwell()).toEqual([]);
});

/** One invoice for the start and one for the change, both paid, and no other. */
async function wasChargedOnce({ id }: ProviderSubscription): Promise<void> {
  const provider = await cardProviderOf(tenant.scope);
  const invoices = await provider.listInvoices({ subscriptionId: id, limit: 20 });
  expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
    ["subscription_update", "PAID"],
    ["subscription_create", "PAID"],
  ]);
  expect(Number(invoices[0]?.total)).toBeLessThanOrEqual(2000);
  expect(invoices[1]?.total).toBe(1000n);
}

/** Invariants that the tenant's rows break. */
async function unwell(): Promise<string[]> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  const broken: string[] = [];
  for (const { name, sql } of INVARIANTS) {
    const { rowCount } = await client.query(`select 1 from (${sql}) found where tenant_id = $1`, [tenant.id]);
    if (rowCount) broken.push(name);
  }
  await client.end();
  return broken;
}
