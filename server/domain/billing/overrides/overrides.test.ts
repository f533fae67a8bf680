// @module-tag ci
import { describe, expect } from "vitest";
import { ManualClock } from "../../../platform/clock.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { itWith } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";

let tenant: TestTenant;
let customer: string;
const clock = new ManualClock(new Date());

const it = itWith({ clock });

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: {
      calls: { type: "METERED" },
      exports: { type: "BOOLEAN" },
      region: { type: "STATIC", valueType: "string" },
    },
    plans: [
      {
        slug: "free",
        entitlements: { calls: { limit: 10 }, exports: { enabled: false }, region: { value: "eu" } },
        prices: [{ amount: 0 }],
      },
    ],
    freePlan: "free",
  });
});

const name = async () => {
  customer = unique("customer");
  await tenant.server.post("/v1/billing/cardprovider/setup-intent", { customer, email: "a@example.com" });
};

const lay = (feature_key: string, fields: object) =>
  tenant.admin.post("/v1/billing/overrides", { customer, feature_key, reason: "a promise", ...fields });

const check = async (feature: string) =>
  (await tenant.server.get(`/v1/billing/entitlements/${feature}?customer=${customer}`)).body;

describe("an override", () => {
  it("is in force from its start to its end, exactly, and not a moment longer when revoked", {
    tags: ["long"],
  }, async () => {
    await name();
    const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();
    const made = await lay("calls", { limit_add: 5, starts_at: at(60), ends_at: at(120) });
    expect([made.status, made.body]).toMatchObject([
      201,
      { is_active: false, reason: "a promise", limit_add: 5 },
    ]);
    const limits: unknown[] = [(await check("calls")).limit];
    for (const seconds of [59.999, 0.001, 59.999, 0.001]) {
      clock.advance(seconds);
      limits.push((await check("calls")).limit);
    }
    expect(limits).toEqual([10, 10, 15, 15, 10]);
    const { id } = (await lay("calls", { limit_set: 99 })).body;
    expect(await check("calls")).toMatchObject({ limit: 99, has_override: true });
    for (let round = 0; round < 2; round++)
      expect((await tenant.admin.post(`/v1/billing/overrides/${id}/revoke`)).body.is_active).toBe(false);
    expect(await check("calls")).toMatchObject({ limit: 10, has_override: false });
  });

  it("of several the later wins field by field, and limit_add adds up", async () => {
    await name();
    await lay("calls", { limit_set: 100, overage: "ALLOW" });
    await lay("calls", { limit_add: 20 });
    await lay("calls", { limit_add: 3, overage_ceiling: 7 });
    expect(await check("calls")).toMatchObject({ limit: 123, access_limit: 130, overage_behavior: "ALLOW" });
    await lay("calls", { unlimited: true });
    expect(await check("calls")).toMatchObject({ limit: null, access_limit: null });
  });

  it("that replaces the limit comes before those that add to it, in whatever order they were made", async () => {
    await name();
    await lay("calls", { limit_add: 20 });
    await lay("calls", { limit_set: 100 });
    expect(await check("calls")).toMatchObject({ limit: 120 });
    await lay("calls", { limit_set: 50 });
    expect(await check("calls")).toMatchObject({ limit: 70 });
  });

  it("switches features on and off, and sets a STATIC feature's value", async () => {
    await name();
    await lay("exports", { enabled: true });
    await lay("region", { value: "us" });
    expect((await check("exports")).allowed).toBe(true);
    expect((await check("region")).value).toEqual({ type: "string", value: "us" });
  });

  it.each([
    ["calls", {}, "it changes nothing"],
    ["calls", { value: "x" }, "a METERED feature has no value"],
    ["exports", { limit_set: 5 }, "a BOOLEAN feature has no limit or overage"],
    ["region", { value: 5 }, "the value must be a string"],
    ["calls", { limit_set: 5, unlimited: true }, "unlimited and limit_set cannot be combined"],
    ["calls", { limit_add: 5, ends_at: "2020-01-01T00:00:00Z" }, "ends_at must be after starts_at"],
  ])("of %s with %o: %s", async (feature, fields, rule) => {
    await name();
    const reply = await lay(feature, fields);
    expect([reply.status, reply.body.code, reply.body.details]).toEqual([422, "K8011", { rule }]);
  });

  it("is listed by customer, feature and whether it is in force; needs a reason and an admin", async () => {
    await name();
    const { id } = (await lay("calls", { limit_add: 1 })).body;
    await lay("exports", { enabled: true });
    const query = `/v1/billing/overrides?customer=${customer}`;
    expect((await tenant.admin.get(query)).body.data).toHaveLength(2);
    await tenant.admin.post(`/v1/billing/overrides/${id}/revoke`);
    expect((await tenant.admin.get(`${query}&active=true`)).body.data).toMatchObject([
      { feature_key: "exports" },
    ]);
    expect((await tenant.admin.get(`${query}&feature_key=calls`)).body.data).toMatchObject([{ id }]);
    expect((await tenant.admin.get(`/v1/billing/overrides/${id}`)).body.created_by).toBe(
      tenant.adminApplication.id,
    );
    expect((await tenant.admin.get("/v1/billing/overrides/ovr_nothing")).body.code).toBe("K8012");
    expect((await tenant.admin.post("/v1/billing/overrides/ovr_nothing/revoke")).body.code).toBe("K8012");
    const bare = { customer, feature_key: "calls", limit_add: 1 };
    expect((await tenant.admin.post("/v1/billing/overrides", bare)).status).toBe(400);
    expect((await tenant.server.post("/v1/billing/overrides", { ...bare, reason: "r" })).body.code).toBe(
      "K2006",
    );
  });
});
