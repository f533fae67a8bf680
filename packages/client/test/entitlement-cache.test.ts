import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rotateSigningKeys } from "../../../server/domain/auth/tokens/rotate-signing-keys.ts";
import { ownDatabase } from "../../../server/testing/own-database.ts";
import { openWorld, unique, type World } from "../../../server/testing/world.ts";
import { answerFrom } from "../src/answer.ts";
import {
  createEntitlementCache,
  createSnapshotVerifier,
  type EntitlementCacheOptions,
  type SnapshotStore,
  type Usher,
} from "../src/index.ts";
import { aProduct, type TestProduct } from "./a-product.ts";
import { aFaultyProxy, type FaultyProxy } from "./faulty-proxy.ts";

const MINUTE = 60_000;
const SNAPSHOT = "/v1/billing/entitlements/snapshot";
const KEYS = "/.well-known/jwks.json";

let world: World;
let proxy: FaultyProxy;
let product: TestProduct;
let usher: Usher;

beforeAll(async () => {
  world = await openWorld();
  proxy = await aFaultyProxy(world.baseUrl);
  product = await aProduct(world);
  usher = product.open({ baseUrl: proxy.url });
});

beforeEach(() => {
  for (const path of [SNAPSHOT, KEYS]) proxy.fail(path);
  proxy.passages.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await proxy.close();
  await world.close();
});

/** The server's own address is another than the proxy's, by which the client reaches it. */
function aCache(options: Partial<EntitlementCacheOptions> = {}) {
  const tenant = product.tenant.id;
  return createEntitlementCache({ usher, tenant, onUnreachable: "throw", issuer: world.baseUrl, ...options });
}

/** Usher's public keys, as a product would keep them beside its configuration. */
async function publishedKeys(): Promise<JSONWebKeySet> {
  return (await fetch(`${world.baseUrl}${KEYS}`)).json();
}

/** The one snapshot that a cache has put into the store, and under which name. */
async function keptSnapshot(store: { items: Map<string, string> }): Promise<[string, string]> {
  await expect.poll(() => store.items.size).toBe(1);
  const [kept] = store.items;
  return kept ?? ["", ""];
}

async function aCustomer(): Promise<string> {
  const customer = unique("ada");
  const email = `${customer}@example.com`;
  await product.usher.subscriptions.create({
    ...{ customer, email, plan_price_id: product.price, provider: "PROVIDER_B" },
  });
  return customer;
}

const askedFor = (path: string) => proxy.passages.filter((passage) => passage.path === path).length;
const goAway = () => {
  for (const path of [
    SNAPSHOT,
    KEYS,
    "/v1/auth/token",
    "/v1/billing/entitlements",
    "/v1/billing/entitlements/newer",
  ])
    proxy.fail(path, ...Array.from({ length: 50 }, () => "reset before" as const));
};
const comeBack = () => {
  for (const path of [
    SNAPSHOT,
    KEYS,
    "/v1/auth/token",
    "/v1/billing/entitlements",
    "/v1/billing/entitlements/newer",
  ])
    proxy.fail(path);
};

