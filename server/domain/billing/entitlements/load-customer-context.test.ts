import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ManualClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { readOpenCounters, readOpenCountersOf } from "../counters/counters.ts";
import type { OpenCounter } from "../counters/stored-counters.ts";
import { loadOverrides, loadOverridesOf } from "../grants/load-overrides.ts";
import { HELD } from "../terms/period.ts";
import { loadCustomerContext } from "./load-customer-context.ts";

// Counters and overrides are read together with other things by a check, and alone by operations: both must bring the same.

let world: World;
let tenant: TestTenant;
let features: Record<string, string>;
let customerId: string;
const clock = new ManualClock(new Date());
const now = clock.now();
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

beforeAll(async () => {
  world = await openWorld({ clock });
  tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [{ slug: "free", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  features = catalog.features;
});

afterAll(() => world.close());

beforeEach(async () => {
  customerId = newId("customer");
  const stamps = { createdAt: at(-1000), updatedAt: now };
  await tenant.scope.db.customer.create({
    data: { tenantId: tenant.id, id: customerId, externalId: unique("customer"), ...stamps },
  });
});

const featureId = (key: string) => features[key] ?? "";
const callerScope = (): Scope => ({ ...tenant.scope, ...world.services.tenantDatabase(tenant.id) });

/** What a loader brings outside and inside a transaction, under row-level security and without it. */
async function inEveryWay<T>(load: (tx: Tx, scope: Scope) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const scope of [tenant.scope, callerScope()])
    answers.push(await load(scope.db, scope), await scope.db.$transaction((tx) => load(tx, scope)));
  return answers;
}

interface CounterFields {
  dimension?: string;
  value?: string;
  reserved?: number;
  rolledOver?: string;
  periodStart?: Date;
  periodEnd?: Date;
  status?: "OPEN" | "CLOSED";
}

async function aCounter(feature: string, fields: CounterFields): Promise<string> {
  const { id } = await tenant.scope.db.usageRecord.create({
    data: {
      tenantId: tenant.id,
      id: newId("usageRecord"),
      customerId,
      featureId: featureId(feature),
      periodStart: at(-60_000),
      periodEnd: at(60_000),
      createdAt: now,
      updatedAt: now,
      ...fields,
    },
  });
  return id;
}

async function aReservation(
  recordId: string,
  fields: { quantity: number; expiresAt: Date; status?: "RELEASED" },
) {
  await tenant.scope.db.usageReservation.create({
    data: {
      tenantId: tenant.id,
      id: newId("reservation"),
      recordId,
      customerId,
      featureId: featureId("calls"),
      createdAt: now,
      ...fields,
    },
  });
}

const plain = (counters: OpenCounter[] | null) =>
  (counters ?? [])
    .map(({ featureId: feature, dimension, used, reserved, rolledOver, period }) => [
      ...[feature === featureId("calls") ? "calls" : "seats", dimension],
      ...[used.toFixed(), reserved.toFixed(), rolledOver.toFixed(), period.end.toISOString()],
    ])
    .sort((a, b) => String(a).localeCompare(String(b)));

const counters = {
  digits: ["calls", "", "123456789012345678.123456", "0", "0.000001", at(1).toISOString()],
  reserved: ["calls", "north", "1", "2.75", "0", at(60_000).toISOString()],
  held: ["seats", "", "4", "0", "0", HELD.end.toISOString()],
};

it("open counters are read until the end of their period, with the reservations that have not expired, in every way alike", async () => {
  await aCounter("calls", { value: counters.digits[2] ?? "", rolledOver: "0.000001", periodEnd: at(1) });
  await aCounter("calls", { dimension: "ended", value: "7", periodEnd: now });
  await aCounter("calls", { dimension: "closed", value: "8", status: "CLOSED" });
  const north = await aCounter("calls", { dimension: "north", value: "1", reserved: 20 });
  await aCounter("seats", { value: "4", periodStart: HELD.start, periodEnd: HELD.end });
  await aReservation(north, { quantity: 2.5, expiresAt: at(1) });
  await aReservation(north, { quantity: 0.25, expiresAt: at(2) });
  await aReservation(north, { quantity: 16, expiresAt: now });
  await aReservation(north, { quantity: 1, expiresAt: at(2), status: "RELEASED" });
  const calls = featureId("calls");
  const read = (fields: { featureId?: string; dimension?: string }) =>
    inEveryWay(async (tx, scope) => plain(await readOpenCounters(tx, scope, { customerId, ...fields })));
  const { digits, reserved, held } = counters;
  for (const found of await read({})) expect(found).toEqual([digits, reserved, held]);
  for (const found of await read({ featureId: calls })) expect(found).toEqual([digits, reserved]);
  for (const found of await read({ featureId: calls, dimension: "north" })) expect(found).toEqual([reserved]);
  for (const found of await read({ featureId: calls, dimension: "ended" })) expect(found).toEqual([]);
  const other = newId("customer");
  for (const found of await inEveryWay((tx, scope) => readOpenCountersOf(tx, scope, [customerId, other]))) {
    expect(plain(found.get(customerId) ?? null)).toEqual([digits, reserved, held]);
    expect(found.get(other) ?? []).toEqual([]);
  }
  const context = await loadCustomerContext(callerScope(), { named: customerId, featureId: calls });
  expect(plain(context?.counters ?? null)).toEqual([digits, reserved]);
});

it("a check of a customer with more counters than it loads at first counts all of them", async () => {
  for (let index = 0; index < 25; index++)
    await tenant.server.post("/v1/billing/usage", {
      customer: customerId,
      feature_key: "calls",
      dimension: `team ${index}`,
      quantity: 2,
    });
  const asked = { named: customerId, featureId: featureId("calls") };
  expect((await loadCustomerContext(callerScope(), asked))?.counters).toBeNull();
  const check = await tenant.server.get(`/v1/billing/entitlements/calls?customer=${customerId}&quantity=50`);
  expect(check.body).toMatchObject({ limit: 100, used: 50, remaining: 50, allowed: true });
});

interface OverrideFields {
  featureId?: string;
  limitSet?: string;
  overageCapAmount?: bigint;
  startsAt?: Date;
  endsAt?: Date;
  revokedAt?: Date;
}

async function anOverride(id: string, fields: OverrideFields): Promise<void> {
  const named = { tenantId: tenant.id, id: `${customerId}_${id}`, customerId, featureId: featureId("calls") };
  await tenant.scope.db.override.create({
    data: { ...named, reason: id, createdBy: "test", createdAt: now, startsAt: at(-1000), ...fields },
  });
}

it("overrides are read from their start to their end unless revoked, oldest first, in every way alike", async () => {
  await anOverride("4", { limitSet: "4", overageCapAmount: 9_007_199_254_740_993n });
  await anOverride("3", { limitSet: "123456789012345678.123456", startsAt: now });
  await anOverride("1", { limitSet: "1", endsAt: at(1) });
  await anOverride("2", { limitSet: "2", endsAt: now });
  await anOverride("5", { limitSet: "5", startsAt: at(1) });
  await anOverride("6", { limitSet: "6", revokedAt: now });
  await anOverride("7", { limitSet: "7", featureId: featureId("seats") });
  const ofCalls = [
    ["1", null],
    ["123456789012345678.123456", null],
    ["4", 9_007_199_254_740_993n],
  ];
  const terms = (found: { limitSet: unknown; overageCapAmount: bigint | null }[] | undefined) =>
    (found ?? []).map(({ limitSet, overageCapAmount }) => [
      String(limitSet).replace(/\.0+$/, ""),
      overageCapAmount,
    ]);
  for (const found of await inEveryWay((tx, scope) => loadOverrides(tx, scope, [customerId])))
    expect(terms(found.get(customerId))).toEqual([...ofCalls, ["7", null]]);
  for (const found of await inEveryWay((tx, scope) =>
    loadOverridesOf(tx, scope, customerId, featureId("calls")),
  ))
    expect(terms(found)).toEqual(ofCalls);
  expect(await loadOverridesOf(tenant.scope.db, tenant.scope, null)).toEqual([]);
  const context = await loadCustomerContext(callerScope(), {
    named: customerId,
    featureId: featureId("calls"),
  });
  expect(terms(context?.overrides)).toEqual(ofCalls);
});
