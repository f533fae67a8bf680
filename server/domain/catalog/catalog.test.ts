import { describe, expect } from "vitest";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import type { Client, Reply } from "../../testing/client.ts";
import { it } from "../../testing/it.ts";
import { unique } from "../../testing/world.ts";

let tenant: TestTenant;
let admin: Client;

it.beforeEach(async ({ world }) => {
  tenant = await aTenant(world);
  admin = tenant.admin;
});

const AT = "/v1/catalog";

function refused(reply: Reply, status: number, code: string): void {
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([status, code]);
}

async function made(path: string, body: object): Promise<Reply["body"]> {
  const reply = await admin.post(`${AT}/${path}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

const aProduct = (fields: object = {}) =>
  made("products", { slug: unique("product"), name: "Product", ...fields });

async function aPlan(fields: { product_id?: string; slug?: string } = {}) {
  return made("plans", {
    product_id: fields.product_id ?? (await aProduct()).id,
    slug: "pro",
    name: "Pro",
    ...fields,
  });
}

/** What was recorded of an object: its events and its audit rows, in order. */
async function recorded(objectId: string): Promise<{ events: string[]; audit: string[] }> {
  const where = { tenantId: tenant.id, objectId };
  const { db } = tenant.scope;
  const events = await db.event.findMany({ where, orderBy: { sequence: "asc" } });
  const audit = await db.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  return { events: events.map(({ type }) => type), audit: audit.map(({ action }) => action) };
}

/** A live subscription to a free price of the plan. */
async function subscribe(planId: string): Promise<void> {
  const price = await made("prices", { plan_id: planId, amount: 0, currency: "USD", interval: "MONTH" });
  const pack = await made("packs", { plan_id: planId });
  expect((await admin.post(`${AT}/packs/${pack.id}/publish`)).status).toBe(200);
  await aSubscription(tenant, { price: price.id, paidBy: "nothing" });
}

describe("products", () => {
  it("are created, listed, changed and archived, each with its event and audit row", async () => {
    const product = await aProduct({ slug: "desk", description: "A desk" });
    expect(product).toMatchObject({
      slug: "desk",
      description: "A desk",
      position: 0,
      free_plan_id: null,
      archived_at: null,
    });
    const path = `${AT}/products/${product.id}`;
    expect((await admin.get(path)).body).toEqual(product);
    expect((await admin.get(`${AT}/products`)).body).toEqual({ data: [product], next_cursor: null });
    const changed = await admin.send("PATCH", path, { name: "Table", description: null, position: 2 });
    expect(changed.body).toMatchObject({ name: "Table", description: null, position: 2, slug: "desk" });
    const archived = await admin.post(`${path}/archive`);
    expect(archived.body.archived_at).not.toBeNull();
    expect((await admin.post(`${path}/archive`)).body).toEqual(archived.body);
    const types = ["product.created", "product.updated", "product.archived"];
    expect(await recorded(product.id)).toEqual({ events: types, audit: types });
  });

  it("come in pages, newest first, each once", async () => {
    const ids: string[] = [];
    for (const slug of ["a", "b", "c"]) ids.unshift((await aProduct({ slug })).id);
    const first = await admin.get(`${AT}/products?limit=2`);
    const second = await admin.get(`${AT}/products?limit=2&cursor=${first.body.next_cursor}`);
    expect([...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(second.body.next_cursor).toBeNull();
  });

  it("have a unique slug, in any race", async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => admin.post(`${AT}/products`, { slug: "same", name: "Same" })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    for (const reply of all.filter(({ status }) => status === 409)) {
      expect(reply.body).toMatchObject({ code: "K5006", details: { field: "slug", value: "same" } });
    }
  });

  it("name a plan of their own as free, and no other", async () => {
    const product = await aProduct();
    const plan = await aPlan({ product_id: product.id });
    const other = await aPlan();
    const path = `${AT}/products/${product.id}`;
    expect((await admin.send("PATCH", path, { free_plan_id: plan.id })).body.free_plan_id).toBe(plan.id);
    refused(await admin.send("PATCH", path, { free_plan_id: other.id }), 404, "K5002");
    expect((await admin.send("PATCH", path, { free_plan_id: null })).body.free_plan_id).toBeNull();
    await admin.post(`${AT}/plans/${plan.id}/archive`);
    refused(await admin.send("PATCH", path, { free_plan_id: plan.id }), 409, "K5008");
  });
});

describe("plans", () => {
  it("are created, listed by product, changed and archived", async () => {
    const plan = await aPlan({ slug: "team" });
    const path = `${AT}/plans/${plan.id}`;
    expect((await admin.get(path)).body).toEqual(plan);
    await aPlan();
    expect((await admin.get(`${AT}/plans?product_id=${plan.product_id}`)).body.data).toEqual([plan]);
    expect((await admin.get(`${AT}/plans`)).body.data).toHaveLength(2);
    refused(await admin.get(`${AT}/plans?product_id=prod_none`), 404, "K5001");
    expect((await admin.send("PATCH", path, { is_public: false })).body).toMatchObject({
      is_public: false,
      name: plan.name,
    });
    expect((await admin.post(`${path}/archive`)).body.archived_at).not.toBeNull();
    const types = ["plan.created", "plan.updated", "plan.archived"];
    expect(await recorded(plan.id)).toEqual({ events: types, audit: types });
  });

  it("have a unique slug within a product", async () => {
    const plan = await aPlan();
    refused(
      await admin.post(`${AT}/plans`, { product_id: plan.product_id, slug: plan.slug, name: "Again" }),
      409,
      "K5006",
    );
    expect((await aPlan({ slug: plan.slug })).slug).toBe(plan.slug);
  });

  it("belong to a product that is there and not archived", async () => {
    refused(
      await admin.post(`${AT}/plans`, { product_id: "prod_none", slug: "pro", name: "Pro" }),
      404,
      "K5001",
    );
    const product = await aProduct();
    await admin.post(`${AT}/products/${product.id}/archive`);
    refused(
      await admin.post(`${AT}/plans`, { product_id: product.id, slug: "pro", name: "Pro" }),
      409,
      "K5008",
    );
  });

  it("cannot be archived while they have live subscriptions", { tags: ["long"] }, async () => {
    const plan = await aPlan();
    await subscribe(plan.id);
    refused(await admin.post(`${AT}/plans/${plan.id}/archive`), 409, "K5012");
  });

  it("cannot be archived while a live subscription waits to change to them", { tags: ["long"] }, async () => {
    const plan = await aPlan();
    const next = await aPlan({ product_id: plan.product_id, slug: "next" });
    await subscribe(plan.id);
    const price = await made("prices", { plan_id: next.id, amount: 0, currency: "USD", interval: "MONTH" });
    // A change at the period's end, as the subscription keeps it.
    await tenant.scope.db.subscription.updateMany({
      where: { tenantId: tenant.id },
      data: { pendingPlanPriceId: price.id },
    });
    refused(await admin.post(`${AT}/plans/${next.id}/archive`), 409, "K5012");
  });

  it("cannot be archived while they are the free plan of their product", async () => {
    const plan = await aPlan();
    await admin.send("PATCH", `${AT}/products/${plan.product_id}`, { free_plan_id: plan.id });
    refused(await admin.post(`${AT}/plans/${plan.id}/archive`), 409, "K5013");
  });
});

describe("archiving", () => {
  it.each(["product", "feature", "plan", "plan_price"])(
    "a %s eight times at once is one change",
    async (kind) => {
      const plan = await aPlan();
      const paths: Record<string, () => Promise<string>> = {
        product: async () => `products/${plan.product_id}`,
        feature: async () =>
          `features/${(await made("features", { key: unique("key"), name: "Seats", type: "BOOLEAN" })).id}`,
        plan: async () => `plans/${plan.id}`,
        plan_price: async () =>
          `prices/${(await made("prices", { plan_id: plan.id, amount: 900, currency: "USD", interval: "MONTH" })).id}`,
      };
      const path = await paths[kind]?.();
      const all = await Promise.all(Array.from({ length: 8 }, () => admin.post(`${AT}/${path}/archive`)));
      expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const types = [`${kind}.created`, `${kind}.archived`];
      expect(await recorded(all[0]?.body.id)).toEqual({ events: types, audit: types });
    },
  );
});

describe("who may", () => {
  const catalog = ["products", "plans", "prices", "features", "packs"];

  it.each(catalog)(
    "%s: read with any server token, written with the admin scope, never from a browser",
    { tags: ["long"] },
    async (things) => {
      expect((await tenant.server.get(`${AT}/${things}`)).status).toBe(200);
      refused(await tenant.server.post(`${AT}/${things}`), 403, "K2006");
      refused(await tenant.browser.get(`${AT}/${things}`), 401, "K2002");
      refused(await admin.with({ "x-app-id": tenant.browserAppId }).get(`${AT}/${things}`), 403, "K2005");
    },
  );

  it("another tenant's things are not there, wherever they are named", async ({ world }) => {
    const plan = await aPlan();
    const pack = await made("packs", { plan_id: plan.id });
    const other = (await aTenant(world)).admin;
    refused(await other.get(`${AT}/products/${plan.product_id}`), 404, "K5001");
    refused(await other.send("PATCH", `${AT}/plans/${plan.id}`, { name: "Mine" }), 404, "K5002");
    refused(
      await other.post(`${AT}/plans`, { product_id: plan.product_id, slug: "x", name: "X" }),
      404,
      "K5001",
    );
    refused(await other.post(`${AT}/packs`, { plan_id: plan.id }), 404, "K5002");
    refused(await other.post(`${AT}/packs/${pack.id}/publish`), 404, "K5005");
    const theirs = await other.post(`${AT}/products`, { slug: "theirs", name: "Theirs" });
    refused(
      await other.send("PATCH", `${AT}/products/${theirs.body.id}`, { free_plan_id: plan.id }),
      404,
      "K5002",
    );
    expect((await other.get(`${AT}/packs`)).body.data).toEqual([]);
  });

  it.each([
    ["products", "K5001"],
    ["plans", "K5002"],
    ["prices", "K5003"],
    ["features", "K5004"],
    ["packs", "K5005"],
  ])("an unknown one of %s is %s", async (things, code) => {
    refused(await admin.get(`${AT}/${things}/none`), 404, code);
    refused(await admin.post(`${AT}/${things}/none/archive`), 404, code);
  });
});
