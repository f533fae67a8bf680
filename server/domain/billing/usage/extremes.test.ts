// @module-tag ci
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { recordUsage } from "./record-usage.ts";
import { setUsage } from "./set-usage.ts";

let world: World;
let tenant: TestTenant;
const clock = new ManualClock(new Date("2026-03-10T12:00:00.000Z"));

beforeAll(async () => {
  world = await openWorld({ clock });
  tenant = await aTenant(world);
});

afterAll(() => world.close());

/** Numbers at the edges of what counters, limits and JSON can carry. */
const EDGES = [
  1e-6,
  0.1,
  1,
  999_999_999.999999,
  1e9,
  123_456_789_012.123,
  1e12,
  1e12 + 1,
  1e14 - 0.01,
  1e15 - 1,
  1e15,
  1e15 + 2,
  2 ** 53,
  1e18,
  1e21,
  Number.MAX_VALUE,
];
const extreme = fc.oneof(
  fc.constantFrom(0, ...EDGES, ...EDGES.map((edge) => -edge)),
  fc.double({ min: -1e16, max: 1e16, noNaN: true }),
  fc.integer({ min: 1, max: 1_000_000 }),
);

/** The values that a bundle may have, and some beyond. */
const kept = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...EDGES.filter((edge) => edge <= 1e15)) },
  { weight: 1, arbitrary: extreme.map(Math.abs) },
);

interface Sold {
  customer: string;
  feature: string;
  subscription: string;
}

/** A customer of a plan that a person could publish, invoiced by us, with the given steps; null where refused. */
async function buy(bundle: object, amount: number, steps: number): Promise<Sold | null> {
  const feature = unique("units");
  const post = async (path: string, body: object) => {
    const reply = await tenant.admin.post(path, body);
    expect([path, reply.status, reply.body.code]).toEqual([path, expect.any(Number), reply.body.code]);
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBeLessThan(500);
    return reply;
  };
  const catalog = await aCatalog(tenant.scope, {
    features: { [feature]: { type: "METERED" } },
    plans: [{ slug: unique("pro"), prices: [] }],
  });
  const planId = Object.values(catalog.plans)[0]?.id ?? "";
  const price = await post("/v1/catalog/prices", {
    plan_id: planId,
    amount,
    currency: "USD",
    interval: "MONTH",
  });
  const pack = await post("/v1/catalog/packs", {
    plan_id: planId,
    entitlements: [{ feature_key: feature, ...bundle }],
  });
  if (price.status !== 201 || pack.status !== 201) return null;
  expect((await post(`/v1/catalog/packs/${pack.body.id}/publish`, {})).status).toBe(200);
  const customer = unique("customer");
  const order = {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: price.body.id,
    provider: "PROVIDER_B",
  };
  const drivers = [{ feature_key: feature, steps }];
  const withSteps = await post("/v1/billing/subscriptions", { ...order, drivers });
  const bought =
    withSteps.status === 201 ? withSteps : await post("/v1/billing/subscriptions", { ...order, drivers: [] });
  expect([bought.status, bought.body.code]).toEqual([201, undefined]);
  return { customer, feature, subscription: bought.body.id as string };
}

interface Bundle {
  limit: number | null;
  overage: "BLOCK" | "ALLOW" | "BILL";
  limit_binding: "CUSTOMER" | "DIMENSION";
  cap_binding: "CUSTOMER" | "DIMENSION";
  overage_step: number;
  rollover_max: number | null;
  driver_step_size: number | null;
  unit_amount: string;
  cap: number | null;
  step_amount: number;
}

const bundles: fc.Arbitrary<Bundle> = fc.record<Bundle>({
  limit: fc.oneof(fc.constant(null), kept, kept),
  overage: fc.constantFrom("BLOCK", "ALLOW", "BILL"),
  limit_binding: fc.constantFrom("CUSTOMER", "DIMENSION"),
  cap_binding: fc.constantFrom("CUSTOMER", "DIMENSION"),
  overage_step: fc.oneof(fc.constantFrom(1e-6, 1), kept),
  rollover_max: fc.oneof(fc.constant(null), kept),
  driver_step_size: fc.oneof(fc.constant(null), kept),
  unit_amount: fc.constantFrom("0.000000000001", "1", "999999999999.999999999999"),
  cap: fc.oneof(fc.constant(null), fc.constantFrom(0, 1000, 1e12, 1e15)),
  step_amount: fc.constantFrom(0, 100, 1e12, 1e15),
});

