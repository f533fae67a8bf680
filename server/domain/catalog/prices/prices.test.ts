// @module-tag ci
import { describe, expect } from "vitest";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import type { Client, Reply } from "../../../testing/client.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";

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
async function recorded(world: World, objectId: string): Promise<{ events: string[]; audit: string[] }> {
  const where = { tenantId: tenant.id, objectId };
  const events = await world.services.db.event.findMany({ where, orderBy: { sequence: "asc" } });
  const audit = await world.services.db.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  return { events: events.map(({ type }) => type), audit: audit.map(({ action }) => action) };
}

describe("prices", () => {
  it("are created with the interval's label, changed in label and trial alone, and archived", async ({
    world,
  }) => {
    const { id: plan_id } = await aPlan();
    const price = await made("prices", {
      plan_id,
      amount: 1999,
      currency: "EUR",
      interval: "YEAR",
      trial_days: 7,
    });
    expect(price).toMatchObject({
      amount: 1999,
      currency: "EUR",
      price_label_name: "Yearly",
      price_label_slug: "yearly",
      trial_days: 7,
      trial_needs_card: false,
    });
    const path = `${AT}/prices/${price.id}`;
    expect((await admin.get(path)).body).toEqual(price);
    expect((await admin.get(`${AT}/prices?plan_id=${plan_id}`)).body.data).toEqual([price]);
    refused(await admin.get(`${AT}/prices?plan_id=plan_none`), 404, "K5002");
    const changed = await admin.send("PATCH", path, { price_label_name: "Per year", trial_needs_card: true });
    expect(changed.body).toMatchObject({
      price_label_name: "Per year",
      trial_needs_card: true,
      trial_days: 7,
      amount: 1999,
    });
    for (const field of [{ amount: 1 }, { currency: "USD" }, { interval: "DAY" }])
      refused(await admin.send("PATCH", path, field), 400, "K1003");
    expect((await admin.post(`${path}/archive`)).body.archived_at).not.toBeNull();
    const types = ["plan_price.created", "plan_price.updated", "plan_price.archived"];
    expect(await recorded(world, price.id)).toEqual({ events: types, audit: types });
  });

  it.each([
    [{ amount: -1 }],
    [{ amount: 1.5 }],
    [{ amount: "5" }],
    [{ currency: "usd" }],
    [{ interval: "DECADE" }],
    [{ trial_days: 731 }],
  ])("refuse %j", async (field) => {
    const price = { plan_id: "plan_x", amount: 1, currency: "USD", interval: "MONTH", ...field };
    refused(await admin.post(`${AT}/prices`, price), 400, "K1002");
  });

  it("are in a real currency, of a plan on sale", async () => {
    const plan = await aPlan();
    const price = { plan_id: plan.id, amount: 1, currency: "USD", interval: "MONTH" };
    refused(await admin.post(`${AT}/prices`, { ...price, currency: "ZZZ" }), 422, "K5011");
    refused(await admin.post(`${AT}/prices`, { ...price, plan_id: "plan_none" }), 404, "K5002");
    await admin.post(`${AT}/plans/${plan.id}/archive`);
    refused(await admin.post(`${AT}/prices`, price), 409, "K5008");
    const inArchived = await aPlan();
    await admin.post(`${AT}/products/${inArchived.product_id}/archive`);
    refused(await admin.post(`${AT}/prices`, { ...price, plan_id: inArchived.id }), 409, "K5008");
  });

  it("are in a currency and of an amount that the card provider takes", async () => {
    const { id: plan_id } = await aPlan();
    const make = (currency: string, amount: number) =>
      admin.post(`${AT}/prices`, { plan_id, currency, amount, interval: "MONTH" });
    for (const currency of ["IQD", "CUP", "IRR"]) refused(await make(currency, 1000), 422, "K5018");
    for (const currency of ["XAU", "XXX", "XTS"]) refused(await make(currency, 1000), 422, "K5011");
    const fractions = [
      ["ISK", 550],
      ["UGX", 150_050],
      ["KWD", 1234],
      ["TND", 5001],
    ] as const;
    for (const [currency, amount] of fractions) refused(await make(currency, amount), 422, "K5019");
    expect((await make("KWD", 1234)).body).toMatchObject({
      message:
        "1234 cannot be charged in KWD: the card provider takes multiples of 10 minor units. Round the amount.",
      details: { amount: "1234", currency: "KWD", step: 10 },
    });
    const taken = [
      ["ISK", 500],
      ["UGX", 150_000],
      ["KWD", 1230],
      ["HUF", 17_501],
      ["JPY", 51],
    ] as const;
    for (const [currency, amount] of taken) expect((await make(currency, amount)).status).toBe(201);
  });

  it("of before a currency was refused go on to be sold", async ({ world }) => {
    const { id: plan_id } = await aPlan();
    const price = await made("prices", { plan_id, amount: 3000, currency: "EUR", interval: "MONTH" });
    const pack = await made("packs", { plan_id });
    expect((await admin.post(`${AT}/packs/${pack.id}/publish`)).status).toBe(200);
    const where = { tenantId_id: { tenantId: tenant.id, id: price.id } };
    for (const [currency, amount] of [
      ["IQD", 3000],
      ["KWD", 1234],
    ] as const) {
      await world.services.db.planPrice.update({ where, data: { currency, amount: BigInt(amount) } });
      expect((await admin.get(`${AT}/prices/${price.id}`)).body).toMatchObject({ currency, amount });
      const sold = await aSubscription(tenant, { price: price.id, paidBy: "invoice" });
      expect(sold.body.status).toBe("ACTIVE");
      const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${sold.id}`)).body;
      expect(data).toMatchObject([{ currency, total: amount, status: "OPEN" }]);
      const relabelled = await admin.send("PATCH", `${AT}/prices/${price.id}`, {
        price_label_name: currency,
      });
      expect(relabelled.body).toMatchObject({ price_label_name: currency, amount });
    }
  });

  it("are one per label, currency and interval on sale, in any race; archiving frees the place", async () => {
    const { id: plan_id } = await aPlan();
    const price = { plan_id, amount: 100, currency: "USD", interval: "MONTH" };
    const all = await Promise.all(Array.from({ length: 6 }, () => admin.post(`${AT}/prices`, price)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
    const again = await admin.post(`${AT}/prices`, price);
    refused(again, 409, "K5006");
    expect(again.body.message).toBe(
      "The price monthly in USD per month is taken. Archive that price first, then create the new one.",
    );
    await made("prices", { ...price, price_label_slug: "early-bird" });
    await made("prices", { ...price, currency: "EUR" });
    const first = all.find(({ status }) => status === 201)?.body.id;
    await admin.post(`${AT}/prices/${first}/archive`);
    await made("prices", price);
  });
});

describe("features", () => {
  it("are created, changed in words alone, and archived", async ({ world }) => {
    const feature = await made("features", {
      key: "api_calls",
      name: "API calls",
      type: "METERED",
      unit_label: "call",
    });
    expect(feature).toMatchObject({
      key: "api_calls",
      type: "METERED",
      unit_label: "call",
      value_type: null,
    });
    const path = `${AT}/features/${feature.id}`;
    expect((await admin.get(path)).body).toEqual(feature);
    expect((await admin.get(`${AT}/features`)).body.data).toEqual([feature]);
    expect((await admin.send("PATCH", path, { name: "Calls", unit_label: null })).body).toMatchObject({
      name: "Calls",
      unit_label: null,
    });
    for (const field of [{ key: "other" }, { type: "BOOLEAN" }, { value_type: "json" }])
      refused(await admin.send("PATCH", path, field), 400, "K1003");
    expect((await admin.post(`${path}/archive`)).body.archived_at).not.toBeNull();
    const types = ["feature.created", "feature.updated", "feature.archived"];
    expect(await recorded(world, feature.id)).toEqual({ events: types, audit: types });
  });

  it("have a unique key, and a STATIC one holds text by default", async () => {
    const region = await made("features", { key: "region", name: "Region", type: "STATIC" });
    expect(region.value_type).toBe("string");
    refused(
      await admin.post(`${AT}/features`, { key: "region", name: "Again", type: "BOOLEAN" }),
      409,
      "K5006",
    );
  });

  it.each(["Api", "", "a b", "_a", "ä"])("refuse the key %j", async (key) => {
    refused(await admin.post(`${AT}/features`, { key, name: "X", type: "BOOLEAN" }), 400, "K1002");
  });
});
