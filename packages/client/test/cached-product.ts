import type { JSONWebKeySet } from "jose";
import { expect, vi } from "vitest";
import { openWorld, unique, type World } from "../../../server/testing/world.ts";
import {
  createEntitlementCache,
  type EntitlementCache,
  type EntitlementCacheOptions,
  type SnapshotStore,
  type Usher,
} from "../src/index.ts";
import { aProduct, type TestProduct } from "./a-product.ts";
import { aFaultyProxy, type FaultyProxy } from "./faulty-proxy.ts";

export const MINUTE = 60_000;
export const SNAPSHOT = "/v1/billing/entitlements/snapshot";
export const KEYS = "/.well-known/jwks.json";
const PATHS = [
  SNAPSHOT,
  KEYS,
  "/v1/auth/token",
  "/v1/billing/entitlements",
  "/v1/billing/entitlements/newer",
];

/** A product that reaches Usher through a proxy that can fail. */
export interface CachedProduct {
  world: World;
  proxy: FaultyProxy;
  product: TestProduct;
  usher: Usher;
  aCache(options?: Partial<EntitlementCacheOptions>): EntitlementCache;
  /** Usher's public keys, as a product would keep them beside its configuration. */
  publishedKeys(): Promise<JSONWebKeySet>;
  /** A customer with a subscription. */
  aCustomer(): Promise<string>;
  /** How many requests of a path have arrived in this test. */
  askedFor(path: string): number;
  /** From now on no request is answered. */
  goAway(): void;
  comeBack(): void;
  /** For the next test: nothing fails, and no request has arrived. */
  reset(): void;
  close(): Promise<void>;
}

export async function aCachedProduct(): Promise<CachedProduct> {
  const world = await openWorld();
  const proxy = await aFaultyProxy(world.baseUrl);
  const product = await aProduct(world);
  const usher = product.open({ baseUrl: proxy.url });
  return {
    world,
    proxy,
    product,
    usher,
    aCache(options = {}) {
      const tenant = product.tenant.id;
      // The server's own address is another than the proxy's, by which the client reaches it.
      const issuer = world.baseUrl;
      return createEntitlementCache({ usher, tenant, onUnreachable: "throw", issuer, ...options });
    },
    publishedKeys: async () => (await fetch(`${world.baseUrl}${KEYS}`)).json(),
    async aCustomer() {
      const customer = unique("ada");
      const email = `${customer}@example.com`;
      await product.usher.subscriptions.create({
        customer,
        email,
        plan_price_id: product.price,
        provider: "PROVIDER_B",
      });
      return customer;
    },
    askedFor: (path) => proxy.passages.filter((passage) => passage.path === path).length,
    goAway() {
      for (const path of PATHS)
        proxy.fail(path, ...Array.from({ length: 50 }, () => "reset before" as const));
    },
    comeBack() {
      for (const path of PATHS) proxy.fail(path);
    },
    reset() {
      for (const path of [SNAPSHOT, KEYS]) proxy.fail(path);
      proxy.passages.length = 0;
    },
    async close() {
      await proxy.close();
      await world.close();
    },
  };
}

/** Lets time pass for client and server alike. */
export function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
}

/** A store in memory. */
export function aStore(): SnapshotStore & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get: async (key) => items.get(key) ?? null,
    set: async (key, value) => void items.set(key, value),
  };
}

/** The one snapshot that a cache has put into the store, and under which name. */
export async function keptSnapshot(store: { items: Map<string, string> }): Promise<[string, string]> {
  await expect.poll(() => store.items.size).toBe(1);
  const [kept] = store.items;
  return kept ?? ["", ""];
}
