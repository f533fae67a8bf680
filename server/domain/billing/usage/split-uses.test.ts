// @module-tag ci
import fc from "fast-check";
import { expect } from "vitest";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";
import { checkEntitlement } from "../entitlements/check-entitlement.ts";
import { createOverride } from "../overrides/create-override.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { countPlain } from "./count-plain.ts";
import { decideUses, type Use, type UseOutcome } from "./decide-uses.ts";
import { listLedger } from "./list-ledger.ts";
import { createPreparer } from "./prepare-use.ts";
import { recordUsage, recordUsageBatch } from "./record-usage.ts";
import { setUsage } from "./set-usage.ts";

// What is shown and answered of one use that was split over the counters of several sources.

const WEEK = 7 * 86_400;

let tenant: TestTenant;
let main: TestCatalog;
let addOn: TestCatalog;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const weekly = { resetInterval: "WEEK" } as const;
  main = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: {
          events: {
            ...weekly,
            limit: 100,
            overage: "BILL",
            overageCeiling: 50,
            prices: [{ currency: "USD", pricing: "FLAT", unitAmount: 2 }],
          },
        },
        prices: [{ amount: 1000, interval: "YEAR" }],
      },
    ],
  });
  addOn = await aCatalog(tenant.scope, {
    known: main.features,
    plans: [
      {
        slug: "more",
        entitlements: { events: { ...weekly, limit: 10 } },
        prices: [{ amount: 500, interval: "YEAR" }],
      },
      { slug: "free", entitlements: { events: { ...weekly, limit: 20 } }, prices: [{ amount: 0 }] },
    ],
  });
});

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** What is answered, or the error's code. */
const answered = <T>(asked: Promise<T>) => asked.catch((error: unknown) => codeOf(error));

function codeOf(error: unknown) {
  if (error instanceof ApiError) return { code: error.code };
  throw error;
}

/** A customer of both products with a clock of their own: 110 units a week, and 50 more that are billed. */
async function aBuyer() {
  const customer = unique("customer");
  const of = (price: string | undefined) => aSubscription(tenant, { customer, price, paidBy: "invoice" });
  const first = await of(main.plans.pro?.prices[0]);
  const second = await of(addOn.plans.more?.prices[0]);
  const clock = new ManualClock(addSeconds(new Date(first.body.current_period_start), 60));
  const scope = { ...tenant.scope, clock };
  const named = { customer, feature_key: "events" };
  const asked = (quantity: number, fields: object) => ({
    ...named,
    quantity,
    mode: "strict" as const,
    ...fields,
  });
  return {
    clock,
    scope,
    named,
    first,
    second,
    use: (quantity: number, fields: object = {}) => answered(recordUsage(scope, asked(quantity, fields))),
    inBatch: async (quantity: number, fields: object) =>
      (await recordUsageBatch(scope, { items: [asked(quantity, fields)] })).items[0]?.receipt,
    check: () => checkEntitlement(scope, { ...named, quantity: 1 }),
    ledger: async () => (await listLedger(scope, { ...named, limit: 20 })).data,
    set: (value: number) => setUsage(scope, { ...named, value }),
    /** All of the ledger, with the totals that receipts show; what is written at one moment has no order. */
    async rows() {
      const rows = await scope.db.usageLedgerEntry.findMany({
        where: { tenantId: tenant.id, customerId: first.customerId },
        include: { record: true },
      });
      const shown = rows.map((row) => ({
        source: row.record.sourceId === first.id ? "main" : "add-on",
        counter: row.record.value.toNumber(),
        figures: [row.delta, row.requested, row.usedAfter, row.limitAfter, row.remainingAfter].map(String),
        isPart: row.partOf !== null,
      }));
      return shown.map((row) => JSON.stringify(row)).sort();
    },
    /** Changes the terms of the subscription that bears overage. */
    promiseMore: (limit_add: number) => createOverride(scope, { ...named, limit_add, reason: "a promise" }),
    /** What was said of limits that were reached: used, limit. */
    async reached() {
      const { db } = tenant.scope;
      const rows = await db.event.findMany({
        where: { tenantId: tenant.id, type: "usage.limit_reached" },
        orderBy: { id: "asc" },
      });
      return rows.flatMap(({ data }) => {
        const { customer_id, used, limit } = data as Record<string, unknown>;
        return customer_id === first.customerId ? [[used, limit]] : [];
      });
    },
  };
}

