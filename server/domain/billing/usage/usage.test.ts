import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../../platform/clock.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser } from "../../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { createCustomer } from "../../customers/create-customer.ts";
import { decideUses } from "./decide-uses.ts";
import { listUsage } from "./list-usage.ts";
import { createPreparer } from "./prepare-use.ts";
import { recordUsage } from "./record-usage.ts";
import { setUsage } from "./set-usage.ts";

let world: World;
let tenant: TestTenant;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock });
  tenant = await aTenant(world);
});

afterAll(() => world.close());

type Entitlements = Parameters<typeof aCatalog>[1]["plans"][0]["entitlements"];

/** A tenant whose free plan grants this to all customers. */
async function granting(entitlements: Entitlements, type: "METERED" | "ALLOCATED" = "METERED") {
  const own = await aTenant(world);
  await aCatalog(own.scope, {
    features: { units: { type }, flag: { type: "BOOLEAN" }, other: { type: "METERED" } },
    plans: [{ slug: "free", entitlements, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  const customer = unique("customer");
  const use = (quantity: number, fields: object = {}) =>
    own.server.post("/v1/billing/usage", { customer, feature_key: "units", quantity, ...fields });
  const check = async (query = "") =>
    (await own.server.get(`/v1/billing/entitlements/units?customer=${customer}${query}`)).body;
  const reserve = (quantity: number, fields: object = {}) =>
    own.server.post("/v1/billing/usage/reservations", {
      customer,
      feature_key: "units",
      quantity,
      ...fields,
    });
  const settle = (id: string, what: "confirm" | "release", fields: object = {}) =>
    own.server.post(`/v1/billing/usage/reservations/${id}/${what}`, fields);
  return { own, customer, use, check, reserve, settle };
}

describe("recording", () => {
  it("counts what is granted, refuses the rest whole with the check's answer, or clips it", {
    tags: ["long"],
  }, async () => {
    const { own, use, check } = await granting({ units: { limit: 10 } });
    const counted = await use(7.5);
    expect([counted.status, counted.body]).toMatchObject([
      201,
      { counted: 7.5, used: 7.5, limit: 10, remaining: 2.5, is_late: false },
    ]);
    const refused = await use(3);
    expect([refused.status, refused.body.code, refused.body.details.reason]).toEqual([
      409,
      "K8005",
      "LIMIT_REACHED",
    ]);
    expect(refused.body.details.check).toMatchObject({ allowed: false, used: 7.5, remaining: 2.5 });
    expect((await use(3, { mode: "clip" })).body).toMatchObject({ quantity: 3, counted: 2.5, remaining: 0 });
    expect((await use(3, { mode: "clip" })).body.code).toBe("K8005");
    expect(await check()).toMatchObject({ used: 10, allowed: false });
    const events = await world.services.db.event.findMany({
      where: { tenantId: own.id, type: "usage.limit_reached" },
    });
    expect(events).toMatchObject([{ sequence: 1, data: { used: 10, limit: 10, feature_key: "units" } }]);
  });

  it("a refused use of a name that is new makes no customer, and one that is counted does", async () => {
    const { own, use, reserve, customer } = await granting({ units: { limit: 10 } });
    const ahead = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const refused = [
      await use(11),
      await use(-1),
      await use(1, { occurred_at: ahead }),
      await use(1, { feature_key: "other" }),
      await reserve(11),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, "K8005"],
      [422, "K8007"],
      [422, "K8020"],
      [409, "K8005"],
      [409, "K8005"],
    ]);
    expect(refused[0]?.body.details.check).toMatchObject({ allowed: false, limit: 10, used: 0 });
    const item = { customer, feature_key: "units", quantity: 11 };
    const batch = await own.server.post("/v1/billing/usage/batch", { items: [item, item] });
    expect(batch.body.items.map((one: { error: { code: string } }) => one.error.code)).toEqual(
      Array(2).fill("K8005"),
    );
    const customers = (tenantId: string) => world.services.db.customer.count({ where: { tenantId } });
    expect(await customers(own.id)).toBe(0);
    const events = await world.services.db.event.count({
      where: { tenantId: own.id, type: "customer.created" },
    });
    expect(events).toBe(0);
    expect((await use(11, { mode: "clip" })).body).toMatchObject({ counted: 10 });
    expect(await customers(own.id)).toBe(1);
    const seats = await granting({ units: { limit: 2 } }, "ALLOCATED");
    expect((await seats.use(-1)).body.code).toBe("K8008");
    expect(await customers(seats.own.id)).toBe(0);
  });

  it("without a subscription the refusal has the check's answer with the plans that would allow it", {
    tags: ["long"],
  }, async () => {
    const own = await aTenant(world);
    const { plans } = await aCatalog(own.scope, {
      features: { units: { type: "METERED" }, other: { type: "METERED" } },
      plans: [{ slug: "pro", entitlements: { units: { limit: 10 } }, prices: [{ amount: 900 }] }],
    });
    const use = { customer: unique("customer"), feature_key: "units", quantity: 3 };
    const batch = await own.server.post("/v1/billing/usage/batch", { items: [use] });
    const refusals = [
      (await own.server.post("/v1/billing/usage", use)).body,
      (await own.server.post("/v1/billing/usage", { ...use, mode: "clip" })).body,
      (await own.server.post("/v1/billing/usage/reservations", use)).body,
      batch.body.items[0].error,
    ];
    const option = { plan_slug: "pro", plan_price_id: plans.pro?.prices[0] };
    for (const { code, details } of refusals)
      expect([code, details]).toMatchObject([
        "K8005",
        {
          reason: "NO_SUBSCRIPTION",
          check: { allowed: false, reason: "NO_SUBSCRIPTION", upgrade_options: [option] },
        },
      ]);
    const nowhere = await own.server.post("/v1/billing/usage", { ...use, feature_key: "other" });
    expect(nowhere.body.details.check).toMatchObject({ allowed: false, upgrade_options: [] });
  });

  it("an override alone gives no access: check, list and use say so alike", async () => {
    const own = await aTenant(world);
    await aCatalog(own.scope, {
      features: { units: { type: "METERED" }, sso: { type: "BOOLEAN" } },
      plans: [],
    });
    const customer = unique("customer");
    const use = { customer, feature_key: "units", quantity: 1 };
    await createCustomer(own.scope, { customer });
    for (const fields of [
      { feature_key: "units", limit_add: 5 },
      { feature_key: "sso", enabled: true },
    ])
      expect(
        (await own.admin.post("/v1/billing/overrides", { customer, reason: "r", ...fields })).status,
      ).toBe(201);
    const refused = { allowed: false, reason: "NO_SUBSCRIPTION" };
    for (const key of ["units", "sso"]) {
      const { body } = await own.server.get(`/v1/billing/entitlements/${key}?customer=${customer}`);
      expect(body).toMatchObject({ ...refused, has_override: true, subscription_status: null });
    }
    const list = (await own.server.get(`/v1/billing/entitlements?customer=${customer}`)).body;
    expect(list.entitlements).toMatchObject([refused, refused]);
    const { status, body } = await own.server.post("/v1/billing/usage", use);
    expect([status, body.details]).toMatchObject([409, { reason: "NO_SUBSCRIPTION", check: refused }]);
  });

  it("after an end check, list, use and reservation say that it ended, and when", async () => {
    const own = await aTenant(world);
    const { plans } = await aCatalog(own.scope, {
      features: { units: { type: "METERED" } },
      plans: [{ slug: "pro", entitlements: { units: { limit: 5 } }, prices: [{ amount: 900 }] }],
    });
    const sold = await aSubscription(own, { price: plans.pro?.prices[0] ?? "" });
    const path = `/v1/billing/subscriptions/${sold.id}`;
    const access = async () => {
      const list = (await own.server.get(`/v1/billing/subscriptions?customer=${sold.customer}`)).body;
      return [(await own.server.get(path)).body.has_access, list.data[0].has_access];
    };
    expect([sold.body.has_access, ...(await access())]).toEqual([true, true, true]);
    expect((await own.server.post(`${path}/pause`)).body.has_access).toBe(false);
    expect(await access()).toEqual([false, false]);
    await own.server.post(`${path}/resume`);
    const ended = await own.server.post(`${path}/cancel`, { at: "now" });
    expect([ended.body.status, ended.body.has_access]).toEqual(["CANCELED", false]);
    const told = {
      allowed: false,
      reason: "ENDED",
      subscription_status: { subscription_id: sold.id, status: "CANCELED", plan_slug: "pro" },
    };
    const at = "/v1/billing/entitlements";
    const { customer } = sold;
    expect((await own.server.get(`${at}/units?customer=${customer}`)).body).toMatchObject(told);
    expect((await own.server.get(`${at}?customer=${customer}`)).body.entitlements).toMatchObject([told]);
    const use = { customer, feature_key: "units", quantity: 1 };
    for (const path of ["usage", "usage/reservations"]) {
      const { body } = await own.server.post(`/v1/billing/${path}`, use);
      expect([body.code, body.details]).toMatchObject(["K8005", { reason: "ENDED", check: told }]);
    }
  });

  it("the same event counts once and answers the same, in any race; with other content it is refused", {
    tags: ["long"],
  }, async () => {
    const { own, customer, use, check } = await granting({ units: { limit: 100 } });
    const replies = await Promise.all(Array.from({ length: 20 }, () => use(3, { event_id: "e-1" })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect((await check()).used).toBe(3);
    for (const change of [{ quantity: 4 }, { dimension: "d" }, { customer: "other" }]) {
      const fields = { customer, feature_key: "units", quantity: 3, event_id: "e-1", ...change };
      const other = await own.server.post("/v1/billing/usage", fields);
      expect([other.status, other.body.code]).toEqual([409, "K8006"]);
    }
    const clipped = await use(200, { event_id: "e-2", mode: "clip" });
    expect(clipped.body.counted).toBe(97);
    expect((await use(200, { event_id: "e-2", mode: "clip" })).body).toEqual(clipped.body);
  });

  it("an event that was counted answers the same when the feature has been taken away since", {
    tags: ["long"],
  }, async () => {
    const { own, customer, use } = await granting({ units: { limit: 100 } });
    const counted = await use(3, { event_id: "e-1" });
    const reason = "paid no more";
    await own.admin.post("/v1/billing/overrides", { customer, feature_key: "units", enabled: false, reason });
    expect((await use(3, { event_id: "e-2" })).body.code).toBe("K8005");
    const again = await use(3, { event_id: "e-1" });
    expect([again.status, again.body]).toEqual([counted.status, counted.body]);
    expect((await use(4, { event_id: "e-1" })).body.code).toBe("K8006");
  });

  it("held units are given back, never more than are held; used ones never", { tags: ["long"] }, async () => {
    const { use, check } = await granting({ units: { limit: 5 }, other: { limit: 5 } }, "ALLOCATED");
    await use(5);
    expect((await use(1)).body.code).toBe("K8005");
    expect((await use(-2)).body).toMatchObject({ counted: -2, used: 3 });
    const tooMany = await use(-4);
    expect([tooMany.status, tooMany.body.code, tooMany.body.details]).toEqual([409, "K8008", { held: 3 }]);
    expect(await check()).toMatchObject({ used: 3, resets_at: null });
    const metered = await use(-1, { feature_key: "other" });
    expect([metered.status, metered.body.code]).toEqual([422, "K8007"]);
  });

  it.each([
    ["an unknown feature", { feature_key: "nothing" }, 404, "K8001"],
    ["a feature without units", { feature_key: "flag" }, 422, "K8003"],
    ["a feature outside the plan", { feature_key: "other" }, 409, "K8005"],
    ["an unknown cus_ id", { customer: "cus_01h455vb4pex5vsknk084sn02q" }, 404, "K3003"],
    ["nothing", { quantity: 0 }, 400, "K1002"],
    ["seven places", { quantity: 0.1234567 }, 400, "K1002"],
    ["tomorrow", { occurred_at: "2090-01-01T00:00:00Z" }, 422, "K8020"],
  ])("refuses %s", async (_, fields, status, code) => {
    const { use } = await granting({ units: { limit: 5 }, flag: {} });
    const reply = await use(1, fields);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("is not for users and browsers", async () => {
    const user = await aUser(tenant);
    const fields = { customer: user.customerId, feature_key: "units", quantity: 1 };
    expect((await user.client.post("/v1/billing/usage", fields)).status).toBe(403);
    expect((await tenant.browser.post("/v1/billing/usage", fields)).status).toBe(401);
  });

  it("an item of a batch that cannot be read is refused by itself, with what is wrong", async () => {
    const { own, customer } = await granting({ units: { limit: 10 } });
    const use = { customer, feature_key: "units", quantity: 1 };
    const items = [
      use,
      { ...use, event_id: "e".repeat(300) },
      { customer },
      { ...use, colour: "red" },
      null,
      use,
    ];
    const { status, body } = await own.server.post("/v1/billing/usage/batch", { items });
    expect(status).toBe(200);
    const refused = (index: number, code: string, issues: object[]) => ({
      index,
      status: "refused",
      receipt: null,
      error: {
        code,
        message: expect.any(String),
        issues,
        details: code === "K1003" ? expect.anything() : null,
      },
    });
    expect(body.items).toMatchObject([
      { index: 0, status: "counted", receipt: { used: 1 } },
      refused(1, "K1002", [{ path: "event_id", message: "must have at most 255 characters" }]),
      refused(2, "K1002", [
        { path: "feature_key", message: "is required" },
        { path: "quantity", message: "is required" },
      ]),
      refused(3, "K1003", [{ path: "colour", message: "Unknown field" }]),
      refused(4, "K1002", [{ path: "", message: "must be an object" }]),
      { index: 5, status: "counted", receipt: { used: 2 } },
    ]);
    const none = await own.server.post("/v1/billing/usage/batch", { items: [] });
    expect([none.status, none.body.code]).toEqual([400, "K1002"]);
  });

  it("an item of a batch whose number JSON cannot carry is refused by itself, and a number beside the list refuses all", async () => {
    const { own, customer } = await granting({ units: { limit: 10 } });
    const item = (quantity: string) =>
      `{"customer":"${customer}","feature_key":"units","quantity":${quantity}}`;
    const items = `[${["1", "12345678901234567890", "2", "1e400"].map(item)}]`;
    const key = { "idempotency-key": unique("key") };
    const send = () => own.server.post("/v1/billing/usage/batch", `{"items":${items}}`, key);
    const { status, body } = await send();
    expect(status, JSON.stringify(body)).toBe(200);
    const refused = (index: number, number: string) => ({
      index,
      status: "refused",
      receipt: null,
      error: {
        code: "K1012",
        message: expect.any(String),
        issues: [{ path: "quantity", message: "is a number that JSON cannot carry exactly" }],
        details: { number },
      },
    });
    expect(body.items).toMatchObject([
      { index: 0, status: "counted", receipt: { used: 1 } },
      refused(1, "12345678901234567890"),
      { index: 2, status: "counted", receipt: { used: 3 } },
      refused(3, "1e400"),
    ]);
    expect((await send()).body).toEqual(body);
    const beside = await own.server.post("/v1/billing/usage/batch", `{"items":${items},"other":1e400}`);
    expect([beside.status, beside.body.code, beside.body.issues[0].path]).toEqual([400, "K1012", "other"]);
  });

  it("a value is set only while the counter has the expected one; of two who expect the same, one wins", async () => {
    const { own, customer, use } = await granting({ units: { limit: 10 } });
    await use(3);
    const set = (value: number, expected?: number) =>
      own.admin.post("/v1/billing/usage/set", { customer, feature_key: "units", value, expected });
    const late = await set(5, 2);
    expect([late.status, late.body.code, late.body.details]).toEqual([
      409,
      "K8021",
      { expected: 2, value: 3 },
    ]);
    const both = await Promise.all([set(5, 3), set(7, 3)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await set(0)).body).toMatchObject({ value: 0 });
    expect((await set(1, 0)).body).toMatchObject({ value: 1 });
  });

  it("a batch has a result for each item; a bad item does not affect the others", {
    tags: ["long"],
  }, async () => {
    const { own, customer, check } = await granting({ units: { limit: 10 } });
    const item = (quantity: number, change: object = {}) => ({
      customer,
      feature_key: "units",
      quantity,
      ...change,
    });
    const items = [
      item(4),
      item(1, { feature_key: "nothing" }),
      item(4, { event_id: "a" }),
      item(4),
      item(4, { event_id: "a" }),
      item(2),
    ];
    const reply = await own.server.post("/v1/billing/usage/batch", { items });
    expect(reply.status).toBe(200);
    const results = reply.body.items.map(
      ({ receipt, error }: { receipt?: { counted: number }; error?: { code: string } }) =>
        receipt?.counted ?? error?.code,
    );
    expect(results).toEqual([4, "K8001", 4, "K8005", 4, 2]);
    expect((await check()).used).toBe(10);
    const many = Array.from({ length: 1000 }, (_, index) => item(0.001, { customer: `c${index % 7}` }));
    const large = await own.server.post("/v1/billing/usage/batch", { items: many });
    expect(large.body.items.every(({ status }: { status: string }) => status === "counted")).toBe(true);
  });
});

describe("worked figures", () => {
  const override = async (own: TestTenant, customerId: string, limitAdd: number) => {
    const feature = await world.services.db.feature.findFirstOrThrow({
      where: { tenantId: own.id, key: "units" },
    });
    const row = {
      tenantId: own.id,
      id: unique("ovr"),
      customerId,
      featureId: feature.id,
      limitAdd,
      reason: "r",
    };
    await world.services.db.override.create({
      data: { ...row, createdBy: "t", createdAt: clock.now(), startsAt: clock.now() },
    });
  };

  it("limit 1,000 + 100, ceiling 25: 1,120 go, 10 more do not, clipped 5 do, then nothing", {
    tags: ["long"],
  }, async () => {
    const { own, use } = await granting({ units: { limit: 1000, overage: "ALLOW", overageCeiling: 25 } });
    const { body } = await use(1);
    await override(own, body.customer_id, 100);
    expect((await use(1119)).body.used).toBe(1120);
    const refused = await use(10);
    expect([refused.status, refused.body.details.reason]).toEqual([409, "CEILING_REACHED"]);
    expect((await use(10, { mode: "clip" })).body).toMatchObject({ counted: 5, used: 1125 });
    expect((await use(0.000001)).status).toBe(409);
  });

  it.each(["CUSTOMER", "DIMENSION"] as const)(
    "the same with cap_binding DIMENSION, limit_binding %s: two dimensions reach 1,125 each",
    async (limitBinding) => {
      const bound = { limitBinding, capBinding: "DIMENSION" } as const;
      const { own, use } = await granting({
        units: { limit: 1000, overage: "ALLOW", overageCeiling: 25, ...bound },
      });
      const { body } = await use(1, { dimension: "a" });
      await override(own, body.customer_id, 100);
      expect((await use(1119, { dimension: "a" })).status).toBe(201);
      for (const dimension of ["a", "b"]) {
        const used = dimension === "a" ? 1120 : 0;
        expect((await use(2000, { dimension, mode: "clip" })).body.counted).toBe(1125 - used);
        expect((await use(1, { dimension })).status).toBe(409);
      }
    },
  );

  it("included 1,000, 1 per 1,000 over, ceiling 5,000: stops at 6,000, bills 5.00", {
    tags: ["long"],
  }, async () => {
    const own = await aTenant(world);
    const price = { currency: "USD", pricing: "FLAT", unitAmount: 100 } as const;
    const units = {
      limit: 1000,
      overage: "BILL",
      overageStep: 1000,
      overageCeiling: 5000,
      prices: [price],
    } as const;
    const catalog = await aCatalog(own.scope, {
      features: { units: { type: "METERED" } },
      plans: [
        { slug: "pro", entitlements: { units: { ...units, prices: [price] } }, prices: [{ amount: 0 }] },
      ],
    });
    const customer = unique("customer");
    await own.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: "a@example.com",
      plan_price_id: catalog.plans.pro?.prices[0],
      cardprovider_test_card_token: "tok_visa",
    });
    const fields = { customer, feature_key: "units", quantity: 10_000, mode: "clip" };
    expect((await own.server.post("/v1/billing/usage", fields)).body.counted).toBe(6000);
    const check = await own.server.get(`/v1/billing/entitlements/units?customer=${customer}`);
    expect(check.body).toMatchObject({ billed_amount: 500, cap_reached: true, reason: "CEILING_REACHED" });
  });

  it("cap 5, two concurrent uses of 5: total 5, never 10", { tags: ["long"] }, async () => {
    for (let round = 0; round < 5; round++) {
      const { use, check } = await granting({ units: { limit: 0, overage: "ALLOW", overageCeiling: 5 } });
      const replies = await Promise.all([use(5), use(5)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect((await check()).used).toBe(5);
    }
  });

  it("15 granted, 3 used, 8 reserved, expiry twice at once: 12 left", async () => {
    const { use, check, reserve } = await granting({ units: { limit: 15 } });
    await use(3);
    expect((await reserve(8, { expires_in: 60 })).body).toMatchObject({ status: "HELD", quantity: 8 });
    expect(await check()).toMatchObject({ used: 11, remaining: 4 });
    clock.advance(61);
    expect(await check()).toMatchObject({ used: 3, remaining: 12 });
    // Each of these notices the expiry.
    const replies = await Promise.all([use(1), use(1)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await check()).toMatchObject({ used: 5, remaining: 10 });
  });

  it("15 granted, 8 reserved, confirmed with 4 twice: 11 left", async () => {
    const { check, reserve, settle } = await granting({ units: { limit: 15 } });
    const { id } = (await reserve(8)).body;
    const replies = await Promise.all([1, 2, 3].map(() => settle(id, "confirm", { quantity: 4 })));
    expect(replies.map(({ body }) => [body.status, body.confirmed])).toEqual(Array(3).fill(["CONFIRMED", 4]));
    expect(await check()).toMatchObject({ used: 4, remaining: 11 });
    const other = await settle(id, "confirm", { quantity: 5 });
    expect([other.status, other.body.code]).toEqual([409, "K8010"]);
    expect((await settle(id, "release")).body.code).toBe("K8010");
  });
});

describe("reserving", () => {
  it("reserved units are not available to others until they are released; more than reserved must fit", {
    tags: ["long"],
  }, async () => {
    const { use, check, reserve, settle } = await granting({ units: { limit: 10 } });
    const { id } = (await reserve(6)).body;
    expect((await use(5)).status).toBe(409);
    expect((await reserve(5)).body.code).toBe("K8005");
    await use(3);
    const tooMuch = await settle(id, "confirm", { quantity: 8 });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, "K8005"]);
    expect(await check()).toMatchObject({ used: 9 });
    expect((await settle(id, "confirm", { quantity: 7 })).body).toMatchObject({ confirmed: 7 });
    expect(await check()).toMatchObject({ used: 10, remaining: 0 });
  });

  it("is released once, also when repeated; an expired one is not confirmed; an unknown one is not found", {
    tags: ["long"],
  }, async () => {
    const { check, reserve, settle } = await granting({ units: { limit: 10 } });
    const first = (await reserve(6)).body.id;
    const replies = await Promise.all([settle(first, "release"), settle(first, "release")]);
    expect(replies.map(({ body }) => body.status)).toEqual(["RELEASED", "RELEASED"]);
    expect(await check()).toMatchObject({ used: 0 });
    const second = (await reserve(6, { expires_in: 1 })).body.id;
    clock.advance(2);
    const late = await settle(second, "confirm");
    expect([late.status, late.body.code, late.body.details]).toEqual([409, "K8010", { state: "expired" }]);
    expect((await settle("rsv_nothing", "confirm")).body.code).toBe("K8009");
    expect((await settle("rsv_nothing", "release")).body.code).toBe("K8009");
  });
});

describe("a limit that is reached", () => {
  const reached = (own: TestTenant) =>
    world.services.db.event.findMany({
      where: { tenantId: own.id, type: "usage.limit_reached" },
      orderBy: { id: "asc" },
    });

  it("is told once for each crossing, whether the usage is recorded or set", { tags: ["long"] }, async () => {
    const { own, customer, use } = await granting({ units: { limit: 10 } });
    const set = (value: number) =>
      own.admin.post("/v1/billing/usage/set", { customer, feature_key: "units", value });
    await use(9);
    await set(12);
    expect(await reached(own)).toMatchObject([{ data: { used: 12, limit: 10, dimension: null } }]);
    await set(12);
    await set(15);
    await set(4);
    expect(await reached(own)).toHaveLength(1);
    await use(6);
    await set(9.5);
    await set(10);
    expect((await reached(own)).map(({ data }) => data)).toMatchObject([
      { used: 12 },
      { used: 10 },
      { used: 10 },
    ]);
  });

  it("counts the dimensions that share it together, and each by itself where it has its own", {
    tags: ["long"],
  }, async () => {
    const shared = await granting({ units: { limit: 10 } });
    const apart = await granting({
      units: { limit: 10, limitBinding: "DIMENSION", capBinding: "DIMENSION" },
    });
    for (const { own, customer, use } of [shared, apart]) {
      await use(6, { dimension: "a" });
      const fields = { customer, feature_key: "units", value: 4, dimension: "b" };
      expect((await own.admin.post("/v1/billing/usage/set", fields)).status).toBe(200);
    }
    expect(await reached(shared.own)).toMatchObject([{ data: { used: 10, limit: 10, dimension: "b" } }]);
    expect(await reached(apart.own)).toEqual([]);
  });

  it("does not count reserved units that are free again", async () => {
    const { own, customer, reserve } = await granting({ units: { limit: 10 } });
    await reserve(10, { expires_in: 60 });
    clock.advance(61);
    const fields = { customer, feature_key: "units", value: 10 };
    expect((await own.admin.post("/v1/billing/usage/set", fields)).status).toBe(200);
    expect(await reached(own)).toMatchObject([{ data: { used: 10, limit: 10 } }]);
  });
});

describe("dimensions", () => {
  it("never exceed their maximum number, at once and one after the other", { tags: ["long"] }, async () => {
    const { use, check } = await granting({
      units: { limit: 100, limitBinding: "DIMENSION", maxDimensions: 3 },
    });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => use(1, { dimension: `d${index % 6}` })),
    );
    const counted = replies.filter(({ status }) => status === 201).map(({ body }) => body.dimension);
    expect(new Set(counted).size).toBe(3);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.details.reason).toBe("MAX_DIMENSIONS");
    expect((await check("&dimension=new")).reason).toBe("MAX_DIMENSIONS");
    expect((await use(1)).status).toBe(201);
  });

  it("a limit of the DIMENSION is each one's own; a ceiling of the CUSTOMER is shared by all", async () => {
    const units = { limit: 10, overage: "ALLOW", overageCeiling: 5, limitBinding: "DIMENSION" } as const;
    const { use } = await granting({ units });
    expect((await use(13, { dimension: "a" })).status).toBe(201);
    expect((await use(20, { dimension: "b", mode: "clip" })).body.counted).toBe(12);
    expect((await use(1, { dimension: "a" })).status).toBe(409);
    expect((await use(10, { dimension: "c" })).status).toBe(201);
  });
});

describe("late events", () => {
  it("land in their own period while it is open, else in the present one, marked late", async () => {
    const { own, customer, use } = await granting({ units: { limit: 100 } });
    await use(10);
    const then = clock.now().toISOString();
    // Tokens have run out by then; the operations are the same.
    clock.advance(32 * 86_400);
    const later = (quantity: number, fields: object = {}) =>
      recordUsage(own.scope, { customer, feature_key: "units", quantity, mode: "strict", ...fields });
    expect(await later(5, { occurred_at: then })).toMatchObject({ used: 15, is_late: false });
    expect(await later(1)).toMatchObject({ used: 1, is_late: false });
    expect(await later(2, { occurred_at: then })).toMatchObject({ used: 3, is_late: true });
    const records = await listUsage(own.scope, { customer, limit: 10, offset: 0 });
    expect(records.map(({ status, value }) => [status, value])).toEqual([
      ["OPEN", 3],
      ["CLOSED", 15],
    ]);
    const closed = { customer, feature_key: "units", value: 1, occurred_at: then };
    await expect(setUsage(own.scope, closed)).rejects.toMatchObject({ code: "K8002" });
  });
});

describe("a server that read its terms before the period ended", () => {
  it("counts in the period that began meanwhile, and does not reopen the old one", async () => {
    const { own, customer, use } = await granting({ units: { limit: 100 } });
    await use(10);
    const named = { customer, feature_key: "units", quantity: 1 };
    const stale = await createPreparer(own.scope)(named);
    const at = clock.now();
    clock.advance(32 * 86_400);
    await recordUsage(own.scope, { ...named, mode: "strict" });
    const late = {
      dimension: "",
      quantity: new Decimal(2),
      isClipped: false,
      eventId: null,
      kind: "RECORD",
    } as const;
    const [outcome] = await decideUses(own.scope.db, own.scope, [
      {
        ...late,
        customerId: stale.customer.id,
        parts: stale.parts,
        overageTerms: stale.overageTerms,
        occurredAt: clock.now(),
      },
    ]);
    expect(outcome).toMatchObject({ outcome: "COUNTED", is_late: false });
    const [record] = await listUsage(own.scope, { customer, limit: 1, offset: 0 });
    expect(record).toMatchObject({ value: 3, status: "OPEN" });
    expect(new Date(record?.period_start ?? 0).getTime()).toBeGreaterThan(at.getTime());
  });
});

describe("the ledger", () => {
  it("lists every change, newest first, and its sum is the counter", { tags: ["long"] }, async () => {
    const { own, customer, use, reserve, settle } = await granting({ units: { limit: 100 } });
    await use(5, { event_id: "first" });
    const { id } = (await reserve(10)).body;
    await settle(id, "confirm", { quantity: 4 });
    await own.admin.post("/v1/billing/usage/set", {
      customer,
      feature_key: "units",
      value: 50,
      reason: "why",
    });
    await use(1, { dimension: "d" });
    const { data } = (await own.server.get(`/v1/billing/usage/ledger?customer=${customer}`)).body;
    expect(data.map(({ kind, delta }: { kind: string; delta: number }) => [kind, delta])).toEqual([
      ["RECORD", 1],
      ["SET", 41],
      ["CONFIRM", 4],
      ["RECORD", 5],
    ]);
    const sum = data
      .filter(({ dimension }: { dimension: string | null }) => dimension === null)
      .reduce((total: number, { delta }: { delta: number }) => total + delta, 0);
    expect(sum).toBe(50);
    const page = (await own.server.get(`/v1/billing/usage/ledger?customer=${customer}&limit=3`)).body;
    const rest = await own.server.get(
      `/v1/billing/usage/ledger?customer=${customer}&cursor=${encodeURIComponent(page.next_cursor)}`,
    );
    expect([page.data.length, rest.body.data.length]).toEqual([3, 1]);
    expect((await own.server.get("/v1/billing/usage/ledger?customer=nobody")).body.code).toBe("K3003");
  });
});
