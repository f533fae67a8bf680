// @module-tag ci
import { describe, expect } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import type { Client, Reply } from "../../../testing/client.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";

let tenant: TestTenant;
let admin: Client;
let planId: string;

const AT = "/v1/catalog";

it.beforeEach(async ({ world }) => {
  tenant = await aTenant(world);
  admin = tenant.admin;
  planId = await aPlan();
  await made("features", { key: "api_calls", name: "API calls", type: "METERED", position: 1 });
  await made("features", { key: "sso", name: "SSO", type: "BOOLEAN", position: 0 });
  await made("features", { key: "region", name: "Region", type: "STATIC", value_type: "json", position: 2 });
});

function refused(reply: Reply, status: number, code: string): void {
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([status, code]);
}

async function made(path: string, body: object): Promise<Reply["body"]> {
  const reply = await admin.post(`${AT}/${path}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

async function aPlan(): Promise<string> {
  const product = await made("products", { slug: unique("product"), name: "Product" });
  return (await made("plans", { product_id: product.id, slug: "pro", name: "Pro" })).id;
}

const publish = (id: string) => admin.post(`${AT}/packs/${id}/publish`);
const grant = (id: string, entitlements: object[]) =>
  admin.send("PUT", `${AT}/packs/${id}/entitlements`, { entitlements });

/** The statuses of the plan's packs, by version. */
async function statuses(world: World): Promise<string[]> {
  const rows = await world.services.db.pack.findMany({
    where: { tenantId: tenant.id, planId },
    orderBy: { version: "asc" },
  });
  return rows.map(({ status }) => status);
}

const CALLS = {
  feature_key: "api_calls",
  limit: 1000.5,
  overage: "BILL",
  overage_step: 1000,
  overage_ceiling: "5000",
  rollover_max: 10,
  driver_step_size: 100,
  driver_max_steps: 9,
  prices: [
    {
      currency: "USD",
      pricing: "GRADUATED",
      tiers: [
        { up_to: "10", unit_amount: "0.25", flat_amount: "3" },
        { up_to: null, unit_amount: "0.1" },
      ],
      overage_cap_amount: 900,
      driver_step_amount: 500,
    },
    { currency: "EUR", unit_amount: "0.000000000001", driver_step_amount: 400 },
  ],
};

describe("publishing", () => {
  it("puts the draft on sale, archives the one before, and neither changes any more", async ({ world }) => {
    const first = await made("packs", { plan_id: planId, entitlements: [CALLS] });
    const second = await made("packs", { plan_id: planId, from_pack_id: first.id });
    expect((await publish(first.id)).body).toMatchObject({
      status: "ACTIVE",
      published_at: expect.any(String),
    });
    expect((await publish(second.id)).body.status).toBe("ACTIVE");
    expect(await statuses(world)).toEqual(["ARCHIVED", "ACTIVE"]);
    for (const { id } of [first, second]) {
      refused(await grant(id, []), 409, "K5007");
      refused(await publish(id), 409, "K5007");
    }
    const events = await world.services.db.event.findMany({
      where: { tenantId: tenant.id, objectId: first.id },
      orderBy: { sequence: "asc" },
    });
    expect(events.map(({ type }) => type)).toEqual(["pack.created", "pack.published", "pack.archived"]);
  });

  it("leaves exactly one ACTIVE, however many publish at once", async ({ world }) => {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => made("packs", { plan_id: planId })));
    const all = await Promise.all(drafts.map(({ id }) => publish(id)));
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await statuses(world)).sort()).toEqual(["ACTIVE", ...Array(5).fill("ARCHIVED")]);
  });

  it("happens once to a draft, also when another request changes or deletes it meanwhile", async ({
    world,
  }) => {
    for (let round = 0; round < 5; round++) {
      const draft = await made("packs", { plan_id: planId, entitlements: [CALLS] });
      const path = `${AT}/packs/${draft.id}`;
      const [published, replaced, deleted] = await Promise.all([
        publish(draft.id),
        grant(draft.id, []),
        admin.send("DELETE", path),
      ]);
      expect([[200], [404], [409]].flat()).toContain(published.status);
      expect(
        [published, replaced, deleted].every(({ status }) => [200, 404, 409].includes(status)),
        JSON.stringify([published, replaced, deleted]),
      ).toBe(true);
      expect([published.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
    }
    expect((await statuses(world)).filter((status) => status === "ACTIVE").length).toBeLessThanOrEqual(1);
  });

  it("is refused while it grants an archived feature", async () => {
    const draft = await made("packs", { plan_id: planId, entitlements: [{ feature_key: "sso" }] });
    const { body } = await admin.get(`${AT}/features`);
    const sso = body.data.find(({ key }: { key: string }) => key === "sso");
    await admin.post(`${AT}/features/${sso.id}/archive`);
    refused(await publish(draft.id), 409, "K5008");
    refused(await grant(draft.id, [{ feature_key: "sso" }]), 409, "K5008");
  });
});

describe("prices per interval", () => {
  const seats = { feature_key: "seats", limit: 1, driver_step_size: 1 };
  const steps = (...intervals: (string | null)[]) =>
    intervals.map((interval) => ({ currency: "USD", interval, driver_step_amount: 1000 }));
  const calls = (...intervals: (string | null)[]) => ({
    feature_key: "api_calls",
    limit: 5,
    overage: "BILL",
    prices: intervals.map((interval) => ({ currency: "USD", interval, unit_amount: "2" })),
  });
  const sell = (interval: string) =>
    admin.post(`${AT}/prices`, { plan_id: planId, amount: 2000, currency: "USD", interval });

  it.beforeEach(async () => {
    await made("features", { key: "seats", name: "Seats", type: "ALLOCATED", position: 3 });
  });

  it.for([
    ["overage", () => calls("MONTH"), "overage BILL has no price"],
    ["steps", () => ({ ...seats, prices: steps("MONTH") }), "its steps have no price"],
  ] as const)(
    "publishing refuses %s without a price for an interval at which the plan is sold",
    async ([, entitlement, reason]) => {
      for (const interval of ["MONTH", "YEAR"]) expect((await sell(interval)).status).toBe(201);
      const draft = await made("packs", { plan_id: planId, entitlements: [entitlement()] });
      const reply = await publish(draft.id);
      refused(reply, 422, "K5009");
      expect(reply.body.details.rule).toContain(`the plan is sold in USD per YEAR, and ${reason}`);
      const every = {
        ...entitlement(),
        prices: [...entitlement().prices, { ...entitlement().prices[0], interval: null }],
      };
      expect((await grant(draft.id, [every])).status).toBe(200);
      expect((await publish(draft.id)).status).toBe(200);
    },
  );

  it("adding a price refuses an interval that the pack on sale has no price for", async () => {
    const entitlements = [calls("MONTH"), { ...seats, prices: steps("MONTH", "YEAR") }];
    const pack = await made("packs", { plan_id: planId, entitlements });
    expect((await publish(pack.id)).status).toBe(200);
    expect((await sell("MONTH")).status).toBe(201);
    refused(await sell("YEAR"), 422, "K5009");
  });

  it("a currency has one price for every interval and one for each; the copy has them all", async () => {
    const all = [calls("YEAR", null, "MONTH"), { ...seats, prices: steps("YEAR") }];
    const draft = await made("packs", { plan_id: planId, entitlements: all });
    const copy = await made("packs", { plan_id: planId, from_pack_id: draft.id });
    const intervals = copy.entitlements.map(({ prices }: { prices: { interval: string | null }[] }) =>
      prices.map(({ interval }) => interval),
    );
    expect(intervals).toEqual([[null, "MONTH", "YEAR"], ["YEAR"]]);
    refused(await grant(draft.id, [calls("YEAR", "YEAR")]), 422, "K5009");
    refused(await grant(draft.id, [calls(null, null)]), 422, "K5009");
  });
});

describe("how often a limit starts anew", () => {
  it("is every month unless the pack says otherwise, and is copied and compared", async () => {
    const [metered, switched] = [{ feature_key: "api_calls", limit: 5 }, { feature_key: "sso" }];
    const first = await made("packs", { plan_id: planId, entitlements: [metered, switched] });
    const resets = first.entitlements.map(({ reset_interval }: { reset_interval: string }) => reset_interval);
    expect(resets).toEqual([null, "MONTH"]);
    const weekly = [{ ...metered, reset_interval: "WEEK" }, switched];
    expect((await grant(first.id, weekly)).status).toBe(200);
    await publish(first.id);
    const copy = await made("packs", { plan_id: planId, from_pack_id: first.id });
    expect(copy.entitlements[1].reset_interval).toBe("WEEK");
    await grant(copy.id, [{ ...metered, reset_interval: "BILLING" }, switched]);
    expect((await admin.get(`${AT}/packs/${copy.id}/diff`)).body.changed).toEqual([
      {
        feature_key: "api_calls",
        changes: [{ field: "reset_interval", before: "WEEK", after: "BILLING" }],
      },
    ]);
  });

  it("is said of METERED features alone", async () => {
    const entitlements = [{ feature_key: "sso", reset_interval: "MONTH" }];
    const reply = await admin.post(`${AT}/packs`, { plan_id: planId, entitlements });
    refused(reply, 422, "K5009");
  });
});

describe("archiving and comparing", () => {
  it("a published pack is taken off sale once; a draft is not archived", async ({ world }) => {
    const pack = await made("packs", { plan_id: planId });
    refused(await admin.post(`${AT}/packs/${pack.id}/archive`), 409, "K5007");
    await publish(pack.id);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => admin.post(`${AT}/packs/${pack.id}/archive`)),
    );
    expect(all.map(({ body }) => body.status)).toEqual(Array(4).fill("ARCHIVED"));
    const count = await world.services.db.event.count({
      where: { tenantId: tenant.id, objectId: pack.id, type: "pack.archived" },
    });
    expect(count).toBe(1);
  });

  it("a draft is compared with the one on sale, field by field", async () => {
    const first = await made("packs", { plan_id: planId, entitlements: [CALLS, { feature_key: "sso" }] });
    const diff = (id: string) => admin.get(`${AT}/packs/${id}/diff`);
    expect((await diff(first.id)).body).toMatchObject({
      compared_to: null,
      added: ["sso", "api_calls"],
      removed: [],
      changed: [],
    });
    await publish(first.id);
    expect((await diff(first.id)).body).toMatchObject({
      compared_to: first.id,
      added: [],
      removed: [],
      changed: [],
    });
    const second = await made("packs", {
      plan_id: planId,
      entitlements: [
        { ...CALLS, limit: 7 },
        { feature_key: "region", value: 1 },
      ],
    });
    expect((await diff(second.id)).body).toEqual({
      pack_id: second.id,
      compared_to: first.id,
      added: ["region"],
      removed: ["sso"],
      changed: [{ feature_key: "api_calls", changes: [{ field: "limit", before: 1000.5, after: 7 }] }],
      summary: [
        {
          feature_key: "api_calls",
          feature_name: "API calls",
          before: expect.stringMatching(/^1,000\.5 a month, then\s/),
          after: expect.stringMatching(/^7 a month/),
        },
        { feature_key: "region", feature_name: "Region", before: null, after: "1" },
        { feature_key: "sso", feature_name: "SSO", before: "Included", after: null },
      ],
      subscribers: 0,
    });
    refused(await diff("pack_none"), 404, "K5005");
  });
});
