import { describe, expect } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// Use past the limit is counted only as far as its bill can be collected: it is refused when it is recorded, not when it is billed.

interface Sold {
  paidBy: "card" | "invoice";
  currency?: string;
  unitAmount: string;
  overageCeiling?: number;
  pricing?: "FLAT" | "VOLUME";
}

/** A subscriber with 10 units included. */
async function aSubscriber(world: World, sold: Sold) {
  const { paidBy, currency = "USD", unitAmount, overageCeiling, pricing = "FLAT" } = sold;
  const tenant = await aTenant(world);
  const price = pricing === "FLAT" ? { unitAmount } : { tiers: [{ up_to: null, unit_amount: unitAmount }] };
  const units = { limit: 10, overage: "BILL" as const, prices: [{ currency, pricing, ...price }] };
  const { plans } = await aCatalog(tenant.scope, {
    features: { units: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { units: { ...units, ...(overageCeiling && { overageCeiling }) } },
        prices: [{ amount: 1000, currency }],
      },
    ],
  });
  const { id, customer } = await aSubscription(tenant, { price: plans.pro?.prices[0], paidBy });
  const named = { customer, feature_key: "units" };
  const post = async (path: string, fields: object) => {
    const { status, body } = await tenant.admin.post(path, { ...named, ...fields });
    return [status, body.code, body.details?.reason ?? body.details?.most];
  };
  return {
    tenant,
    id,
    named,
    use: (quantity: number, fields: object = {}) => post("/v1/billing/usage", { quantity, ...fields }),
    reserve: (quantity: number) => post("/v1/billing/usage/reservations", { quantity }),
    set: (value: number) => post("/v1/billing/usage/set", { value }),
    check: async (quantity: number) => {
      const path = `/v1/billing/entitlements/units?customer=${customer}&quantity=${quantity}`;
      const { allowed, reason } = (await tenant.admin.get(path)).body;
      return [allowed, reason];
    },
  };
}

const REFUSED = [409, "K8005", "CAP_REACHED"];
const COUNTED = [201, undefined, undefined];

