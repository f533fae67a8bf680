import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { describeFindings, examine } from "../server/doctor/examine.ts";
import { getDrift, mendDrift } from "../server/domain/billing/card-provider/drift/drift.ts";
import { cardProviderOf } from "../server/domain/tenants/provider/connect-card-provider.ts";
import { createJobHandlers } from "../server/jobs/handlers.ts";
import type { ManualClock } from "../server/platform/clock.ts";
import { aCatalog, type TestCatalog } from "../server/testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../server/testing/a-tenant.ts";
import { createClient, type Reply } from "../server/testing/client.ts";
import { unique, type World } from "../server/testing/world.ts";

// A shop with customers who never give up: they ask until they are answered, through whatever happens to the servers, and
// remember what they were promised. At the end it is all there, once.

/** What was answered with success. */
interface Promised {
  /** Units used, by customer: each event counted once. */
  units: Map<string, number>;
  /** Subscriptions that were started and moved to the dearer plan. */
  subscriptions: string[];
  joined: string[];
  /** Redemptions by code, of which each allows SEATS. */
  codes: Map<string, number>;
}

/** Customers at work. */
export interface Opened {
  /** Throws what went wrong with one of them, as soon as it has. */
  check(): void;
  /** Lets all buyers finish their current request. */
  stop(): Promise<void>;
}

export interface Shop {
  tenant: TestTenant;
  catalog: TestCatalog;
  promised: Promised;
  /** Answers that came, and tries that failed in a way that a client tries again. */
  figures: { answers: number; retries: number; operations: number };
  /**
   * Lets so many customers act until stop(), in all ways or in one; where they ask is looked up for each try, null while
   * nobody serves.
   */
  open(options: { customers: number; url: () => string | null; only?: string }): Opened;
  /** Ends leases by hand: for processes whose clocks have set them to end in a time to come. */
  letLeasesRunOut(): Promise<void>;
  /** Lets recovery do its work, then throws unless everything promised is there once and the doctor finds nothing. */
  verify(): Promise<void>;
}

/** What the dead were at is taken over when their leases have ended, by themselves and in real time. */
export const SHORT_LEASES = { USHER_LEASE_SECONDS: "2" };

const SEATS = 3;
const BATCH = 10;
/** Statuses after which a client retries: nothing was decided, or another request is still running. */
const TRY_AGAIN = ["K6007", "K9004", "K9002", "K9011"];
const TOKEN_MINUTES = 10;

/** Makes the shop in a world whose clock can be moved, on a database of its own. */
export async function aShop(world: World, clock: ManualClock): Promise<Shop> {
  const tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "free", entitlements: { calls: { limit: 1e9 } }, prices: [{ amount: 0 }] },
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
    ],
    freePlan: "free",
  });
  const promised: Promised = { units: new Map(), subscriptions: [], joined: [], codes: new Map() };
  const figures = { answers: 0, retries: 0, operations: 0 };
  let token = { value: "", until: 0 };

  /** The token of the shop's back end; the world's own server, which is never killed, issues a new one in time. */
  async function authorization(): Promise<string> {
    if (performance.now() > token.until) {
      // Its clock stands still else, and so would the token's end.
      if (clock.now().getTime() < Date.now()) clock.moveTo(new Date());
      const { id, appId, clientSecret } = tenant.adminApplication;
      const grant = { grant_type: "client_credentials", client_id: id, client_secret: clientSecret };
      const reply = await createClient(world.baseUrl, { "x-app-id": appId }).post("/v1/auth/token", grant);
      token = {
        value: `Bearer ${reply.body.access_token}`,
        until: performance.now() + TOKEN_MINUTES * 60_000,
      };
    }
    return token.value;
  }

  /** Asks until it is answered; null when the shop closed first and nothing is known. */
  async function ask(
    open: { url: () => string | null; isOver: boolean },
    path: string,
    body: object,
    isKeyed = true,
  ): Promise<Reply> {
    const headers: Record<string, string> = isKeyed ? { "idempotency-key": randomUUID() } : {};
    for (;;) {
      const baseUrl = open.url();
      if (baseUrl !== null) {
        const identity = {
          "x-app-id": tenant.adminApplication.appId,
          authorization: await authorization(),
        };
        const reply = await createClient(baseUrl, identity)
          .post(path, body, headers)
          .catch(() => null);
        if (reply) figures.answers++;
        if (reply?.status === 401) token.until = 0;
        else if (reply && reply.status < 500 && !TRY_AGAIN.includes(reply.body.code)) return reply;
      }
      figures.retries++;
      await pause(50 + randomInt(100));
    }
  }

  type Open = Parameters<typeof ask>[0];

  const lives: ((open: Open, customer: string) => Promise<void>)[] = [
    async function uses(open, customer) {
      const event = { customer, feature_key: "calls", quantity: 1, event_id: randomUUID() };
      const reply = await ask(open, "/v1/billing/usage", event, randomInt(2) === 0);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
      promised.units.set(customer, (promised.units.get(customer) ?? 0) + 1);
    },
    async function usesManyAtOnce(open, customer) {
      const items = Array.from({ length: BATCH }, () => ({
        customer,
        feature_key: "calls",
        quantity: 1,
        event_id: randomUUID(),
      }));
      const reply = await ask(open, "/v1/billing/usage/batch", { items }, false);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
      promised.units.set(customer, (promised.units.get(customer) ?? 0) + BATCH);
    },
    async function subscribes(open) {
      const customer = unique("buyer");
      const sale = {
        customer,
        email: `${customer}@example.com`,
        plan_price_id: catalog.plans.basic?.prices[0],
        cardprovider_test_card_token: "tok_visa",
      };
      const change = { plan_price_id: catalog.plans.pro?.prices[0] };
      const isKeyed = randomInt(2) === 0;
      const started = await ask(open, "/v1/billing/cardprovider/subscriptions/headless", sale, isKeyed);
      // With a key the buyer gets the purchase even after a kill; without one, the id of the existing subscription.
      expect(started.status, JSON.stringify(started.body)).toBe(isKeyed ? 201 : started.status);
      const id: string = started.status === 201 ? started.body.id : started.body.details?.subscription_id;
      expect(id, JSON.stringify(started.body)).toBeDefined();
      const changed = await ask(open, `/v1/billing/subscriptions/${id}/change-plan`, change, isKeyed);
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      promised.subscriptions.push(id);
    },
    async function joins(open) {
      const email = `${unique("person")}@example.com`;
      const reply = await ask(open, "/v1/waitlist", { email }, false);
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      promised.joined.push(email);
    },
    async function redeems(open) {
      const made = await ask(open, "/v1/invitations/code", { maxUses: SEATS });
      // Killed between the work and its answer: it was made once, and we are told so.
      if (made.body.code === "K9031") return;
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const { code } = made.body;
      const guests = Array.from({ length: SEATS + 2 }, () => unique("guest"));
      const replies = await Promise.all(
        guests.map((user) => ask(open, "/v1/invitations/redeem", { code, user })),
      );
      promised.codes.set(code, replies.filter(({ status }) => status < 300).length);
    },
  ];

  return {
    tenant,
    catalog,
    promised,
    figures,
    open({ customers, url, only }) {
      const ways = lives.filter(({ name }) => only === undefined || name === only);
      const open = { url, isOver: false };
      const live = async (_: unknown, index: number) => {
        const customer = unique(`customer-${index}`);
        while (!open.isOver) {
          // Buying takes longest and is where most can go wrong; the others come in between.
          await ways[randomInt(ways.length)]?.(open, customer);
          figures.operations++;
        }
      };
      const running = Promise.all(Array.from({ length: customers }, live));
      let failure: Error | undefined;
      running.catch((error: Error) => {
        failure = error;
        open.isOver = true;
      });
      return {
        check() {
          if (failure) throw failure;
        },
        async stop() {
          open.isOver = true;
          await running;
        },
      };
    },
    async letLeasesRunOut() {
      const { pool } = world.services;
      // By the clock that is furthest behind, and so over for all.
      const over = [clock.now()];
      await pool.query("update provider_operations set lease_until = $1 where status = 'PENDING'", over);
      await pool.query("update idempotency_keys set lease_until = $1 where status = 'RUNNING'", over);
    },
    verify: () => verify(world, clock, { tenant, promised }),
  };
}

