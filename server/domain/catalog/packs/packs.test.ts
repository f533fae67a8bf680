// @module-tag ci
import { describe, expect } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import type { Client, Reply } from "../../../testing/client.ts";
import { it } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";

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

describe("a draft", () => {
  it("begins empty, given or as a copy, with the plan's next version", { tags: ["long"] }, async () => {
    const empty = await made("packs", { plan_id: planId });
    expect(empty).toMatchObject({ version: 1, status: "DRAFT", entitlements: [], published_at: null });
    const given = await made("packs", {
      plan_id: planId,
      entitlements: [CALLS, { feature_key: "sso" }, { feature_key: "region", value: { eu: [1, null] } }],
    });
    expect(given.version).toBe(2);
    expect(given.entitlements.map(({ feature_key }: { feature_key: string }) => feature_key)).toEqual([
      "sso",
      "api_calls",
      "region",
    ]);
    const copy = await made("packs", { plan_id: planId, from_pack_id: given.id });
    expect(copy).toMatchObject({ version: 3, entitlements: given.entitlements });
    expect((await admin.get(`${AT}/packs/${copy.id}`)).body).toEqual(copy);
    const elsewhere = await made("packs", { plan_id: await aPlan(), from_pack_id: given.id });
    expect(elsewhere).toMatchObject({ version: 1, entitlements: given.entitlements });
  });

  it("keeps its entitlements exactly as they were sent", async () => {
    const pack = await made("packs", { plan_id: planId, entitlements: [CALLS] });
    const [calls] = pack.entitlements;
    expect(calls).toMatchObject({
      limit: 1000.5,
      overage: "BILL",
      overage_step: 1000,
      overage_ceiling: "5000",
      rollover_max: 10,
      driver_step_size: 100,
      driver_max_steps: 9,
      value: null,
    });
    const [eur, usd] = calls.prices;
    expect(eur).toMatchObject({
      currency: "EUR",
      pricing: "FLAT",
      unit_amount: "0.000000000001",
      tiers: null,
      overage_cap_amount: null,
      driver_step_amount: 400,
    });
    expect(usd.tiers).toEqual([
      { up_to: "10", unit_amount: "0.25", flat_amount: "3" },
      { up_to: null, unit_amount: "0.1", flat_amount: "0" },
    ]);
  });

  it("is either given or copied, not both", async () => {
    const pack = await made("packs", { plan_id: planId });
    refused(
      await admin.post(`${AT}/packs`, { plan_id: planId, from_pack_id: pack.id, entitlements: [] }),
      400,
      "K1002",
    );
  });

  it("is of a plan and a pack that are there, and of a plan on sale", async () => {
    refused(await admin.post(`${AT}/packs`, { plan_id: "plan_none" }), 404, "K5002");
    refused(await admin.post(`${AT}/packs`, { plan_id: planId, from_pack_id: "pack_none" }), 404, "K5005");
    refused(await admin.get(`${AT}/packs?plan_id=plan_none`), 404, "K5002");
    const draft = await made("packs", { plan_id: planId });
    await admin.post(`${AT}/plans/${planId}/archive`);
    refused(await admin.post(`${AT}/packs`, { plan_id: planId }), 409, "K5008");
    refused(await publish(draft.id), 409, "K5008");
  });

  it("gets a version of its own, in any race", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => made("packs", { plan_id: planId })));
    expect(all.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("has its whole bundle replaced", async () => {
    const pack = await made("packs", { plan_id: planId, entitlements: [CALLS] });
    const replaced = await grant(pack.id, [{ feature_key: "sso", enabled: false }]);
    expect(replaced.body.entitlements).toMatchObject([
      { feature_key: "sso", enabled: false, limit: null, overage: "BLOCK" },
    ]);
    expect((await grant(pack.id, [])).body.entitlements).toEqual([]);
  });

  it("names the feature and the rule that an entitlement breaks, and stays unchanged", async () => {
    const pack = await made("packs", { plan_id: planId, entitlements: [CALLS] });
    const broken = await grant(pack.id, [{ feature_key: "sso", limit: 5 }]);
    refused(broken, 422, "K5009");
    expect(broken.body.details).toMatchObject({ feature_key: "sso", rule: expect.stringContaining("limit") });
    const twice = await grant(pack.id, [{ feature_key: "sso" }, { feature_key: "sso" }]);
    expect([twice.body.code, twice.body.details.rule]).toEqual(["K5009", "each feature is granted once"]);
    refused(await grant(pack.id, [{ feature_key: "none" }]), 404, "K8001");
    refused(
      await grant(pack.id, [
        { ...CALLS, prices: [{ currency: "ZZZ", unit_amount: "1", driver_step_amount: 1 }] },
      ]),
      422,
      "K5011",
    );
    expect((await admin.get(`${AT}/packs/${pack.id}`)).body.entitlements).toEqual(pack.entitlements);
  });

  it.each([
    ["IQD", {}, "K5018"],
    ["CUP", {}, "K5018"],
    ["XAU", {}, "K5011"],
    ["KWD", { driver_step_amount: 1234 }, "K5019"],
    ["ISK", { overage_cap_amount: 1050 }, "K5019"],
    [
      "UGX",
      { pricing: "GRADUATED", tiers: [{ up_to: null, unit_amount: "1", flat_amount: "0.5" }] },
      "K5019",
    ],
    ["JOD", { pricing: "VOLUME", tiers: [{ up_to: null, unit_amount: "1", flat_amount: "15" }] }, "K5019"],
  ])(
    "refuses a price in %s that the card provider would refuse: %j",
    { tags: ["long"] },
    async (currency, fields, code) => {
      const pack = await made("packs", { plan_id: planId, entitlements: [CALLS] });
      const price = {
        currency,
        unit_amount: "pricing" in fields ? null : "1",
        driver_step_amount: 500,
        ...fields,
      };
      const entitlements = [{ ...CALLS, prices: [price] }];
      refused(await grant(pack.id, entitlements), 422, code);
      refused(await admin.post(`${AT}/packs`, { plan_id: planId, entitlements }), 422, code);
      expect((await admin.get(`${AT}/packs/${pack.id}`)).body.entitlements).toEqual(pack.entitlements);
    },
  );

  it("has prices per unit that are finer than what is charged", async () => {
    const price = (currency: string, unit_amount: string) => ({
      currency,
      unit_amount,
      overage_cap_amount: 1500,
      driver_step_amount: 0,
    });
    const entitlements = [
      { ...CALLS, prices: [price("KWD", "1.5"), price("ISK", "0.25"), price("UGX", "12")] },
    ];
    const pack = await made("packs", { plan_id: planId, entitlements });
    expect(pack.entitlements[0].prices).toMatchObject([
      { currency: "ISK", unit_amount: "0.25" },
      { currency: "KWD", unit_amount: "1.5" },
      { currency: "UGX", unit_amount: "12" },
    ]);
  });

  it("of before a currency was refused is published, copied and changed as it is, and takes no other price of it", {
    tags: ["long"],
  }, async ({ world }) => {
    const prices = [
      { currency: "EUR", unit_amount: "1", driver_step_amount: 500 },
      { currency: "KWD", unit_amount: "1", driver_step_amount: 500 },
    ];
    const old = await made("packs", { plan_id: planId, entitlements: [{ ...CALLS, prices }] });
    const where = (currency: string) => ({
      where: { tenantId: tenant.id, entitlement: { packId: old.id }, currency },
    });
    await world.services.db.packEntitlementPrice.updateMany({ ...where("EUR"), data: { currency: "IQD" } });
    await world.services.db.packEntitlementPrice.updateMany({
      ...where("KWD"),
      data: { driverStepAmount: 1234n },
    });
    expect((await publish(old.id)).status).toBe(200);
    const copy = await made("packs", { plan_id: planId, from_pack_id: old.id });
    const [{ feature_id: _, feature_name: __, feature_type: ___, ...calls }] = copy.entitlements;
    expect(calls.prices).toMatchObject([
      { currency: "IQD", driver_step_amount: 500 },
      { currency: "KWD", driver_step_amount: 1234 },
    ]);
    const [dinars, kuwaiti] = calls.prices;
    const changed = await grant(copy.id, [{ ...calls, limit: 2000 }]);
    expect([changed.status, changed.body.entitlements[0].limit]).toEqual([200, 2000]);
    const other = (fields: object, of: object) =>
      grant(copy.id, [{ ...calls, prices: [{ ...of, ...fields }] }]);
    refused(await other({ driver_step_amount: 600 }, dinars), 422, "K5018");
    refused(await other({ driver_step_amount: 1235 }, kuwaiti), 422, "K5019");
    expect((await other({ driver_step_amount: 1240 }, kuwaiti)).status).toBe(200);
    refused(await grant(copy.id, [calls]), 422, "K5018");
  });

  it.each([
    ["text with U+0000", "a\u0000b"],
    ["text with half a character", "\ud800"],
    ["a key with U+0000", { "a\u0000": 1 }],
    ["arrays within arrays without end", JSON.parse("[".repeat(1000) + "]".repeat(1000))],
  ])("refuses a value that cannot be kept: %s", async (_, value) => {
    const pack = await made("packs", { plan_id: planId });
    refused(await grant(pack.id, [{ feature_key: "region", value }]), 400, "K1002");
  });

  it("keeps a ceiling exactly or refuses it", async () => {
    const pack = await made("packs", { plan_id: planId });
    const calls = { feature_key: "api_calls", limit: 1, overage: "ALLOW" };
    expect(
      (await grant(pack.id, [{ ...calls, overage_ceiling: "0.000001" }])).body.entitlements[0]
        .overage_ceiling,
    ).toBe("0.000001");
    refused(await grant(pack.id, [{ ...calls, overage_ceiling: "0.0000001" }]), 400, "K1002");
  });

  it("is deleted whole; a published one is not, nor one deleted before", async () => {
    const pack = await made("packs", { plan_id: planId, entitlements: [CALLS] });
    expect((await admin.send("DELETE", `${AT}/packs/${pack.id}`)).body).toEqual({
      id: pack.id,
      deleted: true,
    });
    refused(await admin.get(`${AT}/packs/${pack.id}`), 404, "K5005");
    refused(await admin.send("DELETE", `${AT}/packs/${pack.id}`), 404, "K5005");
    const next = await made("packs", { plan_id: planId });
    await publish(next.id);
    refused(await admin.send("DELETE", `${AT}/packs/${next.id}`), 409, "K5007");
  });

  it("is deleted once, in any race", { tags: ["long"] }, async () => {
    const pack = await made("packs", { plan_id: planId, entitlements: [CALLS] });
    const all = await Promise.all(
      Array.from({ length: 5 }, () => admin.send("DELETE", `${AT}/packs/${pack.id}`)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});
