import type { Provider } from "../model/subscription.ts";
import type { Entitlement } from "../model/types.ts";
import { createFeatures, createProduct } from "./catalog.ts";
import { History } from "./history.ts";
import { at, billed, DAY, type Outcome } from "./row.ts";
import type { Service } from "./service.ts";

// Faults that were found in counting, each as one fixed history. A row returns what was found and what the rules say.

/** A free second product that grants the same feature is started, used past its limit once, and canceled. */
export async function secondProduct(service: Service, provider: Provider): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED" });
  const product = await createProduct(service, keys, {
    plans: {
      pro: {
        entitlements: { calls: billed(100, "50") },
        prices: [{ amount: 3000, currency: "USD", interval: "MONTH" }],
      },
    },
  });
  const other = await createProduct(service, keys, {
    plans: {
      free: {
        entitlements: { calls: { type: "METERED", limit: 10, overage: "BLOCK" } },
        prices: [{ amount: 0, currency: "USD", interval: "MONTH" }],
      },
    },
  });
  const start = at("2030-01-10T10:00:00Z");
  const history = await History.begin(service, { keys, at: start });
  await history.start("main", product, "pro", { provider });
  await history.use("calls", 200);
  // The second product's period is another than the first one's.
  await history.advance(start + DAY);
  await history.start("second", other, "free", { provider });
  const together = await history.check("calls");
  await service.call("POST", "/v1/billing/usage", {
    customer: history.customer,
    feature_key: keys.calls,
    quantity: 1000,
    mode: "strict",
    event_id: `once-${history.customer}`,
  });
  await history.cancel("second", "now");
  await service.advance(history.clock, at("2030-02-10T14:00:00Z"));
  const overage = await history.overage("calls");
  return {
    found: { limitOfBoth: together.limit, overage },
    // 100 units past the limit before, and 990 of the 1,000: ten are the second product's.
    expected: { limitOfBoth: 110, overage: 54_500n },
  };
}

/** An add-on of 10 units to a plan of 100 with overage includes 110 together, and units past them are overage. */
export async function addOn(service: Service, provider: Provider): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED" });
  const plan = (entitlement: Entitlement, amount: number) => ({
    entitlements: { calls: entitlement },
    prices: [{ amount, currency: "USD", interval: "MONTH" as const }],
  });
  const product = await createProduct(service, keys, { plans: { pro: plan(billed(100, "50"), 3000) } });
  const other = await createProduct(service, keys, {
    plans: { more: plan({ type: "METERED", limit: 10, overage: "BLOCK" }, 500) },
  });
  const history = await History.begin(service, { keys, at: at("2030-01-10T10:00:00Z") });
  await history.start("main", product, "pro", { provider });
  await history.start("second", other, "more", { provider });
  await history.use("calls", 60);
  await history.use("calls", 60);
  await history.advance(at("2030-02-10T14:00:00Z"));
  return {
    found: { overage: await history.overage("calls"), differences: history.differences },
    expected: { overage: 500n, differences: [] },
  };
}

/** A change to a plan without the feature a minute before the period ends. The overage so far is owed. */
export async function changeBeforeTheEnd(service: Service, provider: Provider): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED", other: "METERED" });
  const prices = [{ amount: 3000, currency: "USD", interval: "MONTH" as const }];
  const product = await createProduct(service, keys, {
    plans: {
      pro: { entitlements: { calls: billed(100, "50") }, prices },
      bare: { entitlements: { other: { type: "METERED", limit: 5, overage: "BLOCK" } }, prices },
    },
  });
  const history = await History.begin(service, { keys, at: at("2030-01-10T10:00:00Z") });
  await history.start("main", product, "pro", { provider });
  await history.use("calls", 200);
  await history.advance(at("2030-02-10T09:59:00Z"));
  await history.change("main", "bare");
  await history.advance(at("2030-02-10T14:00:00Z"));
  return { found: { overage: await history.overage("calls") }, expected: { overage: 5000n } };
}

/** A change from a month to a year, with and without a use in between: both count anew from 0. */
export async function intervalChange(service: Service, provider: Provider): Promise<Outcome> {
  const used: Record<string, unknown> = {};
  for (const isUsedBefore of [false, true]) {
    const keys = await createFeatures(service, { calls: "METERED" });
    const entitlements = { calls: billed(100, "50", { resetInterval: "BILLING" }) };
    const product = await createProduct(service, keys, {
      plans: {
        pro: {
          entitlements,
          prices: [
            { amount: 3000, currency: "USD", interval: "MONTH" },
            { amount: 30_000, currency: "USD", interval: "YEAR" },
          ],
        },
      },
    });
    const start = at("2030-01-10T10:00:00Z");
    const history = await History.begin(service, { keys, at: start });
    await history.start("main", product, "pro", { provider });
    await history.use("calls", 60);
    await history.advance(start + 5 * DAY);
    await history.change("main", "pro", { index: 1 });
    if (isUsedBefore) await history.use("calls", 1);
    // The next call is past the end of the old month, and within the year.
    await history.advance(at("2030-03-01T10:00:00Z"));
    const { used: found } = await history.check("calls");
    used[isUsedBefore ? "withACallBetween" : "without"] = found;
  }
  return { found: used, expected: { without: 0, withACallBetween: 1 } };
}

/** 100 units a month on a yearly price: each month includes 100 units, and bills its own overage. */
export async function yearlyPrice(service: Service, provider: Provider): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED" });
  const product = await createProduct(service, keys, {
    plans: {
      pro: {
        entitlements: { calls: billed(100, "50", { resetInterval: "MONTH" }) },
        prices: [{ amount: 30_000, currency: "USD", interval: "YEAR" }],
      },
    },
  });
  const history = await History.begin(service, { keys, at: at("2030-01-31T10:00:00Z") });
  await history.start("main", product, "pro", { provider });
  await history.use("calls", 120);
  const { resets_at } = await history.check("calls");
  await history.advance(at("2030-02-28T10:30:00Z"));
  const { used } = await history.check("calls");
  await history.advance(at("2030-03-31T14:00:00Z"));
  return {
    found: { resets_at, usedInTheSecondMonth: used, overageAfterTwoMonths: await history.overage("calls") },
    expected: {
      resets_at: "2030-02-28T10:00:00.000Z",
      usedInTheSecondMonth: 0,
      overageAfterTwoMonths: 1000n,
    },
  };
}
