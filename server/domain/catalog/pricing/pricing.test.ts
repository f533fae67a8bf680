// @module-tag ci
import { describe, expect } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import type { Client, Reply } from "../../../testing/client.ts";
import { it } from "../../../testing/it.ts";

let tenant: TestTenant;
let admin: Client;
let productId: string;

const AT = "/v1/catalog";

it.beforeEach(async ({ world }) => {
  tenant = await aTenant(world);
  admin = tenant.admin;
  productId = (await made("products", { slug: "desk", name: "Desk" })).id;
  await made("features", { key: "calls", name: "Calls", type: "METERED", unit_label: "call" });
  await made("features", { key: "seats", name: "Seats", type: "ALLOCATED" });
  await made("features", { key: "sso", name: "Single sign-on", type: "BOOLEAN" });
});

async function made(path: string, body: object): Promise<Reply["body"]> {
  const reply = await admin.post(`${AT}/${path}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

const GRANTED = [
  {
    feature_key: "calls",
    limit: 10,
    overage: "BILL",
    overage_step: 5,
    prices: [
      { currency: "USD", pricing: "VOLUME", tiers: [{ up_to: null, unit_amount: "0.5" }] },
      { currency: "EUR", unit_amount: "0.4" },
    ],
  },
  {
    feature_key: "seats",
    limit: 3,
    driver_step_size: 1,
    driver_max_steps: 5,
    prices: [{ currency: "USD", driver_step_amount: 900 }],
  },
];

interface Sale {
  entitlements?: object[];
  isPublished?: boolean;
  fields?: object;
  prices?: object[];
}

/** A plan of the product with prices and, by default, a published pack. */
async function onSale(
  slug: string,
  {
    isPublished = true,
    fields = {},
    prices = [{ amount: 2000, currency: "USD" }],
    entitlements = GRANTED,
  }: Sale = {},
): Promise<string> {
  const plan = await made("plans", { product_id: productId, slug, name: slug, ...fields });
  for (const price of prices) await made("prices", { plan_id: plan.id, interval: "MONTH", ...price });
  const pack = await made("packs", { plan_id: plan.id, entitlements });
  if (isPublished) expect((await admin.post(`${AT}/packs/${pack.id}/publish`)).status).toBe(200);
  return plan.id;
}

const slugs = (reply: Reply): string[] =>
  reply.body.products.flatMap((product: { plans: { slug: string }[] }) =>
    product.plans.map(({ slug }) => slug),
  );

describe("GET /v1/pricing", () => {
  it("shows a browser what a price list shows", async () => {
    await onSale("pro");
    const reply = await tenant.browser.get("/v1/pricing");
    expect(reply.status).toBe(200);
    const [product] = reply.body.products;
    expect(product).toMatchObject({ slug: "desk", name: "Desk", plans: [{ slug: "pro", is_free: false }] });
    expect(product.plans[0].prices).toMatchObject([
      { amount: 2000, currency: "USD", interval: "MONTH", price_label_slug: "monthly", trial_days: 0 },
    ]);
    const [calls, seats] = product.plans[0].features;
    expect([calls, seats].map(({ reset_interval }) => reset_interval)).toEqual(["MONTH", null]);
    expect(calls).toMatchObject({
      key: "calls",
      type: "METERED",
      unit_label: "call",
      limit: 10,
      overage: "BILL",
      overage_step: 5,
    });
    const usd = calls.prices.find(({ currency }: { currency: string }) => currency === "USD");
    expect(usd).toMatchObject({
      pricing: "VOLUME",
      unit_amount: null,
      tiers: [{ up_to: null, unit_amount: "0.5", flat_amount: "0" }],
    });
    expect(seats).toMatchObject({
      key: "seats",
      limit: 3,
      driver_step_size: 1,
      driver_max_steps: 5,
      prices: [{ driver_step_amount: 900 }],
    });
  });

  it("hides private and archived plans, those without a published pack, archived prices and products", {
    tags: ["long"],
  }, async () => {
    await onSale("pro");
    await onSale("secret", { fields: { is_public: false } });
    await onSale("draft", { isPublished: false });
    const old = await onSale("old");
    await admin.post(`${AT}/plans/${old}/archive`);
    expect(slugs(await tenant.browser.get("/v1/pricing"))).toEqual(["pro"]);
    const { data } = (await admin.get(`${AT}/prices`)).body;
    for (const { id } of data) await admin.post(`${AT}/prices/${id}/archive`);
    expect((await tenant.browser.get("/v1/pricing")).body.products[0].plans[0].prices).toEqual([]);
    await admin.post(`${AT}/products/${productId}/archive`);
    expect((await tenant.browser.get("/v1/pricing")).body).toEqual({ products: [] });
  });

  it("puts plans in the order of their positions, and says which is free", async () => {
    await onSale("last", { fields: { position: 9 } });
    const free = await onSale("first", { fields: { position: 1 }, prices: [{ amount: 0, currency: "USD" }] });
    await admin.send("PATCH", `${AT}/products/${productId}`, { free_plan_id: free });
    const reply = await tenant.browser.get("/v1/pricing");
    expect(slugs(reply)).toEqual(["first", "last"]);
    expect(reply.body.products[0].plans.map(({ is_free }: { is_free: boolean }) => is_free)).toEqual([
      true,
      false,
    ]);
  });

  it("shows one currency or one product when asked", async () => {
    await onSale("pro", {
      prices: [
        { amount: 2000, currency: "USD" },
        { amount: 1800, currency: "EUR" },
      ],
    });
    const reply = await tenant.browser.get("/v1/pricing?currency=EUR");
    const [plan] = reply.body.products[0].plans;
    expect(plan.prices.map(({ amount }: { amount: number }) => amount)).toEqual([1800]);
    expect(plan.features[0].prices.map(({ currency }: { currency: string }) => currency)).toEqual(["EUR"]);
    expect(slugs(await tenant.browser.get("/v1/pricing?product=desk"))).toEqual(["pro"]);
    expect((await tenant.browser.get("/v1/pricing?product=chair")).body).toEqual({ products: [] });
    expect((await tenant.browser.get("/v1/pricing?currency=eur")).status).toBe(400);
  });

  it("says which plan is recommended, which one it has all of, and which is sold in a conversation", async () => {
    const hobby = await onSale("hobby", { fields: { position: 1 } });
    const pro = await onSale("pro", {
      fields: { position: 2, includes_plan_id: hobby, is_highlighted: true },
      entitlements: [...GRANTED, { feature_key: "sso" }],
    });
    const contact_url = "mailto:sales@example.com";
    await onSale("scale", { fields: { position: 3, includes_plan_id: pro, contact_url }, prices: [] });
    const plans = async () => (await tenant.browser.get("/v1/pricing")).body.products[0].plans;
    const plain = { is_highlighted: false, contact_url: null, includes: null };
    expect(await plans()).toMatchObject([
      { slug: "hobby", ...plain },
      {
        slug: "pro",
        is_highlighted: true,
        contact_url: null,
        includes: { id: hobby, slug: "hobby", name: "hobby", feature_keys: ["calls", "seats"] },
      },
      { slug: "scale", prices: [], contact_url, includes: { id: pro, feature_keys: ["calls", "seats"] } },
    ]);
    await admin.send("PATCH", `${AT}/plans/${hobby}`, { is_public: false });
    expect((await plans())[0]).toMatchObject({ slug: "pro", includes: null });
  });

  it("takes as included only another plan of the product, and as a contact only an address", async () => {
    const plan = await onSale("pro");
    const chair = await made("products", { slug: "chair", name: "Chair" });
    const other = await made("plans", { product_id: chair.id, slug: "basic", name: "Basic" });
    const change = async (fields: object) => {
      const { status, body } = await admin.send("PATCH", `${AT}/plans/${plan}`, fields);
      return [status, body.code];
    };
    expect(await change({ includes_plan_id: other.id })).toEqual([404, "K5002"]);
    expect((await change({ includes_plan_id: plan }))[0]).toBe(400);
    for (const contact_url of ["javascript:alert(1)", "http://example.com", "sales@example.com"])
      expect((await change({ contact_url }))[0]).toBe(400);
    expect((await change({ contact_url: "https://example.com/sales" }))[0]).toBe(200);
    expect((await change({ contact_url: null }))[0]).toBe(200);
  });

  it("carries an ETag, answers 304 to it, and another once the catalog has changed", async () => {
    const plan = await onSale("pro");
    const first = await tenant.browser.get("/v1/pricing");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    expect(first.headers.get("cache-control")).toContain("max-age=60");
    const again = await tenant.browser.get("/v1/pricing", { "if-none-match": etag });
    expect([again.status, again.body]).toEqual([304, ""]);
    await admin.send("PATCH", `${AT}/plans/${plan}`, { name: "Professional" });
    const changed = await tenant.browser.get("/v1/pricing", { "if-none-match": etag });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
  });

  it("asks for an application, and shows each its own tenant", async ({ world }) => {
    await onSale("pro");
    expect((await tenant.browser.with({ "x-app-id": undefined }).get("/v1/pricing")).status).toBe(401);
    expect((await (await aTenant(world)).browser.get("/v1/pricing")).body).toEqual({ products: [] });
  });
});
