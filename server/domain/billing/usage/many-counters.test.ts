// @module-tag ci
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../../../platform/clock.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { recordUsage, recordUsageBatch } from "./record-usage.ts";

let world: World;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock });
});

afterAll(() => world.close());

const DAY = 86_400;

/** A customer each of whose dimensions has a limit to itself. */
async function aCustomerApart() {
  const { scope } = await aTenant(world);
  await aCatalog(scope, {
    features: { units: { type: "METERED" } },
    plans: [
      {
        slug: "free",
        entitlements: { units: { limit: 1000, limitBinding: "DIMENSION" } },
        prices: [{ amount: 0 }],
      },
    ],
    freePlan: "free",
  });
  const item = { customer: unique("customer"), feature_key: "units", quantity: 1, mode: "strict" } as const;
  return { scope, item };
}

it("when a new period begins, independent dimensions do not deadlock", async () => {
  const { scope, item } = await aCustomerApart();
  const all = Array.from({ length: 90 }, (_, index) => ({ ...item, dimension: `d${index % 30}` }));
  await recordUsageBatch(scope, { items: all });
  clock.advance(32 * DAY);
  const used = (await Promise.all(all.map((use) => recordUsage(scope, use)))).map((receipt) => receipt.used);
  expect(used.toSorted()).toEqual([1, 2, 3].flatMap((value) => Array(30).fill(value)));
});

it("a period is closed while batches come in for the next, in any order, and every unit is counted once", async () => {
  const { scope, item } = await aCustomerApart();
  const items = Array.from({ length: 60 }, (_, index) => ({ ...item, dimension: `d${index}` }));
  await recordUsageBatch(scope, { items });
  clock.advance(32 * DAY);
  const replies = await Promise.all([
    closeEndedPeriods(scope),
    recordUsageBatch(scope, { items }),
    recordUsageBatch(scope, { items: items.toReversed() }),
    closeEndedPeriods(scope),
  ]);
  const refused = replies
    .flatMap((reply) => ("items" in reply ? reply.items : []))
    .filter(({ status }) => status !== "counted");
  expect(refused).toEqual([]);
  const sums = await scope.db.usageRecord.groupBy({
    by: ["status"],
    where: { tenantId: scope.tenantId },
    _sum: { value: true },
    orderBy: { status: "asc" },
  });
  expect(sums.map(({ status, _sum }) => [status, _sum.value?.toNumber()])).toEqual([
    ["OPEN", 120],
    ["CLOSED", 60],
  ]);
});

it("batches that bring the same events under other counters, crosswise, count each event once", {
  tags: ["long"],
}, async () => {
  const { scope, item } = await aCustomerApart();
  const events = Array.from({ length: 150 }, (_, index) => `e-${index}`);
  const under = (dimension: string) => (event_id: string) => ({ ...item, dimension, event_id });
  const [one, other] = await Promise.all([
    recordUsageBatch(scope, { items: events.map(under("a")) }),
    recordUsageBatch(scope, { items: events.toReversed().map(under("b")) }),
  ]);
  const answers = [...(one?.items ?? []), ...(other?.items ?? [])];
  const codes = answers.map(({ error }) => error?.code ?? "counted");
  expect(codes.toSorted()).toEqual([...Array(150).fill("K8006"), ...Array(150).fill("counted")]);
  const counted = await scope.db.usageRecord.aggregate({
    where: { tenantId: scope.tenantId },
    _sum: { value: true },
  });
  expect(counted._sum.value?.toNumber()).toBe(150);
});

it("many large batches with separate counters run concurrently", { tags: ["long"] }, async () => {
  const { scope, item } = await aCustomerApart();
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, batch) =>
      recordUsageBatch(scope, {
        items: Array.from({ length: 500 }, (_, index) => ({ ...item, dimension: `${batch}-${index}` })),
      }),
    ),
  );
  expect(
    replies
      .flatMap(({ items }) => items)
      .filter(({ receipt }) => receipt?.used === 1 && receipt.counted === 1),
  ).toHaveLength(2000);
});
