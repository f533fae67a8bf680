import fc from "fast-check";
import { expect } from "vitest";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";

// What the check says may be used is what may be used, of one source and of several, whatever they grant: not a unit more or less.

const binding = fc.constantFrom("CUSTOMER" as const, "DIMENSION" as const);
const entitlement = fc.record({
  limit: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 5 }),
  overage: fc.constantFrom("BLOCK" as const, "ALLOW" as const),
  overageCeiling: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 4 }),
  limitBinding: binding,
  capBinding: binding,
});
const DIMENSIONS = ["a", "b", "c"];
const use = fc.record({
  dimension: fc.constantFrom(...DIMENSIONS),
  quantity: fc.integer({ min: 1, max: 45 }),
  mode: fc.constantFrom("strict", "clip"),
});
const drawn = fc.record({
  entitlements: fc.array(entitlement, { minLength: 1, maxLength: 3 }),
  type: fc.constantFrom("METERED" as const, "ALLOCATED" as const),
  uses: fc.array(use, { maxLength: 8 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** A customer with a subscription for each entitlement, each of a product of its own. */
async function aCustomer(world: World, { entitlements, type }: Drawn) {
  const tenant = await aTenant(world);
  const customer = unique("customer");
  let known: TestCatalog["features"] | undefined;
  for (const [n, units] of entitlements.entries()) {
    const plan = {
      slug: `plan${n}`,
      entitlements: {
        units: { ...units, overageCeiling: units.overage === "BLOCK" ? null : units.overageCeiling },
      },
      prices: [{ amount: 1000 }],
    };
    const catalog: TestCatalog = await aCatalog(tenant.scope, {
      ...(known ? { known } : { features: { units: { type } } }),
      plans: [plan],
    });
    known = catalog.features;
    await aSubscription(tenant, { customer, price: catalog.plans[plan.slug]?.prices[0], paidBy: "invoice" });
  }
  const at = `/v1/billing/entitlements/units?customer=${customer}`;
  return {
    use: (fields: object) =>
      tenant.server.post("/v1/billing/usage", { customer, feature_key: "units", ...fields }),
    check: async (dimension: string) => (await tenant.server.get(`${at}&dimension=${dimension}`)).body,
  };
}

it("a use is refused past what the check says, and taken up to it", { timeout: 600_000 }, async ({
  world,
}) => {
  await fc.assert(
    fc.asyncProperty(drawn, async (one) => {
      const customer = await aCustomer(world, one);
      for (const fields of one.uses) await customer.use(fields);
      for (const dimension of DIMENSIONS) {
        const { access_limit: limit, used, enabled } = await customer.check(dimension);
        const room = limit === null ? 5_000 : limit - used;
        if (!enabled) continue;
        if (limit !== null)
          expect((await customer.use({ dimension, quantity: Math.max(0, room) + 1 })).body.code).toBe(
            "K8005",
          );
        if (room > 0) expect((await customer.use({ dimension, quantity: room })).status).toBe(201);
      }
    }),
    { numRuns: 60 },
  );
});
