import { expect } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

const AT = "/v1/catalog/copies";

/** A LIVE tenant and its sandbox, both with applications of their own. */
async function aPair(world: World): Promise<{ live: TestTenant; test: TestTenant }> {
  const live = await aTenant(world, { mode: "LIVE" });
  const test = await aTenant(world, { mode: "TEST" });
  await world.services.db.tenant.update({ where: { id: test.id }, data: { parentId: live.id } });
  return { live, test };
}

/** A product by the API: Atlas with the plan Solo for $49 a month, which includes 1,000 calls. */
async function atlas({ admin }: TestTenant, { amount = 4_900, limit = 1_000 } = {}) {
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await admin.post(`/v1/catalog/${path}`, body);
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer;
  };
  const feature = await made("features", {
    key: "calls",
    name: "Calls",
    type: "METERED",
    unit_label: "call",
  });
  const product = await made("products", { slug: "atlas", name: "Atlas" });
  const plan = await made("plans", { product_id: product.id, slug: "solo", name: "Solo" });
  const price = await made("prices", { plan_id: plan.id, amount, currency: "USD", interval: "MONTH" });
  const pack = await made("packs", { plan_id: plan.id, entitlements: [{ feature_key: "calls", limit }] });
  await made(`packs/${pack.id}/publish`, {});
  return { feature, product, plan, price, pack };
}

const preview = async ({ admin }: TestTenant) => (await admin.get(`${AT}/preview`)).body;

const offer = async ({ admin }: TestTenant) => {
  const { body } = await admin.get("/v1/pricing?currency=USD");
  return body.products[0]?.plans[0];
};

interface Item {
  kind: string;
  change: string;
  key: string;
  changes: { feature_key: string | null; field: string; before: unknown; after: unknown }[];
  reason: string | null;
}
const changesOf = ({ items }: { items: Item[] }) =>
  Object.fromEntries(items.map(({ kind, key, change }) => [`${kind} ${key}`, change]));

it("copies the sandbox's whole catalog to the LIVE tenant, on sale at once, and then finds nothing left", {
  tags: ["long"],
}, async ({ world }) => {
  const { live, test } = await aPair(world);
  const made = await atlas(test);
  await test.admin.send("PATCH", `/v1/catalog/products/${made.product.id}`, { free_plan_id: made.plan.id });
  const before = await preview(live);
  expect(before).toMatchObject({
    from: { tenant_id: test.id, mode: "TEST" },
    to: { tenant_id: live.id, mode: "LIVE" },
    counts: { new: 5, changed: 0, unchanged: 0, conflict: 0, only_here: 0 },
  });
  expect(await offer(live)).toBeUndefined();

  const copied = await live.admin.post(AT, { version: before.version });
  expect(copied).toMatchObject({ status: 201, body: { published: true, counts: { new: 5 } } });
  expect(await offer(live)).toMatchObject({
    slug: "solo",
    is_free: true,
    prices: [{ amount: 4_900, currency: "USD", interval: "MONTH" }],
    features: [{ key: "calls", limit: 1_000 }],
  });
  expect((await preview(live)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 5 });
});

it("carries texts in other languages, when they are new and when they change", { tags: ["long"] }, async ({
  world,
}) => {
  const { live, test } = await aPair(world);
  const made = await atlas(test);
  const translate = async (path: string, translations: object) => {
    const reply = await test.admin.send("PATCH", `/v1/catalog/${path}`, { translations });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  };
  await translate(`products/${made.product.id}`, { de: { description: "Karten." } });
  await translate(`plans/${made.plan.id}`, { de: { name: "Allein" } });
  await translate(`features/${made.feature.id}`, { de: { name: "Aufrufe", unit_label: "Aufruf" } });
  const copy = async () => live.admin.post(AT, { version: (await preview(live)).version });
  expect((await copy()).status).toBe(201);
  const german = async () => (await live.admin.get("/v1/pricing?locale=de")).body.products[0];
  expect(await german()).toMatchObject({
    description: "Karten.",
    plans: [{ name: "Allein", features: [{ name: "Aufrufe", unit_label: "Aufruf" }] }],
  });

  await translate(`products/${made.product.id}`, { de: { description: "Landkarten." } });
  await translate(`plans/${made.plan.id}`, { de: { name: "Solo" }, fr: { name: "Seul" } });
  await translate(`features/${made.feature.id}`, {});
  const shown = await preview(live);
  expect(shown.counts).toMatchObject({ changed: 3 });
  const plan = shown.items.find(({ kind }: Item) => kind === "PLAN");
  expect(plan.changes).toEqual([
    {
      feature_key: null,
      field: "translations",
      before: { de: { name: "Allein" } },
      after: { de: { name: "Solo" }, fr: { name: "Seul" } },
    },
  ]);
  expect((await copy()).status).toBe(201);
  expect(await german()).toMatchObject({
    description: "Landkarten.",
    plans: [{ name: "Solo", features: [{ name: "Calls", unit_label: "call" }] }],
  });
});

