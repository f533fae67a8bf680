import { expect } from "vitest";
import type { Scope } from "../platform/scope.ts";
import { aCatalog, type TestCatalog } from "./a-catalog.ts";
import { aTenant, type TestTenant } from "./a-tenant.ts";
import type { Reply } from "./client.ts";
import { unique, type World } from "./world.ts";

/** A tenant that sells the plans free, pro and team, with a feature of each type. */
export interface ProShop {
  tenant: TestTenant;
  catalog: TestCatalog;
  /** The id of a plan's price; "" when there is none. */
  price(plan: string, index?: number): string;
  /** Starts a subscription without a page. */
  start(fields: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply>;
  /** A customer with a subscription; of the plan pro, by card, unless it is given another price. */
  // biome-ignore lint/suspicious/noExplicitAny: the conformance test holds the shape.
  aSubscriber(planPriceId?: string, card?: object): Promise<{ customer: string; subscription: any }>;
}

export async function aProShop(world: World): Promise<ProShop> {
  const tenant = await aTenant(world);
  const catalog = await proCatalog(tenant.scope);
  const price = (plan: string, index = 0) => catalog.plans[plan]?.prices[index] ?? "";
  const start = (fields: Record<string, unknown>, headers?: Record<string, string>) =>
    tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", fields, headers);
  return {
    tenant,
    catalog,
    price,
    start,
    async aSubscriber(planPriceId = price("pro"), card = { cardprovider_test_card_token: "tok_visa" }) {
      const customer = unique("customer");
      const email = `${customer}@example.com`;
      const reply = await start({ customer, email, plan_price_id: planPriceId, ...card });
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return { customer, subscription: reply.body };
    },
  };
}

function proCatalog(scope: Scope): Promise<TestCatalog> {
  return aCatalog(scope, {
    features: {
      sso: { type: "BOOLEAN" },
      api_calls: { type: "METERED" },
      seats: { type: "ALLOCATED" },
      region: { type: "STATIC", valueType: "string" },
      exports: { type: "METERED" },
    },
    plans: [
      {
        slug: "free",
        entitlements: { api_calls: { limit: 100 } },
        prices: [{ amount: 0 }],
      },
      {
        slug: "pro",
        entitlements: {
          sso: {},
          api_calls: {
            limit: 1000,
            overage: "BILL",
            overageStep: 1000,
            overageCeiling: 5000,
            prices: [{ currency: "USD", unitAmount: 100 }],
          },
          seats: { limit: 5 },
          region: { value: "eu" },
        },
        prices: [
          { amount: 2000 },
          { amount: 2000, currency: "EUR" },
          { amount: 20000, interval: "YEAR" },
          { amount: 2000, trialDays: 14 },
          { amount: 3000, interval: "WEEK", trialDays: 7, trialNeedsCard: true },
        ],
      },
      {
        slug: "team",
        entitlements: { api_calls: { limit: 50_000 }, seats: { limit: 50 }, exports: { limit: 10 } },
        prices: [{ amount: 5000 }],
      },
    ],
  });
}
