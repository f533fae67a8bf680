// @module-tag ci
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJobHandlers } from "../jobs/handlers.ts";
import { aCatalog, type TestCatalog } from "../testing/a-catalog.ts";
import { aSubscription } from "../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { foundAfter, foundIn } from "../testing/doctor.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { INVARIANTS } from "./invariants.ts";
import { USAGE_INVARIANTS } from "./usage-invariants.ts";

let world: World;
let tenant: TestTenant;
let client: pg.Client;
let main: TestCatalog;
let addOn: TestCatalog;

const ok = async (reply: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};
const use = (customer: string, quantity: number, fields: object = {}) =>
  ok(tenant.server.post("/v1/billing/usage", { customer, feature_key: "events", quantity, ...fields }));
const set = (customer: string, value: number, fields: object = {}) =>
  ok(tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "events", value, ...fields }));
const reserve = async (customer: string, quantity: number) =>
  (
    await ok(
      tenant.server.post("/v1/billing/usage/reservations", { customer, feature_key: "events", quantity }),
    )
  ).id;
const settle = (id: unknown, what: string, fields: object = {}) =>
  ok(tenant.server.post(`/v1/billing/usage/reservations/${id}/${what}`, fields));
const override = async (customer: string, fields: object) => {
  const asked = { customer, feature_key: "events", reason: "a promise", ...fields };
  const { id } = await ok(tenant.admin.post("/v1/billing/overrides", asked));
  return () => ok(tenant.admin.post(`/v1/billing/overrides/${id}/revoke`, {}));
};

/** Two subscriptions and a free plan: 100, 10 and 20 units. */
async function aBuyer() {
  const customer = unique("customer");
  const of = (price: string | undefined) => aSubscription(tenant, { customer, price, paidBy: "invoice" });
  const first = await of(main.plans.pro?.prices[0]);
  const second = await of(addOn.plans.more?.prices[0]);
  const changeTo = (price: string | undefined) =>
    ok(
      tenant.admin.post(`/v1/billing/subscriptions/${first.id}/change-plan`, {
        plan_price_id: price,
        effective: "now",
      }),
    );
  const end = (id: string) => ok(tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" }));
  return { customer, first, second, changeTo, end };
}

beforeAll(async () => {
  const connectionString = await ownDatabase();
  world = await openWorld({ environment: { DATABASE_URL: connectionString } });
  tenant = await aTenant(world);
  client = new pg.Client({ connectionString });
  await client.connect();
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
  const events = { overage: "BILL" as const, overageCeiling: 1000, prices: [price] };
  main = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { events: { ...events, limit: 100 }, seats: { limit: 5 } },
        prices: [{ amount: 1000 }, { amount: 9000, interval: "YEAR" }],
      },
      {
        slug: "large",
        entitlements: { events: { ...events, limit: 300 }, seats: { limit: 9 } },
        prices: [{ amount: 5000 }],
      },
      {
        slug: "apart",
        entitlements: { events: { ...events, limit: 5, limitBinding: "DIMENSION", capBinding: "DIMENSION" } },
        prices: [{ amount: 700 }],
      },
    ],
  });
  addOn = await aCatalog(tenant.scope, {
    known: main.features,
    plans: [
      {
        slug: "more",
        entitlements: { events: { limit: 10, rolloverMax: 30 }, seats: { limit: 2 } },
        prices: [{ amount: 500 }],
      },
    ],
  });
  await aCatalog(tenant.scope, {
    known: main.features,
    plans: [{ slug: "gift", entitlements: { events: { limit: 20 } }, prices: [{ amount: 0 }] }],
    freePlan: "gift",
  });
  await splitUses();
  await changes();
  await dimensions();
  await erased();
});

afterAll(async () => {
  await client.end();
  await world.close();
});