it("a repeated event gets the receipt of the first time, whatever has happened since", async () => {
  const { use, inBatch, promiseMore, clock, scope, first, second } = await aBuyer();
  const event = { event_id: unique("event") };
  const receipt = await use(105, event);
  expect(receipt).toMatchObject({ counted: 105, used: 105, limit: 110, remaining: 5 });
  const again = async () => {
    expect(await use(105, event)).toEqual(receipt);
    expect(await inBatch(105, event)).toEqual(receipt);
  };
  await again();
  await promiseMore(7);
  await again();
  clock.advance(WEEK);
  await again();
  await closeEndedPeriods(scope, { customerId: first.customerId });
  await again();
  for (const { id } of [second, first])
    expect((await tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" })).status).toBe(
      200,
    );
  await again();
  expect(await use(1)).toEqual({ code: "K8005" });
});

it("a repeated event is one use: another quantity is refused, and its parts have no event of their own", async () => {
  const { use, ledger } = await aBuyer();
  const event = { event_id: unique("event") };
  const receipt = await use(125, event);
  expect(await use(5, event)).toEqual({ code: "K8006" });
  const rows = (await ledger()).map(({ id, delta, event_id, part_of }) => ({ id, delta, event_id, part_of }));
  expect(rows).toHaveLength(2);
  const id = "id" in receipt ? receipt.id : "";
  expect(rows).toContainEqual({ id, ...event, delta: 115, part_of: null });
  expect(rows).toContainEqual(expect.objectContaining({ delta: 10, event_id: null, part_of: id }));
});

it("the event of a limit is written once, when all sources together have reached theirs", async () => {
  const { use, set, reached } = await aBuyer();
  await use(100);
  expect(await reached()).toEqual([]);
  await use(12);
  await use(3);
  expect(await reached()).toEqual([[112, 110]]);
  await set(0);
  await set(109);
  expect(await reached()).toEqual([[112, 110]]);
  await set(130);
  await set(140);
  expect(await reached()).toEqual([
    [112, 110],
    [130, 110],
  ]);
});

it("a late use counts in each source's period in which it happened, also where its terms changed since", async () => {
  const { use, check, promiseMore, clock } = await aBuyer();
  const then = clock.now();
  const period = await use(155);
  expect(period).toMatchObject({ counted: 155, used: 155 });
  await promiseMore(7);
  clock.advance(WEEK);
  const { period_start, period_end } = { period_start: "", period_end: "", ...period };
  const late = { occurred_at: then.toISOString() };
  // 110 of 117 are used up, and 45 of 50 were billed before.
  expect(await use(12, late)).toMatchObject({ counted: 12, is_late: false, period_start, period_end });
  expect(await use(1, late)).toEqual({ code: "K8005" });
  expect(await check()).toMatchObject({ used: 0, limit: 117 });
  expect(await use(1)).toMatchObject({ used: 1, limit: 117 });
  expect(await use(1, late)).toMatchObject({ used: 2, is_late: true });
});

it("uses that are counted together are counted as they are one by one", { tags: ["long"] }, async () => {
  const counted: number[] = [];
  const batches = fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 8,
  });
  const compare = async (batched: number[][], isClipped: boolean) => {
    const [together, oneByOne] = [await aBuyer(), await aBuyer()];
    for (const quantities of batched) {
      const [some, same] = [
        await usesOf(together, quantities, isClipped),
        await usesOf(oneByOne, quantities, isClipped),
      ];
      const plain = await countPlain(together.scope, some);
      counted.push(plain.size);
      const left = some.filter((use) => !plain.has(use));
      const decided = left.length === 0 ? [] : await decideUses(together.scope.db, together.scope, left);
      const outcomes = some.map((use) => plain.get(use) ?? decided[left.indexOf(use)]);
      const { scope } = oneByOne;
      expect(outcomes.map(figuresOf)).toEqual((await decideUses(scope.db, scope, same)).map(figuresOf));
    }
    expect(await together.rows()).toEqual(await oneByOne.rows());
  };
  await fc.assert(fc.asyncProperty(batches, fc.boolean(), compare), { numRuns: 12 });
  expect(Math.max(...counted)).toBeGreaterThan(1);
});

/** Uses of one quantity each, prepared at once. */
async function usesOf(
  { scope, named, clock }: Buyer,
  quantities: number[],
  isClipped: boolean,
): Promise<Use[]> {
  const { customer, parts, overageTerms } = await createPreparer(scope)({ ...named, quantity: 1 });
  return quantities.map((quantity) => ({
    customerId: customer.id,
    parts,
    overageTerms,
    dimension: "",
    isClipped,
    eventId: null,
    quantity: new Decimal(quantity),
    occurredAt: clock.now(),
    kind: "RECORD",
  }));
}

function figuresOf(outcome: UseOutcome | undefined) {
  if (outcome?.outcome !== "COUNTED") return outcome && { ...outcome, record_id: undefined };
  const { counted, used, limit, remaining, is_late } = outcome;
  return { counted, used, limit, remaining, is_late };
}
