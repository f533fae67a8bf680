import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rotateSigningKeys } from "../../../server/domain/auth/tokens/rotate-signing-keys.ts";
import { ownDatabase } from "../../../server/testing/own-database.ts";
import { openWorld, unique } from "../../../server/testing/world.ts";
import { createEntitlementCache, createSnapshotVerifier } from "../src/index.ts";
import { aProduct } from "./a-product.ts";
import { aCachedProduct, type CachedProduct, KEYS, MINUTE, pass } from "./cached-product.ts";
import { aFaultyProxy } from "./faulty-proxy.ts";

let stage: CachedProduct;
let world: CachedProduct["world"];
let product: CachedProduct["product"];
let aCustomer: CachedProduct["aCustomer"];

beforeAll(async () => {
  stage = await aCachedProduct();
  ({ world, product, aCustomer } = stage);
});

beforeEach(() => stage.reset());

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => stage.close());

describe("the keys that sign snapshots", () => {
  it("may be replaced in an emergency: cache and client go on by themselves", {
    tags: ["long"],
  }, async () => {
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
        { timeout: 20_000, interval: 50 },
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