it("makes a new amount a new price and another bundle the next version, and leaves what is only here", {
  tags: ["long"],
}, async ({ world }) => {
  const { live, test } = await aPair(world);
  const old = await atlas(live, { amount: 3_900, limit: 500 });
  await live.admin.post("/v1/catalog/plans", { product_id: old.product.id, slug: "legacy", name: "Legacy" });
  await atlas(test);
  const shown = await preview(live);
  expect(changesOf(shown)).toEqual({
    "FEATURE calls": "UNCHANGED",
    "PRODUCT atlas": "UNCHANGED",
    "PLAN atlas/solo": "UNCHANGED",
    "PLAN atlas/legacy": "ONLY_HERE",
    "PRICE atlas/solo/USD/MONTH/monthly": "CHANGED",
    "PACK atlas/solo": "CHANGED",
  });
  const pack = shown.items.find(({ kind }: Item) => kind === "PACK");
  expect(pack.changes).toEqual([{ feature_key: "calls", field: "limit", before: 500, after: 1_000 }]);
  await live.admin.post(AT, { version: shown.version });

  const { body: prices } = await live.admin.get(`/v1/catalog/prices?plan_id=${old.plan.id}`);
  const amounts = prices.data.map(
    ({ amount, archived_at }: { amount: number; archived_at: string | null }) => [
      amount,
      archived_at === null,
    ],
  );
  expect(amounts).toEqual([
    [4_900, true],
    [3_900, false],
  ]);
  const { body: packs } = await live.admin.get(`/v1/catalog/packs?plan_id=${old.plan.id}`);
  expect(packs.data).toMatchObject([
    { version: 2, status: "ACTIVE", entitlements: [{ limit: 1_000 }] },
    { version: 1, status: "ARCHIVED", entitlements: [{ limit: 500 }] },
  ]);
});

it("copies what the price list says of a plan, and which plan it includes", { tags: ["long"] }, async ({
  world,
}) => {
  const { live, test } = await aPair(world);
  const { product, plan: solo } = await atlas(test);
  const { body: team } = await test.admin.post("/v1/catalog/plans", {
    product_id: product.id,
    slug: "team",
    name: "Team",
    is_highlighted: true,
    includes_plan_id: solo.id,
    contact_url: "mailto:sales@atlas.example",
  });
  const copy = async () => live.admin.post(AT, { version: (await preview(live)).version });
  const copied = async () => {
    const { body } = await live.admin.get("/v1/catalog/plans");
    const plans: { id: string; slug: string; includes_plan_id: string | null }[] = body.data;
    const idOf = (slug: string) => plans.find((plan) => plan.slug === slug)?.id;
    return { team: plans.find(({ slug }) => slug === "team"), soloId: idOf("solo") };
  };
  expect((await copy()).status).toBe(201);
  const first = await copied();
  expect(first.team).toMatchObject({
    is_highlighted: true,
    includes_plan_id: first.soloId,
    contact_url: "mailto:sales@atlas.example",
  });
  expect((await preview(live)).counts).toMatchObject({ new: 0, changed: 0 });

  await test.admin.send("PATCH", `/v1/catalog/plans/${team.id}`, { includes_plan_id: null });
  const { items } = await preview(live);
  expect(items.find(({ key }: Item) => key === "atlas/team").changes).toEqual([
    { feature_key: null, field: "included_plan", before: "solo", after: null },
  ]);
  expect((await copy()).status).toBe(201);
  expect((await copied()).team).toMatchObject({ is_highlighted: true, includes_plan_id: null });
});

it("leaves new versions as drafts where that is asked, and puts the same draft on sale later", {
  tags: ["long"],
}, async ({ world }) => {
  const { live, test } = await aPair(world);
  const old = await atlas(live, { limit: 500 });
  await atlas(test);
  for (const publish of [false, false, true]) {
    const { version } = await preview(live);
    expect((await live.admin.post(AT, { version, publish })).status).toBe(201);
    const { body } = await live.admin.get(`/v1/catalog/packs?plan_id=${old.plan.id}`);
    expect(body.data).toMatchObject([
      { version: 2, status: publish ? "ACTIVE" : "DRAFT" },
      { version: 1, status: publish ? "ARCHIVED" : "ACTIVE" },
    ]);
  }
});

