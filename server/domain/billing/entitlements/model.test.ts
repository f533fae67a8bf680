import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { USAGE_INVARIANTS } from "../../../doctor/usage-invariants.ts";
import { ApiError } from "../../../errors/api-error.ts";
import { addIntervals } from "../../../platform/calendar.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { createOverride } from "../overrides/create-override.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { recordUsage } from "../usage/record-usage.ts";
import { reserveUsage } from "../usage/reserve-usage.ts";
import { setUsage } from "../usage/set-usage.ts";
import { confirmReservation, releaseReservation } from "../usage/settle-reservation.ts";
import { checkEntitlement } from "./check-entitlement.ts";
import { Model, type ModelGrant } from "./model.ts";

// Random histories of one customer and one feature: the engine over PostgreSQL and a slow, obvious model of the rules agree
// after every step. `USHER_MODEL_RUNS=2000 vitest run server/domain/billing/entitlements/model.test.ts` tries more of them.

const RUNS = Number(process.env.USHER_MODEL_RUNS ?? 8);

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

const DIMENSIONS = ["", "a", "b", "c"];
const dimension = fc.constantFrom(...DIMENSIONS);
const units = fc.integer({ min: 1, max: 12 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant("use"), dimension, units, isClipped: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("giveBack"), dimension, units, isClipped: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("set"), dimension, units: fc.integer({ min: 0, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("reserve"), dimension, units }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("confirm"), index: fc.nat(3), units }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("release"), index: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("pass"), units: fc.constantFrom(30, 70) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("nextPeriod"), periods: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("override"), units }) },
);

type Step = {
  act: string;
  dimension?: string;
  units?: number;
  isClipped?: boolean;
  index?: number;
  periods?: number;
};

const grant: fc.Arbitrary<ModelGrant> = fc.record({
  type: fc.constantFrom("METERED", "METERED", "METERED", "ALLOCATED"),
  limit: fc.integer({ min: 0, max: 20 }),
  overage: fc.constantFrom("BLOCK", "ALLOW", "BILL"),
  ceiling: fc.option(fc.integer({ min: 0, max: 10 })),
  cap: fc.option(fc.integer({ min: 0, max: 10 })),
  limitByDimension: fc.boolean(),
  capByDimension: fc.boolean(),
  maxDimensions: fc.option(fc.integer({ min: 1, max: 2 })),
  rolloverMax: fc.option(fc.integer({ min: 0, max: 25 })),
});

/** The pack's entitlement for a grant of the model. */
function entitlementOf(model: ModelGrant, limit: number | null) {
  const bills = model.overage === "BILL";
  return {
    limit,
    overage: model.overage,
    overageCeiling: model.overage === "BLOCK" ? null : model.ceiling,
    limitBinding: model.limitByDimension ? "DIMENSION" : "CUSTOMER",
    capBinding: model.capByDimension ? "DIMENSION" : "CUSTOMER",
    maxDimensions: model.maxDimensions,
    rolloverMax: model.type === "METERED" ? model.rolloverMax : null,
    prices: bills ? [{ currency: "USD", unitAmount: 1, overageCapAmount: model.cap }] : [],
  } as const;
}

