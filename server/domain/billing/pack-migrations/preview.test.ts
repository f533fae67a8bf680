import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, type World } from "../../../testing/world.ts";
import { continueMigration } from "./continue-migration.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const FEATURES = ["calls", "exports", "region"] as const;

const limit = fc.constantFrom(0, 20, 40, null);
/** What a version of the pack grants, as the catalog takes it; a feature left out is not in it. */
const bundle = fc.record(
  {
    calls: fc.record({ limit }),
    exports: fc.record({ enabled: fc.boolean() }),
    region: fc.record({ value: fc.constantFrom("eu", "us") }),
  },
  { requiredKeys: [] },
);
const override = fc.oneof(
  fc.record({ feature_key: fc.constant("calls"), limit_add: fc.constantFrom(-20, 10) }),
  fc.record({ feature_key: fc.constant("calls"), unlimited: fc.constant(true) }),
  fc.record({ feature_key: fc.constant("exports"), enabled: fc.boolean() }),
  fc.record({ feature_key: fc.constant("region"), value: fc.constant("ch") }),
);
const subscriber = fc.record({
  overrides: fc.array(override, { maxLength: 2 }),
  used: fc.constantFrom(0, 15, 35),
});
type Bundle = typeof bundle extends fc.Arbitrary<infer T> ? T : never;
type Subscriber = typeof subscriber extends fc.Arbitrary<infer T> ? T : never;

async function subscribe(own: TestTenant, price: string | undefined, { overrides, used }: Subscriber) {
  const { id, customer } = await aSubscription(own, { price, paidBy: "nothing" });
  for (const fields of overrides) {
    const laid = await own.admin.post("/v1/billing/overrides", { customer, reason: "promised", ...fields });
    expect(laid.status).toBe(201);
  }
  // Refused where the pack does not grant as much; then nothing is used.
  if (used > 0)
    await own.server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: used });
  return { customer, id };
}

interface Answer {
  enabled: boolean;
  limit: number | null;
  used: number | null;
  access_limit: number | null;
}

async function answersOf(own: TestTenant, customer: string): Promise<Answer[]> {
  const ask = async (key: string) =>
    (await own.server.get(`/v1/billing/entitlements/${key}?customer=${customer}`)).body;
  return Promise.all(FEATURES.map(ask));
}

const endless = (bound: number | null) => bound ?? Number.POSITIVE_INFINITY;

interface Move {
  id: string;
  before: Answer[];
  after: Answer[];
  /** Of a subscriber with the same overrides who has used nothing: units that were included when they were used stay included. */
  unused: Answer[];
}

/** The effects of the move, from the checks before and after it. */
function effectsOf(moves: Move[]) {
  return FEATURES.flatMap((feature_key, index) => {
    const each = moves.map(({ id, before, after, unused }) => {
      const [was, is, fresh] = [before[index], after[index], unused[index]];
      if (!was || !is || !fresh) throw new Error("an answer is missing");
      const kept = feature_key === "calls" && was.enabled && is.enabled;
      return {
        id,
        gained: !was.enabled && is.enabled,
        lost: was.enabled && !is.enabled,
        limit_raised: kept && endless(is.limit) > endless(was.limit),
        limit_lowered: kept && endless(is.limit) < endless(was.limit),
        over_limit: feature_key === "calls" && (is.used ?? 0) > endless(fresh.access_limit),
      };
    });
    const count = (key: keyof Omit<(typeof each)[number], "id">) => each.filter((one) => one[key]).length;
    const [gained, lost, over_limit] = [count("gained"), count("lost"), count("over_limit")];
    const [limit_raised, limit_lowered] = [count("limit_raised"), count("limit_lowered")];
    if (gained + lost + limit_raised + limit_lowered + over_limit === 0) return [];
    const sample_subscription_ids = each
      .filter((one) => one.lost || one.limit_lowered || one.over_limit)
      .map(({ id }) => id)
      .sort()
      .slice(0, 5);
    const counts = { gained, lost, limit_raised, limit_lowered, over_limit };
    return [{ feature_key, ...counts, sample_subscription_ids }];
  });
}