it("copies exactly what the preview showed, or nothing: K5020 after a change of either catalog", {
  tags: ["long"],
}, async ({ world }) => {
  const { live, test } = await aPair(world);
  const made = await atlas(test);
  const first = await preview(live);
  await test.admin.send("PATCH", `/v1/catalog/plans/${made.plan.id}`, { name: "Alone" });
  expect((await live.admin.post(AT, { version: first.version })).body.code).toBe("K5020");
  const second = await preview(live);
  await live.admin.post("/v1/catalog/features", { key: "calls", name: "Calls", type: "METERED" });
  expect((await live.admin.post(AT, { version: second.version })).body.code).toBe("K5020");
  expect(await offer(live)).toBeUndefined();
  const { body: products } = await live.admin.get("/v1/catalog/products");
  expect(products.data).toEqual([]);
});

it("names what is in conflict, and then copies nothing: K5021", { tags: ["long"] }, async ({ world }) => {
  const { live, test } = await aPair(world);
  await live.admin.post("/v1/catalog/features", { key: "calls", name: "Calls", type: "BOOLEAN" });
  const { body: product } = await live.admin.post("/v1/catalog/products", { slug: "atlas", name: "Old" });
  await live.admin.post(`/v1/catalog/products/${product.id}/archive`);
  await atlas(test);
  const shown = await preview(live);
  expect(shown.counts.conflict).toBe(2);
  expect(changesOf(shown)).toMatchObject({ "FEATURE calls": "CONFLICT", "PRODUCT atlas": "CONFLICT" });
  const refused = await live.admin.post(AT, { version: shown.version });
  expect(refused).toMatchObject({ status: 409, body: { code: "K5021" } });
  expect(refused.body.message).toContain("feature calls is in conflict");
});

it("sees that a price of the LIVE tenant would lack a price of overage", { tags: ["long"] }, async ({
  world,
}) => {
  const { live, test } = await aPair(world);
  const old = await atlas(live);
  await live.admin.post("/v1/catalog/prices", {
    plan_id: old.plan.id,
    amount: 4_500,
    currency: "EUR",
    interval: "MONTH",
  });
  const made = await atlas(test);
  const { body: pack } = await test.admin.post("/v1/catalog/packs", {
    plan_id: made.plan.id,
    entitlements: [
      {
        feature_key: "calls",
        limit: 1_000,
        overage: "BILL",
        prices: [{ currency: "USD", unit_amount: "1" }],
      },
    ],
  });
  await test.admin.post(`/v1/catalog/packs/${pack.id}/publish`);
  const shown = await preview(live);
  expect(changesOf(shown)).toMatchObject({ "PACK atlas/solo": "CONFLICT" });
  expect(shown.items.find(({ kind }: Item) => kind === "PACK").reason).toContain("EUR per MONTH");
});

it("is carried out by one of several at once, with an event and an audit row of each object", {
  tags: ["long"],
}, async ({ world }) => {
  const { live, test } = await aPair(world);
  await atlas(test);
  const { version } = await preview(live);
  const answers = await Promise.all(Array.from({ length: 5 }, () => live.admin.post(AT, { version })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe("K5020");
  const { body: events } = await live.admin.get("/v1/events");
  const types = events.data.map(({ type }: { type: string }) => type).sort();
  expect(types.filter((type: string) => !/^(application|provider_account)\./.test(type))).toEqual([
    "catalog.copied",
    "feature.created",
    "pack.created",
    "pack.published",
    "plan.created",
    "plan_price.created",
    "product.created",
  ]);
  const audited = await world.services.db.auditEntry.count({
    where: { tenantId: live.id, action: "catalog.copied" },
  });
  expect(audited).toBe(1);
});

it("goes from the LIVE tenant to its sandbox, once its owner granted that: K3001 before", async ({
  world,
}) => {
  const { live, test } = await aPair(world);
  await atlas(live);
  expect((await test.admin.get(`${AT}/preview`)).body.code).toBe("K3001");
  await world.services.db.tenantGrant.create({
    data: { tenantId: test.id, grantedTenantId: live.id, createdAt: test.scope.clock.now() },
  });
  const { version, from } = await preview(test);
  expect(from.mode).toBe("LIVE");
  expect((await test.admin.post(AT, { version })).status).toBe(201);
  expect(await offer(test)).toMatchObject({ slug: "solo", prices: [{ amount: 4_900 }] });
});

it("says that a tenant without a sandbox has nothing to copy from: K5022", async ({ world }) => {
  const alone = await aTenant(world, { mode: "LIVE" });
  expect((await alone.admin.get(`${AT}/preview`)).body.code).toBe("K5022");
  expect((await alone.server.get(`${AT}/preview`)).status).toBe(403);
});
