// @module-tag ci
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { unique } from "../../../server/testing/world.ts";
import { aCachedProduct, type CachedProduct, MINUTE, pass, SNAPSHOT } from "./cached-product.ts";

let stage: CachedProduct;
let product: CachedProduct["product"];
let aCache: CachedProduct["aCache"];
let aCustomer: CachedProduct["aCustomer"];
let askedFor: CachedProduct["askedFor"];

beforeAll(async () => {
  stage = await aCachedProduct();
  ({ product, aCache, aCustomer, askedFor } = stage);
});

beforeEach(() => stage.reset());

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => stage.close());

describe("a check from the cache", () => {
  it("says what the check of the API says, for every feature, with one request for all of them", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    await product.usher.usage.record({ customer, feature_key: "calls", quantity: 7 });
    for (const feature_key of ["calls", "exports", "region"]) {
      const { reason, allowed, limit, used, remaining, value } = await product.usher.entitlements.check({
        customer,
        feature_key,
      });
      const cached = await cache.check({ customer, feature_key });
      expect(cached).toMatchObject({
        allowed,
        feature_key,
        limit,
        used,
        remaining,
        value,
        reason,
        source: "FRESH",
      });
    }
    expect(askedFor(SNAPSHOT)).toBe(1);
    expect((await cache.all({ customer })).map(({ feature_key }) => feature_key).sort()).toEqual([
      "calls",
      "exports",
      "region",
    ]);
  });

  it("agrees with the API about any number of units", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    await product.usher.usage.record({ customer, feature_key: "calls", quantity: 990 });
    for (const quantity of [0, 1, 10, 11, 5000]) {
      const question = { customer, feature_key: "calls", quantity };
      const { allowed, reason } = await product.usher.entitlements.check(question);
      expect(await cache.check(question)).toMatchObject({ allowed, reason });
    }
  });

  it("asks once for many who ask together", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    const checks = Array.from({ length: 50 }, () => cache.check({ customer, feature_key: "exports" }));
    expect((await Promise.all(checks)).every(({ allowed }) => allowed)).toBe(true);
    expect(askedFor(SNAPSHOT)).toBe(1);
  });

  it("counts what this process has recorded since, until the next snapshot", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    const calls = { customer, feature_key: "calls" };
    expect((await cache.check(calls)).used).toBe(0);
    await product.usher.usage.record({ ...calls, quantity: 999 });
    cache.count({ ...calls, quantity: 999 });
    expect(await cache.check(calls)).toMatchObject({ allowed: true, used: 999, remaining: 1 });
    expect(await cache.check({ ...calls, quantity: 2 })).toMatchObject({
      allowed: false,
      reason: "LIMIT_REACHED",
    });
    cache.expire(customer);
    expect(await cache.check(calls)).toMatchObject({ used: 999, remaining: 1 });
  });

  it("knows of a change as soon as it is notified", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    expect((await cache.check({ customer, feature_key: "exports" })).allowed).toBe(true);
    await product.usher.overrides.create({
      customer,
      feature_key: "exports",
      enabled: false,
      reason: "test",
    });
    expect((await cache.check({ customer, feature_key: "exports" })).allowed).toBe(true);
    cache.expire(customer);
    expect(await cache.check({ customer, feature_key: "exports" })).toMatchObject({
      allowed: false,
      reason: "DISABLED",
    });
  });

  it("gives an unknown customer what every customer has", async () => {
    const cache = aCache();
    const customer = unique("stranger");
    expect(await cache.check({ customer, feature_key: "calls" })).toMatchObject({ allowed: true, limit: 10 });
    expect(await cache.check({ customer, feature_key: "exports" })).toMatchObject({ allowed: false });
  });

  it("finds a feature that is newer than the snapshot, and says of one that there is not that there is not", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    await cache.check({ customer, feature_key: "calls" });
    await product.usher.features.create({ key: "newer", name: "Newer", type: "BOOLEAN" });
    expect(await cache.check({ customer, feature_key: "newer" })).toMatchObject({
      allowed: false,
      reason: "NOT_IN_PLAN",
    });
    await expect(cache.check({ customer, feature_key: "none" })).rejects.toMatchObject({ code: "K8001" });
  });

  it("keeps as many customers as it may, and forgets first whom it was asked about longest ago", async () => {
    const cache = aCache({ maxCustomers: 2 });
    const [one, two, three] = [await aCustomer(), await aCustomer(), await aCustomer()];
    for (const customer of [one, two, one, three, one, two])
      await cache.check({ customer, feature_key: "exports" });
    expect(askedFor(SNAPSHOT)).toBe(4);
  });
});

describe("a snapshot that is not fresh any more", () => {
  it("is answered from at once, and renewed behind the answer", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    const calls = { customer, feature_key: "calls" };
    await cache.check(calls);
    await product.usher.usage.record({ ...calls, quantity: 3 });
    pass(6 * MINUTE);
    expect(await cache.check(calls)).toMatchObject({ used: 0, source: "STALE" });
    await expect.poll(async () => (await cache.check(calls)).used).toBe(3);
    expect(await cache.check(calls)).toMatchObject({ source: "FRESH" });
    expect(askedFor(SNAPSHOT)).toBe(2);
  });

  it("is waited for when it is much older", async () => {
    const cache = aCache();
    const calls = { customer: await aCustomer(), feature_key: "calls" };
    await cache.check(calls);
    await product.usher.usage.record({ ...calls, quantity: 3 });
    pass(20 * MINUTE);
    expect(await cache.check(calls)).toMatchObject({ used: 3, source: "FRESH" });
  });
});