async function verify(
  world: World,
  clock: ManualClock,
  { tenant, promised }: { tenant: TestTenant; promised: Promised },
): Promise<void> {
  const { services } = world;
  // Leases of the dead run out, notices are late: what is left is finished and compared.
  clock.moveTo(new Date(Math.max(Date.now(), clock.now().getTime()) + 300_000));
  await createJobHandlers(services).recover({});
  await mendDrift(tenant.scope);
  clock.moveTo(new Date(clock.now().getTime() + 300_000));
  expect((await getDrift(tenant.scope)).differences).toEqual([]);

  // Nothing lost, nothing doubled: used, joined, redeemed.
  const { pool, db } = services;
  const where = { tenantId: tenant.id };
  const { rows: used } = await pool.query<{ customer: string; units: string }>(
    `select c.external_id as customer, sum(u.value)::text as units from usage_records u
     join customers c on c.tenant_id = u.tenant_id and c.id = u.customer_id where u.tenant_id = $1 group by 1`,
    [tenant.id],
  );
  expect(Object.fromEntries(used.map(({ customer, units }) => [customer, Number(units)]))).toEqual(
    Object.fromEntries(promised.units),
  );
  const entries = await db.waitlistEntry.findMany({ where, select: { email: true } });
  const emails = entries.map(({ email }) => email);
  expect(emails.sort()).toEqual([...promised.joined].sort());
  for (const [code, redeemed] of promised.codes) expect([code, redeemed]).toEqual([code, SEATS]);

  // Bought once, changed once, charged once for each.
  const live = await db.subscription.findMany({
    where: { ...where, provider: "PROVIDER_A" },
    select: { id: true, status: true, plan: { select: { slug: true } } },
  });
  expect(live.map(({ id }) => id).sort()).toEqual([...promised.subscriptions].sort());
  for (const { status, plan } of live)
    expect({ status, slug: plan.slug }).toEqual({ status: "ACTIVE", slug: "pro" });
  const provider = await cardProviderOf(tenant.scope);
  const remotes = await Array.fromAsync(provider.listSubscriptions());
  const alive = remotes.filter(({ status }) => status === "ACTIVE");
  expect(alive).toHaveLength(promised.subscriptions.length);
  for (const { id } of alive) {
    const invoices = await provider.listInvoices({ subscriptionId: id, limit: 20 });
    expect(invoices.map(({ reason, status }) => [reason, status])).toEqual([
      ["subscription_update", "PAID"],
      ["subscription_create", "PAID"],
    ]);
    expect(invoices[1]?.total).toBe(1000n);
    expect(Number(invoices[0]?.total)).toBeLessThanOrEqual(2000);
  }
  await isWell(services.config.databaseUrl ?? "");
}

/** Throws what the doctor finds. */
async function isWell(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    expect(describeFindings(await examine(client))).toBe("");
  } finally {
    await client.end();
  }
}