async function splitUses() {
  const { customer, second, end } = await aBuyer();
  await use(customer, 60, { event_id: unique("event") });
  await settle(await reserve(customer, 65), "confirm", { quantity: 63 });
  await settle(await reserve(customer, 20), "release");
  await reserve(customer, 100);
  await use(customer, 30, { mode: "clip", event_id: unique("event") });
  await use(customer, 5, { occurred_at: new Date(Date.now() - 3_600_000).toISOString() });
  await set(customer, 400);
  await set(customer, 40);
  await set(customer, 4, { subscription_id: second.id });
  await ok(
    tenant.server.post("/v1/billing/usage", { customer, feature_key: "seats", quantity: 7, dimension: "eu" }),
  );
  await ok(
    tenant.server.post("/v1/billing/usage", {
      customer,
      feature_key: "seats",
      quantity: -2,
      dimension: "eu",
    }),
  );
  await end(second.id);
  await use(customer, 50);
}

async function changes() {
  const { customer, first, changeTo, end } = await aBuyer();
  await use(customer, 150, { dimension: "eu" });
  await use(customer, 30, { dimension: "us" });
  const held = await reserve(customer, 12);
  const revoke = await override(customer, { limit_add: 70 });
  await use(customer, 10, { dimension: "eu" });
  await changeTo(main.plans.large?.prices[0]);
  await use(customer, 200, { dimension: "asia" });
  await revoke();
  await use(customer, 7);
  await settle(held, "confirm", { quantity: 11 });
  const unlimited = await override(customer, { unlimited: true });
  await use(customer, 900);
  await set(customer, 20);
  await unlimited();
  await changeTo(main.plans.pro?.prices[1]);
  await use(customer, 140);
  await end(first.id);
  const other = await aBuyer();
  await use(other.customer, 10);
  await override(other.customer, { limit_set: 40 });
  await use(other.customer, 25);
  await set(other.customer, 3);
}

async function dimensions() {
  const { customer, changeTo } = await aBuyer();
  await changeTo(main.plans.apart?.prices[0]);
  for (const dimension of ["eu", "us", "asia"]) await use(customer, 50, { dimension });
  await changeTo(main.plans.large?.prices[0]);
  await use(customer, 50, { dimension: "eu" });
  await changeTo(main.plans.apart?.prices[0]);
  await use(customer, 5, { dimension: "africa" });
}

/** Their dimensions become another one in each counter. */
async function erased() {
  const { customer } = await aBuyer();
  await use(customer, 140, { dimension: "eu", event_id: unique("event") });
  await reserve(customer, 4);
  await override(customer, { limit_add: 5 });
  const { id } = await ok(tenant.admin.post("/v1/privacy/erasures", { customer, cancel: true }));
  await createJobHandlers(world.services).erasure({ tenantId: tenant.id, id: String(id) });
}

const SEGMENTS = "tenant_id = $tenant and allowance_start is not null";
const LEDGER = "alter table usage_ledger disable trigger user;";
/** A part of a use that was recorded. */
const RECORDED = "tenant_id = $tenant and part_of is not null and kind = 'RECORD'";
const PART =
  "(select id from usage_reservations where tenant_id = $tenant and part_of is not null and status = 'HELD' limit 1)";
/** Opens a counter beside one that is open. */
const BESIDE = `insert into usage_records (tenant_id, id, customer_id, subscription_id, feature_id, dimension, source_id, terms_id,
    included, period_start, period_end, created_at, updated_at, status)
  select tenant_id, id || 'x', customer_id, subscription_id, feature_id, dimension, source_id, terms_id, included,`;
const OF_OPEN =
  "from usage_records where tenant_id = $tenant and status = 'OPEN' and terms_id is not null limit 1";