/** A request's entitlement; fields that need one another are left out together, so that many are accepted. */
function entitlementOf(bundle: Bundle) {
  const { unit_amount, cap, step_amount, driver_step_size, rollover_max, ...rest } = bundle;
  const isBilled = rest.overage === "BILL" && rest.limit !== null;
  const hasDriver = driver_step_size !== null && rest.limit !== null;
  const price = {
    currency: "USD",
    unit_amount: isBilled ? unit_amount : null,
    overage_cap_amount: isBilled && cap !== null ? Math.round(Math.abs(cap)) : null,
    driver_step_amount: hasDriver ? Math.round(Math.abs(step_amount)) : null,
  };
  return {
    ...rest,
    overage: rest.limit === null ? "BLOCK" : rest.overage,
    limit: rest.limit && Math.abs(rest.limit),
    overage_step: Math.abs(rest.overage_step) || 1,
    driver_step_size: hasDriver ? Math.abs(driver_step_size) : null,
    rollover_max: rest.limit === null || rollover_max === null ? null : Math.abs(rollover_max),
    prices: isBilled || hasDriver ? [price] : [],
  };
}

/** Everything that shows counters, limits and money of a customer. */
async function readAll({ customer, feature, subscription }: Sold) {
  for (const path of [
    `/v1/billing/entitlements/${feature}?customer=${customer}&dimension=a`,
    `/v1/billing/entitlements?customer=${customer}`,
    `/v1/billing/entitlements/snapshot?customer=${customer}`,
    `/v1/billing/usage?customer=${customer}`,
    `/v1/billing/usage/ledger?customer=${customer}`,
    `/v1/billing/overrides?customer=${customer}`,
    `/v1/billing/subscriptions/${subscription}`,
    `/v1/billing/invoices?customer=${customer}`,
    "/v1/pricing",
  ]) {
    const reply = await tenant.admin.get(path);
    expect([path, reply.status, reply.body.code]).toEqual([path, 200, undefined]);
  }
}

type Act = (sold: Sold, quantity: number) => Promise<{ status: number; body: { code?: string } }>;
const named = ({ customer, feature }: Sold) => ({ customer, feature_key: feature });
const ACTS: Record<string, Act> = {
  record: (sold, quantity) => tenant.server.post("/v1/billing/usage", { ...named(sold), quantity }),
  "record for a dimension": (sold, quantity) =>
    tenant.server.post("/v1/billing/usage", { ...named(sold), quantity, dimension: "a" }),
  clip: (sold, quantity) =>
    tenant.server.post("/v1/billing/usage", { ...named(sold), quantity, mode: "clip" }),
  batch: (sold, quantity) =>
    tenant.server.post("/v1/billing/usage/batch", {
      items: Array.from({ length: 20 }, (_, index) => ({
        ...named(sold),
        quantity,
        dimension: `b${index % 3}`,
      })),
    }),
  reserve: (sold, quantity) =>
    tenant.server.post("/v1/billing/usage/reservations", { ...named(sold), quantity }),
  set: (sold, value) => tenant.admin.post("/v1/billing/usage/set", { ...named(sold), value }),
  "set a dimension": (sold, value) =>
    tenant.admin.post("/v1/billing/usage/set", { ...named(sold), value, dimension: "c" }),
  "override that sets the limit": (sold, limit_set) =>
    tenant.admin.post("/v1/billing/overrides", { ...named(sold), limit_set, reason: "x" }),
  "override that adds to the limit": (sold, limit_add) =>
    tenant.admin.post("/v1/billing/overrides", { ...named(sold), limit_add, reason: "x" }),
  "override of the cap": (sold, amount) =>
    tenant.admin.post("/v1/billing/overrides", {
      ...named(sold),
      overage_cap_amount: Math.round(amount),
      reason: "x",
    }),
};
const acts = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS)), extreme), {
  minLength: 3,
  maxLength: 8,
});

