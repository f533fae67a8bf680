import pg from "pg";
import { afterEach, describe, expect, vi } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription, type TestSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { changePlan } from "../subscriptions/change/change-plan.ts";
import { cancelSubscription } from "../subscriptions/end/end-subscription.ts";

// A statement for each dimension is quick with three of them; with thousands the transaction of a change runs out of time.

const FEW = 2;
const MANY = 2_000;

let tenant: TestTenant;
let catalog: TestCatalog;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
  const bills = (limit: number) => ({ events: { limit, overage: "BILL" as const, prices: [price] } });
  catalog = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" }, calls: { type: "METERED" } },
    plans: [
      { slug: "small", entitlements: bills(1), prices: [{ amount: 1000 }] },
      { slug: "large", entitlements: bills(5), prices: [{ amount: 3000 }] },
      { slug: "free", entitlements: { calls: { limit: 10_000 } }, prices: [{ amount: 0 }] },
    ],
    freePlan: "free",
  });
});

afterEach(() => void vi.restoreAllMocks());

const post = async (path: string, fields: object) => {
  const reply = await tenant.server.post(path, fields);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
};

/** A subscriber who has used one unit of a feature in each of so many dimensions, and holds a reservation in one. */
async function aUser(plan: string, feature_key: string, dimensions: number): Promise<TestSubscription> {
  const sold = await aSubscription(tenant, {
    price: catalog.plans[plan]?.prices[0],
    paidBy: plan === "free" ? "nothing" : "invoice",
  });
  const one = { customer: sold.customer, feature_key, quantity: 1, dimension: "0" };
  await post("/v1/billing/usage", one);
  const { db, tenantId } = tenant.scope;
  const { id, ...of } = await db.usageRecord.findFirstOrThrow({
    where: { tenantId, customerId: sold.customerId },
  });
  const { id: _, ...entry } = await db.usageLedgerEntry.findFirstOrThrow({
    where: { tenantId, recordId: id },
  });
  const others = Array.from({ length: dimensions - 1 }, (_, nth) => ({
    ...of,
    id: newId("usageRecord"),
    dimension: `${nth + 1}`,
  }));
  await db.usageRecord.createMany({ data: others });
  await db.usageLedgerEntry.createMany({
    data: others.map((one) => ({
      ...entry,
      id: newId("usageLedgerEntry"),
      eventId: null,
      recordId: one.id,
    })),
  });
  await post("/v1/billing/usage/reservations", { ...one, quantity: 3, dimension: "1" });
  return sold;
}

/** Named statements that other work of the process sends: preparing a connection, counting requests. */
const OTHERS = ["usher-set-tenant", "share-rates"];

/** The statements that some work sends. The sandbox sends text alone. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const sent = query.mock.calls.map(([statement]) => statement as string | { name?: string });
    return sent.filter((one) => typeof one === "object" && !OTHERS.includes(one.name ?? "")).length;
  } finally {
    query.mockRestore();
  }
}

const countersOf = ({ customerId }: TestSubscription) =>
  tenant.scope.db.usageRecord.findMany({
    where: { tenantId: tenant.id, customerId },
    include: { reservations: true },
    orderBy: { id: "asc" },
  });
const sum = (values: { toString(): string }[]) =>
  values.reduce((total: number, one) => total + Number(one), 0);

describe("with thousands of dimensions", () => {
  it("a change of plan takes no more statements than with two", { tags: ["long"] }, async () => {
    const change = ({ id }: TestSubscription, to: string) =>
      statementsOf(() =>
        changePlan(tenant.scope, {
          id,
          effective: "now",
          plan_price_id: catalog.plans[to]?.prices[0] ?? "",
        }),
      );
    // The fewest of two: not everything that is kept in memory is there the first time.
    const fewest = async (sold: TestSubscription) =>
      Math.min(await change(sold, "large"), await change(sold, "small"));
    const [few, many] = [await aUser("small", "events", FEW), await aUser("small", "events", MANY)];
    const atMost = await fewest(few);
    expect(await fewest(many)).toBeLessThanOrEqual(atMost);
    const counters = await countersOf(many);
    expect(counters).toHaveLength(3 * MANY);
    const open = counters.filter(({ status }) => status === "OPEN");
    expect(open).toHaveLength(MANY);
    // One of the units was included, and the others cost 2 each, once.
    expect(sum(open.map(({ carried }) => carried))).toBe(1);
    expect(sum(counters.map(({ billedAmount }) => billedAmount))).toBe((MANY - 1) * 2);
    expect(open.flatMap(({ dimension, reservations }) => reservations.map(() => dimension))).toEqual(["1"]);
    expect(sum(open.map(({ reserved }) => reserved))).toBe(3);
  });

  it("starting and ending a free subscription takes no more statements than with two", {
    tags: ["long"],
  }, async () => {
    const fewest = async (dimensions: number) => {
      const sold = await aUser("free", "calls", dimensions);
      const price = catalog.plans.free?.prices[0];
      let { id } = sold;
      const start = async () => {
        ({ id } = await aSubscription(tenant, { customer: sold.customer, price, paidBy: "nothing" }));
      };
      const cancel = () => cancelSubscription(tenant.scope, { id, at: "now" });
      // Ending it the first time adds what it used to the free plan; starting it again takes that over.
      const [ended, started] = [await statementsOf(cancel), await statementsOf(start)];
      const again = [await statementsOf(cancel), await statementsOf(start), await statementsOf(cancel)];
      const open = (await countersOf(sold)).filter(
        ({ status, sourceId }) => status === "OPEN" && sourceId !== id,
      );
      expect(open).toHaveLength(dimensions);
      expect(sum(open.flatMap(({ carried, value }) => [carried, value]))).toBe(dimensions);
      return { ended, started: Math.min(started, again[1] ?? started) };
    };
    const atMost = await fewest(FEW);
    // Fewer, because each of these writes them five times.
    const many = await fewest(MANY / 4);
    expect(many.ended).toBeLessThanOrEqual(atMost.ended);
    expect(many.started).toBeLessThanOrEqual(atMost.started);
  });
});
