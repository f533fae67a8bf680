import { expect } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { overagePrices } from "./overage-prices.ts";

it("the portal names the price of more where overage is billed, as the customer bought it", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const bill = { limit: 1_000, overage: "BILL", overageStep: 1_000 } as const;
  const flat = { currency: "USD", pricing: "FLAT", unitAmount: "2.5" } as const;
  const tiers = [{ up_to: null, unit_amount: "1" }];
  const { plans } = await aCatalog(tenant.scope, {
    features: {
      events: { type: "METERED" },
      calls: { type: "METERED" },
      hard: { type: "METERED" },
      sso: { type: "BOOLEAN" },
    },
    plans: [
      {
        slug: "pro",
        entitlements: {
          events: { ...bill, prices: [flat, { ...flat, currency: "EUR", unitAmount: "3" }] },
          calls: { ...bill, overageStep: 1, prices: [{ currency: "USD", pricing: "GRADUATED", tiers }] },
          hard: { limit: 5 },
          sso: { enabled: true },
        },
        prices: [{ amount: 0 }],
      },
    ],
  });
  const { customerId } = await aSubscription(tenant, { price: plans.pro?.prices[0] });
  expect(await overagePrices(tenant.scope, customerId)).toEqual([
    { feature_key: "calls", currency: "USD", unit_amount: null, step: 1 },
    { feature_key: "events", currency: "USD", unit_amount: "2.5", step: 1_000 },
  ]);
});