describe("numbers at the edge of what can be kept", { tags: ["long"] }, () => {
  it("are refused on input; accepted ones can be added up, read and invoiced", async () => {
    let bought = 0;
    const prices = fc.constantFrom(0, 1000, 1e12, 1e12, 1e15);
    const steps = fc.constantFrom(0, 0, 1, 1000, 999_999, 1_000_000);
    await fc.assert(
      fc.asyncProperty(bundles, prices, steps, acts, async (bundle, amount, count, doings) => {
        const sold = await buy(entitlementOf(bundle), amount, count);
        if (!sold) return;
        bought++;
        for (const [name, quantity] of doings) {
          const reply = await ACTS[name]?.(sold, quantity);
          expect([name, quantity, reply?.status, reply?.body.code]).not.toContain("K9001");
          expect(reply?.status).toBeLessThan(500);
        }
        await readAll(sold);
        const end = await tenant.admin.post(`/v1/billing/subscriptions/${sold.subscription}/cancel`, {
          at: "now",
        });
        expect([end.status, end.body.code]).toEqual([200, undefined]);
        await readAll(sold);
      }),
      { numRuns: 16, examples: EXAMPLES },
    );
    // About half of the random bundles are refused; more than these are sold with any seed.
    expect(bought).toBeGreaterThan(2);
  });
});

const BUNDLE: Bundle = {
  limit: 10,
  overage: "BILL",
  limit_binding: "CUSTOMER",
  cap_binding: "CUSTOMER",
  overage_step: 1,
  rollover_max: null,
  driver_step_size: null,
  unit_amount: "1",
  cap: null,
  step_amount: 0,
};
/** Numbers that once made every later read fail. */
const EXAMPLES: [Bundle, number, number, [string, number][]][] = [
  [{ ...BUNDLE, overage: "ALLOW", driver_step_size: 1e15 }, 0, 1000, [["record", 1]]],
  [{ ...BUNDLE, driver_step_size: 1, step_amount: 1e12 }, 1000, 1_000_000, [["record", 1]]],
  [
    { ...BUNDLE, limit: 1e15, overage: "BLOCK" },
    0,
    0,
    [
      ...Array.from({ length: 6 }, (): [string, number] => ["override that adds to the limit", 1e15]),
      ["record", 1],
    ],
  ],
  [
    { ...BUNDLE, limit_binding: "DIMENSION", cap_binding: "DIMENSION", cap: 1e15 },
    0,
    0,
    [["set a dimension", 1e12]],
  ],
];

