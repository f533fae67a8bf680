import { aCatalog, type TestCatalog } from "../../../server/testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../server/testing/a-tenant.ts";
import type { World } from "../../../server/testing/world.ts";
import { createUsher, type Usher, type UsherOptions } from "../src/index.ts";

/** A tenant with something to sell: calls are counted up to 10 on the free plan, up to 1,000 on the paid one. */
export interface TestProduct {
  tenant: TestTenant;
  catalog: TestCatalog;
  /** The price of the paid plan. */
  price: string;
  /** The client of the tenant's back end, an administrator. */
  usher: Usher;
  /** Another one like it. */
  open(options?: Partial<UsherOptions>): Usher;
}

/** Makes a tenant with a catalog, and the client of its back end. */
export async function aProduct(world: World, options: { mode?: "LIVE" | "TEST" } = {}): Promise<TestProduct> {
  const tenant = await aTenant(world, options);
  const catalog = await aCatalog(tenant.scope, {
    features: {
      calls: { type: "METERED" },
      exports: { type: "BOOLEAN" },
      region: { type: "STATIC", valueType: "string" },
    },
    plans: [
      {
        slug: "free",
        entitlements: { calls: { limit: 10 }, region: { value: "eu" } },
        prices: [{ amount: 0 }],
      },
      {
        slug: "pro",
        entitlements: { calls: { limit: 1000 }, exports: {}, region: { value: "us" } },
        prices: [{ amount: 2900 }],
      },
    ],
    freePlan: "free",
  });
  const { id, appId, clientSecret } = tenant.adminApplication;
  const open = (options: Partial<UsherOptions> = {}) =>
    createUsher({
      baseUrl: world.baseUrl,
      appId,
      clientId: id,
      clientSecret,
      retry: { firstDelayMs: 5, maxDelayMs: 20 },
      ...options,
    });
  return { tenant, catalog, price: catalog.plans.pro?.prices[0] ?? "", usher: open(), open };
}
