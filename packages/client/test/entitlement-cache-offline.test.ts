import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { aCatalog } from "../../../server/testing/a-catalog.ts";
import { answerFrom } from "../src/answer.ts";
import { createEntitlementCache, type SnapshotStore } from "../src/index.ts";
import { aProduct } from "./a-product.ts";
import {
  aCachedProduct,
  aStore,
  type CachedProduct,
  keptSnapshot,
  MINUTE,
  pass,
  SNAPSHOT,
} from "./cached-product.ts";

/** What a check says of a counted feature, whatever its figures are. */
const metered = {
  allowed: true,
  feature_key: "calls",
  feature_type: "METERED" as const,
  has_override: false,
  configured: true,
  enabled: true,
  overage_behavior: "BLOCK" as const,
  billed_amount: null,
  currency: null,
  cap_reached: false,
  value: null,
  subscription_status: null,
  reason: null,
};

let stage: CachedProduct;
let world: CachedProduct["world"];
let proxy: CachedProduct["proxy"];
let product: CachedProduct["product"];
let aCache: CachedProduct["aCache"];
let publishedKeys: CachedProduct["publishedKeys"];
let aCustomer: CachedProduct["aCustomer"];
let askedFor: CachedProduct["askedFor"];
let goAway: CachedProduct["goAway"];
let comeBack: CachedProduct["comeBack"];

beforeAll(async () => {
  stage = await aCachedProduct();
  ({ world, proxy, product, aCache, publishedKeys, aCustomer, askedFor, goAway, comeBack } = stage);
});

beforeEach(() => stage.reset());

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => stage.close());