/** A customer whom a free plan grants any number of units. */
async function unlimited() {
  const own = await aTenant(world);
  await aCatalog(own.scope, {
    features: { units: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { units: { limit: null } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  const body = { customer: unique("customer"), feature_key: "units" };
  await own.server.post("/v1/billing/usage", { ...body, quantity: 1 });
  /** Sends the digits unchanged: JavaScript itself would round them. */
  const send = async (path: string, field: string, digits: string) => {
    const json = `${JSON.stringify(body).slice(0, -1)},"${field}":${digits}}`;
    const { "x-app-id": id = "", authorization = "" } = own.admin.headers;
    const headers = { "x-app-id": id, authorization, "content-type": "application/json" };
    const response = await fetch(`${world.baseUrl}${path}`, { method: "POST", headers, body: json });
    return { status: response.status, body: await response.json() };
  };
  return { own, body, send };
}

describe("a quantity with more digits than a JSON number carries", () => {
  it.each([
    ["/v1/billing/usage/set", "value", "999999999999.123456", "K1012"],
    ["/v1/billing/usage", "quantity", "123456789012.123456", "K1012"],
    ["/v1/billing/usage", "quantity", "999999999999.999999", "K1012"],
    ["/v1/billing/usage/set", "value", "1000000000000000.000001", "K1012"],
    ["/v1/billing/usage/reservations", "quantity", "1e400", "K1012"],
    ["/v1/billing/usage", "quantity", "2000000000.000001", "K1002"],
  ])("is refused by %s (%s %s), and changes nothing", async (path, field, digits, code) => {
    const { own, body, send } = await unlimited();
    const reply = await send(path, field, digits);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect((await own.admin.get(`/v1/billing/usage?customer=${body.customer}`)).body).toMatchObject([
      { value: 1 },
    ]);
  });

  it("is taken as it was sent where it has 15 digits or fewer", async () => {
    const { send } = await unlimited();
    for (const digits of [
      "999999999.999999",
      "123456789012.123",
      "999999999999999",
      "1.50e3",
      "100000000000000",
    ])
      expect([digits, (await send("/v1/billing/usage/set", "value", digits)).body.value]).toEqual([
        digits,
        Number(digits),
      ]);
  });
});

describe("a counter that is full", () => {
  it("refuses more in every way, and says how much it holds", async () => {
    const { own, body } = await unlimited();
    expect((await own.admin.post("/v1/billing/usage/set", { ...body, value: 1e15 })).status).toBe(200);
    const ways = [
      own.server.post("/v1/billing/usage", { ...body, quantity: 1 }),
      own.server.post("/v1/billing/usage", { ...body, quantity: 1, dimension: "other" }),
      own.server.post("/v1/billing/usage/reservations", { ...body, quantity: 1 }),
      own.admin.post("/v1/billing/usage/set", { ...body, value: 1, dimension: "other" }),
    ];
    for (const { status, body } of await Promise.all(ways))
      expect([status, body.code, body.details.most]).toEqual([422, "K8019", 1e15]);
    const batch = await own.server.post("/v1/billing/usage/batch", { items: [{ ...body, quantity: 1 }] });
    expect(batch.body.items).toMatchObject([{ status: "refused", error: { code: "K8019" } }]);
  });
});

describe("usage with a time in the future", () => {
  const WAYS = {
    record: (tenant: TestTenant, body: object) =>
      tenant.server.post("/v1/billing/usage", { ...body, quantity: 1 }),
    set: (tenant: TestTenant, body: object) =>
      tenant.admin.post("/v1/billing/usage/set", { ...body, value: 7 }),
  };
  const ahead = (seconds: number) => addSeconds(clock.now(), seconds).toISOString();

  it.each(Object.entries(WAYS))(
    "counts as now within 300 seconds, and is refused with the truth beyond: %s",
    async (_, act) => {
      const { own, body } = await unlimited();
      for (const seconds of [1, 120, 300])
        expect((await act(own, { ...body, occurred_at: ahead(seconds) })).body.code).toBeUndefined();
      for (const seconds of [301, 400, 3600, 86_400 * 400]) {
        const reply = await act(own, { ...body, occurred_at: ahead(seconds) });
        expect([seconds, reply.status, reply.body.code]).toEqual([seconds, 422, "K8020"]);
        expect(reply.body.message).toContain("300 seconds ahead");
      }
      const ledger = await own.admin.get(`/v1/billing/usage/ledger?customer=${body.customer}`);
      for (const entry of ledger.body.data)
        expect(Date.parse(entry.occurred_at)).toBeLessThanOrEqual(clock.now().getTime());
    },
  );

  it("counts in the open period, also when that ends before the given time", async () => {
    const { own, body } = await unlimited();
    const [record] = (await own.admin.get(`/v1/billing/usage?customer=${body.customer}`)).body;
    clock.moveTo(addSeconds(new Date(record.period_end), -60));
    const recorded = await recordUsage(own.scope, {
      ...body,
      quantity: 1,
      mode: "strict",
      occurred_at: ahead(200),
    });
    const set = await setUsage(own.scope, { ...body, value: 7, occurred_at: ahead(200) });
    expect([recorded.period_end, set.period_end]).toEqual([record.period_end, record.period_end]);
  });
});
