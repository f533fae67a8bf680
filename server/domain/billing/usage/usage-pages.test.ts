// @module-tag ci
import { describe, expect } from "vitest";
import { addSeconds } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import type { Reply } from "../../../testing/client.ts";
import { it } from "../../../testing/it.ts";

let tenant: TestTenant;
let customer: string;
/** More than fit into one response, most of them of ended periods, three of which began at the same time. */
const ENDED = 1_500;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { calls: { limit: 100 }, seats: { limit: 5 } },
        prices: [{ amount: 0 }],
      },
    ],
  });
  const subscription = await aSubscription(tenant, {
    price: catalog.plans.pro?.prices[0],
    paidBy: "nothing",
  });
  customer = subscription.customer;
  for (const feature_key of ["calls", "seats"])
    await tenant.server.post("/v1/billing/usage", { customer, feature_key, quantity: 2 });
  const first = Date.parse("2010-01-01T00:00:00.000Z");
  const data = Array.from({ length: ENDED }, (_, index) => {
    const periodStart = addSeconds(new Date(first), Math.floor(index / 3) * 86_400);
    return {
      tenantId: tenant.id,
      id: newId("usageRecord"),
      customerId: subscription.customerId,
      featureId: catalog.features.calls ?? "",
      dimension: `d${index % 3}`,
      periodStart,
      periodEnd: addSeconds(periodStart, 86_400),
      status: "CLOSED" as const,
      settledAt: new Date(),
      createdAt: new Date(),
      updatedAt: new Date(),
    };
  });
  await tenant.scope.db.usageRecord.createMany({ data });
});

const list = (query = "") => tenant.server.get(`/v1/billing/usage?customer=${customer}${query}`);
const ids = ({ body }: Reply): string[] => body.map(({ id }: { id: string }) => id);

/** Follows the links until there is none. */
async function all(query: string): Promise<{ ids: string[]; totals: string[] }> {
  const found: string[] = [];
  const totals: string[] = [];
  for (let path: string | undefined = `/v1/billing/usage?customer=${customer}${query}`; path; ) {
    const reply: Reply = await tenant.server.get(path);
    found.push(...ids(reply));
    totals.push(reply.headers.get("x-total-count") ?? "");
    path = /^<(.*)>; rel="next"$/.exec(reply.headers.get("link") ?? "")?.[1];
  }
  return { ids: found, totals };
}

describe("counters beyond 1,000", () => {
  it("are 1,000 by default, with the total and the way to the rest in headers", async () => {
    const reply = await list();
    expect(reply.body).toHaveLength(1_000);
    expect(reply.headers.get("x-total-count")).toBe(String(ENDED + 2));
    const { ids: every, totals } = await all("");
    expect([every.length, new Set(every).size]).toEqual([ENDED + 2, ENDED + 2]);
    expect(totals).toEqual([String(ENDED + 2), String(ENDED + 2)]);
  });

  it("come in one order, however they are cut, those that begin at the same moment included", {
    tags: ["long"],
  }, async () => {
    const { ids: whole } = await all("&status=CLOSED");
    const { ids: parts } = await all("&status=CLOSED&limit=700");
    expect(parts).toEqual(whole);
    expect(ids(await list("&status=CLOSED&limit=2&offset=1"))).toEqual(whole.slice(1, 3));
  });

  it("end without a link; past the end there is nothing, and still the total", async () => {
    const last = await list(`&limit=10&offset=${ENDED - 8}`);
    expect([last.body.length, last.headers.get("link")]).toEqual([10, null]);
    const past = await list("&offset=5000");
    expect([past.body, past.headers.get("x-total-count"), past.headers.get("link")]).toEqual([
      [],
      String(ENDED + 2),
      null,
    ]);
  });

  it.each(["limit=0", "limit=1001", "offset=-1", "offset=", "limit=1e3"])("refuse ?%s", async (query) => {
    const reply = await list(`&${query}`);
    expect([reply.status, reply.body.code]).toEqual([400, "K1002"]);
  });
});

describe("units that are held", () => {
  it("are found by the dates that are shown, and sorted by them", async () => {
    const [seats] = (await list("&feature_key=seats")).body;
    const order = (await list("&limit=3")).body;
    expect(
      order
        .slice(0, 2)
        .map(({ feature_key }: { feature_key: string }) => feature_key)
        .sort(),
    ).toEqual(["calls", "seats"]);
    const starts = order.map(({ period_start }: { period_start: string }) => period_start);
    expect(starts).toEqual([...starts].sort().reverse());
    const within = `&feature_key=seats&from=${seats.period_start}&to=${seats.period_end}`;
    expect(ids(await list(within))).toEqual([seats.id]);
    expect(ids(await list(`&feature_key=seats&from=${seats.period_end}`))).toEqual([]);
    expect(ids(await list(`&feature_key=seats&to=${seats.period_start}`))).toEqual([]);
  });

  it("every record that a filter finds shows dates that fit the filter", async () => {
    const moments = ["2010-06-01T00:00:00.000Z", new Date().toISOString(), "2900-01-01T00:00:00.000Z"];
    for (const from of moments)
      for (const to of moments) {
        const { body } = await list(`&from=${from}&to=${to}&limit=1000`);
        for (const { period_start, period_end } of body)
          expect([period_end > from, period_start < to]).toEqual([true, true]);
      }
  });
});