async function moveAndCompare(from: Bundle, to: Bundle, subscribers: Subscriber[]) {
  const own = await aTenant(world);
  const { plans } = await aCatalog(own.scope, {
    features: {
      calls: { type: "METERED" },
      exports: { type: "BOOLEAN" },
      region: { type: "STATIC", valueType: "string" },
    },
    plans: [{ slug: "pro", entitlements: from, prices: [{ amount: 0 }] }],
  });
  const people = [];
  for (const one of subscribers)
    for (const used of [one.used, 0] as const)
      people.push(await subscribe(own, plans.pro?.prices[0], { ...one, used }));
  const entitlements = Object.entries(to).map(([feature_key, fields]) => ({ feature_key, ...fields }));
  const draft = await own.admin.post("/v1/catalog/packs", { plan_id: plans.pro?.id, entitlements });
  const path = `/v1/catalog/packs/${draft.body.id}`;
  const fields = { from_pack_id: plans.pro?.packId };
  const promised = (await own.admin.post(`${path}/migrations/preview`, fields)).body;
  const before = await Promise.all(people.map(({ customer }) => answersOf(own, customer)));
  await own.admin.post(`${path}/publish`);
  const started = await own.admin.post(`${path}/migrations`, fields);
  expect([started.status, started.body.total]).toEqual([201, promised.subscribers]);
  await continueMigration(own.scope, started.body.id);
  const after = await Promise.all(people.map(({ customer }) => answersOf(own, customer)));
  const moves = people.map(({ id }, index) => ({
    id,
    before: before[index] ?? [],
    after: after[index] ?? [],
    // Each has a twin beside them who has used nothing.
    unused: after[index - (index % 2) + 1] ?? [],
  }));
  expect(promised.features).toEqual(effectsOf(moves));
}

it("moving does exactly what its preview predicted, overrides included", {
  tags: ["long"],
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(bundle, bundle, fc.array(subscriber, { minLength: 1, maxLength: 3 }), moveAndCompare),
    { numRuns: 6 },
  );
});

it("a subscriber who keeps a feature by an override does not lose it", { tags: ["long"] }, async () => {
  const kept: Subscriber = { overrides: [{ feature_key: "exports", enabled: true }], used: 0 };
  const plain: Subscriber = { overrides: [], used: 0 };
  await moveAndCompare({ exports: { enabled: true } }, {}, [kept, plain, plain]);
});

it("held units are over the limit only where all of a customer's sources together allow fewer", {
  tags: ["long"],
}, async () => {
  const own = await aTenant(world);
  const sold = (slug: string, seats: number) => [
    { slug, entitlements: { seats: { limit: seats } }, prices: [{ amount: 0 }] },
  ];
  const main = await aCatalog(own.scope, {
    features: { seats: { type: "ALLOCATED" } },
    plans: sold("pro", 5),
  });
  const addOn = await aCatalog(own.scope, { known: main.features, plans: sold("more", 2) });
  for (const seats of [6, 7]) {
    const { customer } = await aSubscription(own, { price: main.plans.pro?.prices[0], paidBy: "nothing" });
    await aSubscription(own, { customer, price: addOn.plans.more?.prices[0], paidBy: "nothing" });
    const held = { customer, feature_key: "seats", quantity: seats };
    expect((await own.server.post("/v1/billing/usage", held)).status).toBe(201);
  }
  const draft = { plan_id: main.plans.pro?.id, entitlements: [{ feature_key: "seats", limit: 4 }] };
  const { body: pack } = await own.admin.post("/v1/catalog/packs", draft);
  const { body } = await own.admin.post(`/v1/catalog/packs/${pack.id}/migrations/preview`, {
    from_pack_id: main.plans.pro?.packId,
  });
  expect(body.over_limit).toEqual([{ feature_key: "seats", subscribers: 1 }]);
  expect(body.summary).toContain("1 subscriber will have used more of seats than this version allows");
});