/** The engine's side of a history: its own subscription, on its own clock. */
async function anEngine(model: ModelGrant) {
  const clock = new ManualClock(new Date("2030-01-15T00:00:00Z"));
  const scope: Scope = { ...tenant.scope, clock };
  const { tenantId, db } = scope;
  const key = unique("units");
  const catalog = await aCatalog(scope, {
    features: { [key]: { type: model.type } },
    plans: [
      { slug: "one", entitlements: { [key]: entitlementOf(model, model.limit) }, prices: [{ amount: 100 }] },
    ],
  });
  const now = clock.now();
  const customer = { tenantId, id: newId("customer"), externalId: unique("customer") };
  await db.customer.create({ data: { ...customer, createdAt: now, updatedAt: now } });
  const subscriptionId = newId("subscription");
  const plan = catalog.plans.one;
  await db.subscription.create({
    data: {
      tenantId,
      id: subscriptionId,
      customerId: customer.id,
      productId: catalog.productId,
      planId: plan?.id ?? "",
      planPriceId: plan?.prices[0] ?? "",
      packId: plan?.packId ?? "",
      provider: "PROVIDER_B",
      status: "ACTIVE",
      currentPeriodStart: now,
      currentPeriodEnd: addIntervals(now, "MONTH", 1),
      periodAnchor: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  const at = { tenantId_id: { tenantId, id: subscriptionId } };
  const named = { customer: customer.id, feature_key: key };
  let period = 0;
  return {
    clock,
    named,
    scope,
    customerId: customer.id,
    async nextPeriod(periods: number) {
      period += periods;
      clock.moveTo(addSeconds(addIntervals(now, "MONTH", period), 1));
      const [start, end] = [addIntervals(now, "MONTH", period), addIntervals(now, "MONTH", period + 1)];
      await db.subscription.update({ where: at, data: { currentPeriodStart: start, currentPeriodEnd: end } });
      await closeEndedPeriods(scope, { customerId: customer.id });
    },
  };
}

/** The result, or NaN when the engine refused it. */
async function unlessRefused(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return Number.NaN;
    throw error;
  }
}

async function play(model: Model, engine: Awaited<ReturnType<typeof anEngine>>, holds: string[], step: Step) {
  const { scope, named, clock } = engine;
  const { act, dimension: name = "", units: quantity = 0, isClipped = false, index = 0, periods = 1 } = step;
  const where = { ...named, ...(name && { dimension: name }) };
  const mode = isClipped ? "clip" : "strict";
  if (act === "use" || act === "giveBack") {
    const isBack = act === "giveBack";
    if (isBack && model.grant.type === "METERED") return;
    const wanted = isBack ? -quantity : quantity;
    const counted = await unlessRefused(
      async () => (await recordUsage(scope, { ...where, quantity: wanted, mode })).counted,
    );
    expect(counted, "counted").toBe(model.use(name, wanted, isClipped) + 0);
  }
  if (act === "set") {
    await setUsage(scope, { ...where, value: quantity });
    model.set(name, quantity);
  }
  if (act === "reserve") {
    const held = await unlessRefused(async () => {
      const { id } = await reserveUsage(scope, { ...where, quantity, expires_in: 60 });
      holds.push(id);
      return 1;
    });
    expect(held === 1, "held").toBe(model.reserve(name, quantity, 60));
  }
  const id = holds[index];
  if (act === "confirm" && id) {
    const isNew = model.holds[index]?.state === "HELD";
    const confirmed = await unlessRefused(
      async () => (await confirmReservation(scope, { id, quantity })).confirmed ?? 0,
    );
    // A repetition with the same quantity gives the same result and counts nothing; the model only knows the first one.
    if (isNew) expect(confirmed === quantity, "confirmed").toBe(model.confirm(index, quantity));
  }
  if (act === "release" && id) {
    const isNew = model.holds[index]?.state === "HELD";
    const released = await unlessRefused(async () =>
      (await releaseReservation(scope, { id })).status ? 1 : 0,
    );
    if (isNew) expect(released === 1, "released").toBe(model.release(index));
  }
  if (act === "pass") {
    clock.advance(quantity);
    model.now += quantity;
  }
  if (act === "nextPeriod") {
    const before = clock.now();
    await engine.nextPeriod(periods);
    model.now += (clock.now().getTime() - before.getTime()) / 1000;
    for (let round = 0; round < periods; round++) model.nextPeriod();
  }
  if (act === "override" && !model.hasBilled()) {
    await createOverride(scope, { ...named, limit_add: quantity, reason: "story" });
    model.override(quantity);
  }
}

const SHARED: ModelGrant = {
  type: "METERED",
  limit: 2,
  overage: "ALLOW",
  ceiling: null,
  cap: null,
  rolloverMax: null,
  limitByDimension: false,
  capByDimension: false,
  maxDimensions: null,
};

const use = (name: string, quantity: number) =>
  ({ act: "use", dimension: name, units: quantity, isClipped: false }) as const;
const override = { act: "override", units: 1 } as const;

/** One dimension goes past a limit that it shares, between two changes of the limit. */
const PAST_A_SHARED_LIMIT = [use("a", 1), use("", 1), override, use("a", 2), override, use("", 1)];

it(
  `the engine agrees with the model in ${RUNS} random histories`,
  async () => {
    await fc.assert(
      fc.asyncProperty(grant, fc.array(step, { minLength: 1, maxLength: 14 }), async (given, history) => {
        const model = new Model(given);
        const engine = await anEngine(given);
        const holds: string[] = [];
        for (const one of history) {
          await play(model, engine, holds, one);
          for (const name of DIMENSIONS) {
            const question = { ...engine.named, quantity: 1, ...(name && { dimension: name }) };
            const check = await checkEntitlement(engine.scope, question);
            const used = model.grant.limitByDimension ? model.used(name) : model.total();
            const expected = {
              used,
              limit: model.included(name),
              allowed: model.isEnabled() && model.fits(name, 1),
            };
            expect(
              { used: check.used, limit: check.limit, allowed: check.allowed },
              `${JSON.stringify(one)}, asked of "${name}"`,
            ).toEqual(expected);
          }
        }
        await sumsUp(engine);
      }),
      { numRuns: RUNS, examples: [[SHARED, PAST_A_SHARED_LIMIT]] },
    );
  },
  Math.max(60_000, RUNS * 1_000),
);

const SUMS = USAGE_INVARIANTS.filter(({ name }) =>
  ["counters-are-their-ledger", "holds-are-their-reservations"].includes(name),
);

/** Every counter, with what it carries, equals the sum of its ledger, and its held units those of its reservations. */
async function sumsUp({ scope, customerId }: { scope: Scope; customerId: string }) {
  expect(SUMS).toHaveLength(2);
  for (const { name, sql } of SUMS) {
    const wrong = await scope.db.$queryRawUnsafe<{ wrong: string }[]>(
      `select w.wrong from (${sql}) w join usage_records r on r.tenant_id = w.tenant_id and r.id = w.id
        where w.tenant_id = $1 and r.customer_id = $2`,
      scope.tenantId,
      customerId,
    );
    expect(wrong, name).toEqual([]);
  }
}