describe("while Usher is away", () => {
  afterEach(() => comeBack());

  it("the last snapshot is used for a day, and no check waits for a server that does not answer", async () => {
    const errors: unknown[] = [];
    const cache = aCache({ onError: (error) => errors.push(error), pauseMs: 60 * MINUTE });
    const customer = await aCustomer();
    await cache.check({ customer, feature_key: "exports" });
    goAway();
    pass(60 * MINUTE);
    for (let count = 0; count < 5; count++)
      expect(await cache.check({ customer, feature_key: "exports" })).toMatchObject({
        allowed: true,
        source: "OFFLINE",
      });
    expect(askedFor(SNAPSHOT)).toBeLessThanOrEqual(2);
    expect(errors).toHaveLength(1);
    comeBack();
    pass(61 * MINUTE);
    expect(await cache.check({ customer, feature_key: "exports" })).toMatchObject({ source: "FRESH" });
  });

  it("of several subscriptions only the counter whose period has ended begins again, as the API then says", {
    tags: ["long"],
  }, async () => {
    const addOn = await aCatalog(product.tenant.scope, {
      known: product.catalog.features,
      plans: [
        {
          slug: "daily",
          entitlements: { calls: { limit: 50, resetInterval: "DAY" } },
          prices: [{ amount: 500 }],
        },
      ],
    });
    const customer = await aCustomer();
    await product.usher.subscriptions.create({
      customer,
      email: `${customer}@example.com`,
      provider: "PROVIDER_B",
      plan_price_id: addOn.plans.daily?.prices[0] ?? "",
    });
    const calls = { customer, feature_key: "calls" };
    await product.usher.usage.record({ ...calls, quantity: 1030 });
    const cache = aCache();
    const expectTheSame = async (source: string) => {
      for (const quantity of [1, 20, 21, 70, 71]) {
        const check = await product.usher.entitlements.check({ ...calls, quantity });
        const { allowed, limit, used, remaining, reason } = check;
        expect(await cache.check({ ...calls, quantity })).toMatchObject({
          allowed,
          limit,
          used,
          remaining,
          reason,
          source,
        });
      }
    };
    // Half a day later, so that the snapshot is still good when the day of the allowance is over.
    pass(13 * 60 * MINUTE);
    await expectTheSame("FRESH");
    expect(await cache.check(calls)).toMatchObject({ used: 1030, remaining: 20 });
    goAway();
    pass(12 * 60 * MINUTE);
    await expectTheSame("OFFLINE");
    expect(await cache.check(calls)).toMatchObject({ used: 980, remaining: 70 });
  });

  it("a part that was used past what it includes takes nothing from the others, before and after it begins again", () => {
    const part = { subscription_id: "sub_1", product_id: "prod_1", remaining: 0, bears_overage: false };
    const parts = [
      { ...part, limit: 10, used: 15, resets_at: "2026-11-21T00:00:00.000Z" },
      { ...part, limit: 100, used: 40, remaining: 60, resets_at: "2026-12-01T00:00:00.000Z" },
    ];
    const counted = { limit: 110, used: 55, remaining: 60, access_limit: 115, resets_at: null };
    const asked = { quantity: 60, counted: 0 };
    const known = { ...metered, ...counted, parts };
    const before = Date.parse("2026-11-20T00:00:00Z");
    const after = Date.parse("2026-11-22T00:00:00Z");
    expect(answerFrom(known, { ...asked, now: before })).toMatchObject({ allowed: true, used: 55 });
    expect(answerFrom(known, { ...asked, quantity: 61, now: before })).toMatchObject({ allowed: false });
    expect(answerFrom(known, { ...asked, quantity: 70, now: after })).toMatchObject({
      allowed: true,
      used: 40,
      remaining: 70,
    });
    expect(answerFrom(known, { ...asked, quantity: 71, now: after })).toMatchObject({ allowed: false });
  });

  it("units that an earlier plan included are not granted again when the period begins again", () => {
    const figures = { limit: 100, used: 600, remaining: 0, resets_at: "2026-12-01T00:00:00.000Z" };
    const part = { subscription_id: "sub_1", product_id: "prod_1", bears_overage: true, ...figures };
    const known = { ...metered, ...figures, access_limit: 600, parts: [part] };
    const asked = { counted: 0, now: Date.parse("2026-12-02T00:00:00Z") };
    expect(answerFrom(known, { ...asked, quantity: 100 })).toMatchObject({ allowed: true, remaining: 100 });
    expect(answerFrom(known, { ...asked, quantity: 101 })).toMatchObject({ allowed: false, used: 0 });
  });

  it("a counter whose period has ended meanwhile begins again", async () => {
    const calls = { customer: await aCustomer(), feature_key: "calls" };
    await product.usher.usage.record({ ...calls, quantity: 1000 });
    const known = await product.usher.entitlements.check(calls);
    const end = Date.parse(known.resets_at ?? "");
    const asked = { quantity: 1, counted: 0 };
    expect(answerFrom(known, { ...asked, now: end - 1 })).toMatchObject({ allowed: false, remaining: 0 });
    expect(answerFrom(known, { ...asked, now: end })).toMatchObject({
      allowed: true,
      used: 0,
      remaining: 1000,
    });
  });

  it.each([
    ["allow", { allowed: true, reason: null, source: "UNREACHABLE" }],
    ["deny", { allowed: false, reason: "UNREACHABLE", source: "UNREACHABLE" }],
  ] as const)(
    "a customer of whom nothing is known is answered as was chosen: %s",
    async (onUnreachable, answer) => {
      const cache = aCache({ onUnreachable });
      const customer = await aCustomer();
      goAway();
      expect(await cache.check({ customer, feature_key: "exports" })).toMatchObject(answer);
      expect(await cache.all({ customer })).toEqual([]);
    },
  );

  it("and after a day the choice holds for those who were known, too", async () => {
    const cache = aCache({ onUnreachable: "deny" });
    const customer = await aCustomer();
    await cache.check({ customer, feature_key: "exports" });
    goAway();
    pass(23 * 60 * MINUTE);
    expect(await cache.check({ customer, feature_key: "exports" })).toMatchObject({
      allowed: true,
      source: "OFFLINE",
    });
    pass(2 * 60 * MINUTE);
    expect(await cache.check({ customer, feature_key: "exports" })).toMatchObject({
      allowed: false,
      source: "UNREACHABLE",
    });
  });

  it("one that hangs is waited for no longer than was said", async () => {
    const cache = aCache({ onUnreachable: "deny", timeoutMs: 100 });
    proxy.fail(SNAPSHOT, "silence", "silence");
    const began = performance.now();
    expect(await cache.check({ customer: "ada", feature_key: "exports" })).toMatchObject({
      source: "UNREACHABLE",
    });
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it("a process that starts anew goes on with what the store has kept, verified by the keys that it was given", async () => {
    const store = aStore();
    const customer = await aCustomer();
    await aCache({ store }).check({ customer, feature_key: "exports" });
    await keptSnapshot(store);
    const keys = await publishedKeys();
    goAway();
    pass(60 * MINUTE);
    const restarted = aCache({ store, keys, onUnreachable: "deny" });
    expect(await restarted.check({ customer, feature_key: "exports" })).toMatchObject({
      allowed: true,
      source: "OFFLINE",
    });
  });

  it("never takes the keys to verify with from the store that delivers the snapshots", async () => {
    const store = aStore();
    const customer = await aCustomer();
    await aCache({ store }).check({ customer, feature_key: "calls" });
    const [name, token] = await keptSnapshot(store);
    const forger = await generateKeyPair("ES256");
    const forged = await new SignJWT(claimsOf(token))
      .setProtectedHeader({ alg: "ES256", kid: "forged", typ: "entitlements+jwt" })
      .sign(forger.privateKey);
    const jwk = { ...(await exportJWK(forger.publicKey)), kid: "forged", alg: "ES256", use: "sig" };
    store.items.set(name, forged);
    for (const key of ["usher:jwks", `usher:jwks:${product.tenant.id}`])
      store.items.set(key, JSON.stringify({ keys: [jwk] }));
    goAway();
    for (const keys of [undefined, await publishedKeys()]) {
      const restarted = aCache({ store, onUnreachable: "deny", ...(keys && { keys }) });
      expect(await restarted.check({ customer, feature_key: "calls" })).toMatchObject({
        allowed: false,
        source: "UNREACHABLE",
      });
    }
  });

  it("believes no snapshot of another tenant, another customer or another dimension", {
    tags: ["long"],
  }, async () => {
    const keys = await publishedKeys();
    const store = aStore();
    const customer = await aCustomer();
    const other = await aCustomer();
    const namesake = await aProduct(world);
    await namesake.usher.subscriptions.create({
      customer: other,
      email: "a@example.com",
      plan_price_id: namesake.price,
      provider: "PROVIDER_B",
    });
    const tokens = await Promise.all([
      namesake.usher.entitlements.snapshot({ customer: other }),
      product.usher.entitlements.snapshot({ customer }),
      product.usher.entitlements.snapshot({ customer: other, dimension: "workspace-7" }),
    ]);
    await aCache({ store }).check({ customer: other, feature_key: "exports" });
    const [name] = await keptSnapshot(store);
    goAway();
    for (const [{ token }, reason] of [
      [tokens[0], /aud/],
      [tokens[1], /customer/],
      [tokens[2], /dimension/],
    ] as const) {
      store.items.set(name, token);
      const errors: unknown[] = [];
      const options = { store, keys, onUnreachable: "deny" } as const;
      const cache = aCache({ ...options, onError: (error) => errors.push(error) });
      const answer = await cache.check({ customer: other, feature_key: "exports" });
      expect(answer).toMatchObject({ allowed: false, source: "UNREACHABLE" });
      expect(String(errors[0])).toMatch(reason);
    }
  });

  it("treats the snapshots that an older version of this package kept as missing", async () => {
    const store = aStore();
    const errors: unknown[] = [];
    const customer = await aCustomer();
    await aCache({ store }).check({ customer, feature_key: "exports" });
    const [name, token] = await keptSnapshot(store);
    const { dimension: _, ...claims } = claimsOf(token);
    const older = await world.services.keyring.sign(claims, {
      audience: "usher:entitlements",
      type: "entitlements+jwt",
      subject: String(claims.sub),
      lifetimeSeconds: 300,
      id: "tok_older",
    });
    store.items.delete(name);
    store.items.set(`usher:entitlements:${customer}:`, older);
    const cache = aCache({ store, onError: (error) => errors.push(error) });
    const question = { customer, feature_key: "exports" };
    expect(await cache.check(question)).toMatchObject({ allowed: true, source: "FRESH" });
    expect(errors).toEqual([]);
    // Nor when it is stored under today's name.
    store.items.set(name, older);
    expect(await aCache({ store }).check(question)).toMatchObject({ allowed: true, source: "FRESH" });
    await expect.poll(() => store.items.get(name)).not.toBe(older);
  });

  it("two tenants share a store without sharing a customer of the same name", {
    tags: ["long"],
  }, async () => {
    const store = aStore();
    const customer = await aCustomer();
    const stranger = await aProduct(world);
    const question = { customer, feature_key: "exports" };
    expect(await aCache({ store }).check(question)).toMatchObject({ allowed: true });
    const tenant = stranger.tenant.id;
    const theirs = createEntitlementCache({ usher: stranger.usher, tenant, store, onUnreachable: "throw" });
    expect(await theirs.check(question)).toMatchObject({ allowed: false });
  });

  it("believes nothing in the store that Usher has not signed", { tags: ["long"] }, async () => {
    const store = aStore();
    const errors: unknown[] = [];
    const customer = await aCustomer();
    await product.usher.overrides.create({
      customer,
      feature_key: "exports",
      enabled: false,
      reason: "test",
    });
    await aCache({ store }).check({ customer, feature_key: "exports" });
    await keptSnapshot(store);
    const keys = await publishedKeys();
    for (const [name, token] of store.items) {
      const [head, claims = "", signature] = token.split(".");
      if (signature === undefined) continue;
      const text = Buffer.from(claims, "base64url")
        .toString()
        .replaceAll('"allowed":false', '"allowed":true');
      store.items.set(name, [head, Buffer.from(text).toString("base64url"), signature].join("."));
    }
    goAway();
    const options = { store, keys, onUnreachable: "deny" } as const;
    const restarted = aCache({ ...options, onError: (error) => errors.push(error) });
    const answer = await restarted.check({ customer, feature_key: "exports" });
    expect(answer).toMatchObject({ allowed: false, source: "UNREACHABLE" });
    expect(String(errors[0])).toContain("signature");
  });

  it("reports a store that fails, and goes on without it", async () => {
    const errors: string[] = [];
    const broken: SnapshotStore = {
      get: () => Promise.reject(new Error("the store is down")),
      set: () => Promise.reject(new Error("the store is down")),
    };
    const cache = aCache({ store: broken, onError: (error) => errors.push(String(error)) });
    expect((await cache.check({ customer: await aCustomer(), feature_key: "exports" })).allowed).toBe(true);
    await expect.poll(() => errors.length).toBeGreaterThanOrEqual(2);
    expect(new Set(errors)).toEqual(new Set(["Error: the store is down"]));
  });

  it("a customer who was expired is asked for anew, whatever the store has", async () => {
    const store = aStore();
    const customer = await aCustomer();
    await aCache({ store }).check({ customer, feature_key: "exports" });
    await keptSnapshot(store);
    await product.usher.overrides.create({
      customer,
      feature_key: "exports",
      enabled: false,
      reason: "test",
    });
    const other = aCache({ store });
    pass(2_000);
    other.expire(customer);
    expect(await other.check({ customer, feature_key: "exports" })).toMatchObject({ allowed: false });
  });
});

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