/** How each invariant is broken. */
const BREAKS: [invariant: string, how: string, sql: string][] = [
  [
    "counters-are-their-ledger",
    "a counter has more",
    "update usage_records set value = value + 1 where tenant_id = $tenant and terms_id is not null and allowance_start is null",
  ],
  [
    "counters-are-their-ledger",
    "a later part of a period has more",
    `update usage_records set value = value + 1 where ${SEGMENTS}`,
  ],
  [
    "counters-are-their-ledger",
    "less is carried than was used",
    `update usage_records set carried = carried - 1 where ${SEGMENTS} and carried > 0`,
  ],
  [
    "counters-are-their-ledger",
    "a ceiling is lowered by units that were never used",
    `update usage_records set over_before = over_before + 1 where ${SEGMENTS}`,
  ],
  [
    "counters-are-their-ledger",
    "a counter that begins with its period carries units",
    "update usage_records set carried = 1 where tenant_id = $tenant and allowance_start is null",
  ],
  [
    "counters-are-their-ledger",
    "the part of a use is missing",
    `${LEDGER} delete from usage_ledger where ${RECORDED}`,
  ],
  ["counters-name-their-terms", "the terms are gone", "delete from usage_terms where tenant_id = $tenant"],
  [
    "counters-name-their-terms",
    "an open counter has another limit",
    "update usage_records set included = 7777 where tenant_id = $tenant and status = 'OPEN'",
  ],
  [
    "sources-have-one-open-counter",
    "two are open",
    `drop index usage_records_open_key;
     ${BESIDE} period_end, period_end + interval '1 day', created_at, updated_at, 'OPEN' ${OF_OPEN}`,
  ],
  [
    "sources-have-one-open-counter",
    "a closed one ends after the next begins",
    `${BESIDE} period_start - interval '1 day', period_start + interval '1 minute', created_at, updated_at, 'CLOSED' ${OF_OPEN}`,
  ],
  [
    "uses-are-whole",
    "a part names another use",
    `${LEDGER} update usage_ledger set part_of = id where ${RECORDED}`,
  ],
  [
    "uses-are-whole",
    "a reservation's part names none",
    "update usage_reservations set part_of = 'rsv_x' where tenant_id = $tenant and part_of is not null",
  ],
  [
    "uses-are-whole",
    "a part is held of a reservation that was released",
    `update usage_reservations set status = 'RELEASED', settled_at = now()
       where tenant_id = $tenant and id in (select part_of from usage_reservations where tenant_id = $tenant and part_of is not null);
     update usage_records r set reserved = coalesce((select sum(quantity) from usage_reservations v
       where v.tenant_id = r.tenant_id and v.record_id = r.id and v.status = 'HELD'), 0) where tenant_id = $tenant`,
  ],
  [
    "holds-are-their-reservations",
    "a counter holds more",
    "update usage_records set reserved = reserved + 1 where tenant_id = $tenant",
  ],
  [
    "holds-are-their-reservations",
    "a part of a reservation is gone",
    `delete from usage_reservations where tenant_id = $tenant and id = ${PART}`,
  ],
  [
    "settled-holds-say-when",
    "one was confirmed without a ledger row",
    "update usage_reservations set ledger_id = null where tenant_id = $tenant and status = 'CONFIRMED'",
  ],
  [
    "settled-holds-say-when",
    "another quantity was confirmed than all its ledger rows have",
    "update usage_reservations set confirmed = confirmed + 1 where tenant_id = $tenant and status = 'CONFIRMED'",
  ],
  [
    "settled-periods-are-closed",
    "an open counter is settled",
    "update usage_records set settled_at = now() where tenant_id = $tenant and status = 'OPEN'",
  ],
];

describe("the doctor of usage", () => {
  it("finds nothing in histories of several sources, split uses, changes, overrides and an erasure", async () => {
    const { rows } = await client.query(
      `select count(*) filter (where allowance_start is not null)::int as later, count(distinct source_id)::int as sources
       from usage_records where tenant_id = $1`,
      [tenant.id],
    );
    expect(rows[0].later).toBeGreaterThan(8);
    expect(rows[0].sources).toBeGreaterThan(6);
    expect(await foundIn(client, tenant.id)).toEqual([]);
  });

  it.each(BREAKS)("finds %s: %s", async (name, _, sql) => {
    expect(await foundAfter(client, { tenantId: tenant.id, invariants: INVARIANTS, sql })).toEqual([name]);
  });

  it("has a test for every invariant of usage", () => {
    expect([...new Set(BREAKS.map(([name]) => name))].sort()).toEqual(
      USAGE_INVARIANTS.map(({ name }) => name).sort(),
    );
  });
});