describe("use that would bill more than the provider takes as one amount", () => {
  it("on cards is refused in every way, also by the check, and what is counted is billed", {
    tags: ["long"],
  }, async ({ world }) => {
    // 10,000.00 a unit: 99 of them are 990,000.00, and Stripe takes 999,999.99.
    const { tenant, id, named, use, reserve, set, check } = await aSubscriber(world, {
      paidBy: "card",
      unitAmount: "1000000",
    });
    expect([await check(109), await check(110)]).toEqual([
      [true, null],
      [false, "CAP_REACHED"],
    ]);
    expect(await use(110)).toEqual(REFUSED);
    expect(await reserve(110)).toEqual(REFUSED);
    expect(await set(110)).toEqual([422, "K8018", "109"]);
    const batch = await tenant.server.post("/v1/billing/usage/batch", {
      items: [{ ...named, quantity: 110 }],
    });
    expect(batch.body.items).toMatchObject([{ status: "refused", error: { code: "K8005" } }]);
    expect(await use(100)).toEqual(COUNTED);
    expect(await use(10)).toEqual(REFUSED);
    expect(await use(10, { mode: "clip" })).toEqual(COUNTED);
    const end = await tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
    expect(end.status).toBe(200);
    const usage = await tenant.admin.get(`/v1/billing/usage?customer=${named.customer}`);
    expect(usage.body).toMatchObject([{ status: "BILLED", value: 109 }]);
    const headers = { authorization: `Bearer ${tenant.providerKey}` };
    const path = `/v1/invoices?customer=${end.body.provider_customer_id}`;
    const { data } = (await (await fetch(`${world.sandboxUrl}${path}`, { headers })).json()) as {
      data: { total: number }[];
    };
    expect(data.map(({ total }) => total)).toEqual([99_000_000, 1000]);
  });

  it("is refused by the tiers of a price likewise, and in rupiah further up", { tags: ["long"] }, async ({
    world,
  }) => {
    const tiers = { paidBy: "card", unitAmount: "1000000", pricing: "VOLUME" } as const;
    const tiered = await aSubscriber(world, tiers);
    expect([await tiered.use(110), await tiered.use(109)]).toEqual([REFUSED, COUNTED]);
    const rupiah = await aSubscriber(world, { paidBy: "card", unitAmount: "1000000", currency: "IDR" });
    expect([await rupiah.use(1_000_010), await rupiah.use(1_000_009)]).toEqual([REFUSED, COUNTED]);
  });

  it("is refused although the plan's ceiling is higher, also on invoices of ours", async ({ world }) => {
    // A billion minor units each: a thousand of them are the most that an invoice of ours has for a feature.
    const sold = { paidBy: "invoice", unitAmount: "1000000000", overageCeiling: 5_000 } as const;
    const { use, check } = await aSubscriber(world, sold);
    expect(await check(1_011)).toEqual([false, "CAP_REACHED"]);
    expect([await use(1_011), await use(1_010), await use(1)]).toEqual([REFUSED, COUNTED, REFUSED]);
  });

  it("is refused together with what the period has billed before its terms changed", {
    tags: ["long"],
  }, async ({ world }) => {
    for (const pricing of ["FLAT", "VOLUME"] as const) {
      const { tenant, named, use, set, check } = await aSubscriber(world, {
        ...({ paidBy: "card", unitAmount: "1000000", pricing } as const),
      });
      expect(await use(60)).toEqual(COUNTED);
      // This settles 50 units for 500,000.00 and carries 10: 49 units of one more included unit can still be billed.
      const more = { ...named, limit_add: 1, reason: "promised" };
      expect((await tenant.admin.post("/v1/billing/overrides", more)).status).toBe(201);
      expect([await check(50), await check(51)]).toEqual([
        [true, null],
        [false, "CAP_REACHED"],
      ]);
      expect(await use(51)).toEqual(REFUSED);
      expect(await set(61)).toEqual([422, "K8018", "60"]);
      expect([await use(50), await use(1)]).toEqual([COUNTED, REFUSED]);
    }
  });

  it("is refused past what several sources include together", { tags: ["long"] }, async ({ world }) => {
    const { tenant, named, use, set, check } = await aSubscriber(world, {
      ...({ paidBy: "card", unitAmount: "1000000" } as const),
    });
    const feature = await tenant.scope.db.feature.findFirstOrThrow({ where: { tenantId: tenant.id } });
    const { plans } = await aCatalog(tenant.scope, {
      known: { units: feature.id },
      plans: [{ slug: "more", entitlements: { units: { limit: 5 } }, prices: [{ amount: 0 }] }],
    });
    await aSubscription(tenant, {
      customer: named.customer,
      price: plans.more?.prices[0],
      paidBy: "nothing",
    });
    expect([await check(114), await check(115)]).toEqual([
      [true, null],
      [false, "CAP_REACHED"],
    ]);
    expect(await set(115)).toEqual([422, "K8018", "114"]);
    expect([await use(115), await use(114), await use(1)]).toEqual([REFUSED, COUNTED, REFUSED]);
  });
});

describe("units that all sources hold together", () => {
  it("are never more than one counter can hold, also with what earlier terms carried", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const units = { limit: null, overage: "BLOCK" as const };
    const { plans, features } = await aCatalog(tenant.scope, {
      features: { units: { type: "METERED" } },
      plans: [{ slug: "pro", entitlements: { units }, prices: [{ amount: 0 }] }],
    });
    const other = await aCatalog(tenant.scope, {
      known: features,
      plans: [{ slug: "more", entitlements: { units }, prices: [{ amount: 0 }] }],
    });
    const main = await aSubscription(tenant, { price: plans.pro?.prices[0], paidBy: "nothing" });
    const named = { customer: main.customer, feature_key: "units" };
    const post = async (path: string, fields: object) => {
      const { status, body } = await tenant.admin.post(path, { ...named, ...fields });
      return [status, body.code];
    };
    expect(await post("/v1/billing/usage/set", { value: 1e15 })).toEqual([200, undefined]);
    // Other terms: what was used is carried.
    await post("/v1/billing/overrides", { overage: "ALLOW", reason: "promised" });
    expect(await post("/v1/billing/usage", { quantity: 1 })).toEqual([422, "K8019"]);
    const second = {
      customer: main.customer,
      price: other.plans.more?.prices[0],
      paidBy: "nothing",
    } as const;
    const { id } = await aSubscription(tenant, second);
    expect(await post("/v1/billing/usage/set", { value: 1, subscription_id: id })).toEqual([422, "K8019"]);
    expect(await post("/v1/billing/usage", { quantity: 1 })).toEqual([422, "K8019"]);
  });
});