/** Lets time pass for client and server alike. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
}

function aStore(): SnapshotStore & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get: async (key) => items.get(key) ?? null,
    set: async (key, value) => void items.set(key, value),
  };
}

describe("a check from the cache", () => {
  it("says what the check of the API says, for every feature, with one request for all of them", async () => {
    const cache = aCache();
    const customer = await aCustomer();
    await product.usher.usage.record({ customer, feature_key: "calls", quantity: 7 });
    for (const feature_key of ["calls", "exports", "region"]) {
      const { reason, allowed, limit, used, remaining, value } = await product.usher.entitlements.check({
        ...{ customer, feature_key },
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

describe("while Usher is away", () => {
  afterEach(comeBack);

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

  it("believes no snapshot of another tenant, another customer or another dimension", async () => {
    const keys = await publishedKeys();
    const store = aStore();
    const customer = await aCustomer();
    const other = await aCustomer();
    const namesake = await aProduct(world);
    await namesake.usher.subscriptions.create({
      ...{ customer: other, email: "a@example.com", plan_price_id: namesake.price, provider: "PROVIDER_B" },
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
      ...{ audience: "usher:entitlements", type: "entitlements+jwt", subject: String(claims.sub) },
      ...{ lifetimeSeconds: 300, id: "tok_older" },
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

  it("two tenants share a store without sharing a customer of the same name", async () => {
    const store = aStore();
    const customer = await aCustomer();
    const stranger = await aProduct(world);
    const question = { customer, feature_key: "exports" };
    expect(await aCache({ store }).check(question)).toMatchObject({ allowed: true });
    const tenant = stranger.tenant.id;
    const theirs = createEntitlementCache({ usher: stranger.usher, tenant, store, onUnreachable: "throw" });
    expect(await theirs.check(question)).toMatchObject({ allowed: false });
  });

  it("believes nothing in the store that Usher has not signed", async () => {
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

describe("the keys that sign snapshots", () => {
  it("may be replaced in an emergency: cache and client go on by themselves", async () => {
    // The keys are all tenants': a database of its own.
    const own = await openWorld({ environment: { DATABASE_URL: await ownDatabase() } });
    const between = await aFaultyProxy(own.baseUrl);
    try {
      const replaced = await aProduct(own);
      const cache = createEntitlementCache({
        usher: replaced.open({ baseUrl: between.url }),
        tenant: replaced.tenant.id,
        onUnreachable: "throw",
        issuer: own.baseUrl,
      });
      const customer = unique("ada");
      await replaced.usher.usage.record({ customer, feature_key: "calls", quantity: 1 });
      const check = () => cache.check({ customer, feature_key: "region" });
      expect(await check()).toMatchObject({ allowed: true, source: "FRESH" });
      await rotateSigningKeys(own.services, { isEmergency: true });
      pass(1 * MINUTE);
      // The server learns of the new key by a notice.
      await vi.waitFor(
        async () => {
          cache.expire(customer);
          expect(await check()).toMatchObject({ allowed: true, source: "FRESH" });
          expect(between.passages.filter(({ path }) => path === KEYS)).toHaveLength(2);
        },
        { timeout: 5_000, interval: 50 },
      );
    } finally {
      await between.close();
      await own.close();
    }
  });

  it("verify no token that is none of Usher's snapshots", async () => {
    const tenant = product.tenant.id;
    const verifier = createSnapshotVerifier({ baseUrl: world.baseUrl, tenant });
    const customer = await aCustomer();
    const { token, customer_id } = await product.usher.entitlements.snapshot({ customer });
    for (const named of [customer, customer_id])
      expect(await verifier.verify(token, { customer: named })).toMatchObject({
        tenantId: tenant,
        externalId: customer,
        entitlements: { exports: { feature_key: "exports" } },
      });
    const { id: client_id, clientSecret: client_secret } = product.tenant.adminApplication;
    const grant = { grant_type: "client_credentials", client_id, client_secret };
    const { access_token } = await product.usher.auth.token(grant);
    await expect(verifier.verify(access_token, { customer })).rejects.toThrow();
    const issuer = "https://another.example.com";
    const other = createSnapshotVerifier({ baseUrl: world.baseUrl, tenant, issuer });
    await expect(other.verify(token, { customer })).rejects.toThrow(/iss/);
  });

  it("verify a snapshot for the tenant, customer and dimension asked about, and for no other", async () => {
    const verifier = createSnapshotVerifier({ baseUrl: world.baseUrl, tenant: product.tenant.id });
    const [customer, dimension] = [await aCustomer(), "workspace-7"];
    const { token } = await product.usher.entitlements.snapshot({ customer, dimension });
    expect(await verifier.verify(token, { customer, dimension })).toMatchObject({ dimension });
    await expect(verifier.verify(token, { customer })).rejects.toThrow(/dimension/);
    await expect(verifier.verify(token, { customer: await aCustomer(), dimension })).rejects.toThrow(
      /customer/,
    );
    const foreign = createSnapshotVerifier({ baseUrl: world.baseUrl, tenant: "ten_other" });
    await expect(foreign.verify(token, { customer, dimension })).rejects.toThrow(/aud/);
    // Callers without types are refused, too.
    const without = (options: object) => () => createSnapshotVerifier(options as never);
    expect(without({ baseUrl: world.baseUrl })).toThrow(/tenant/);
    await expect(verifier.verify(token, {} as never)).rejects.toThrow(/customer/);
  });
});

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
