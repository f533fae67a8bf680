import { expect } from "vitest";
import { aCatalog } from "./a-catalog.ts";
import { aTenant, type TestTenant } from "./a-tenant.ts";
import { PASSWORD } from "./a-user.ts";
import { itWith } from "./it.ts";
import { unique } from "./world.ts";

// A request that holds a connection and waits for a second one waits for ever, once all others do the same. With two connections and
// many callers that shows at once: every operation must be content with one at a time.

let tenant: TestTenant;
let planPriceId: string;

const customer = unique("shared");

const it = itWith({ environment: { USHER_POOL_SIZE: "2" } });

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { calls: { limit: 1e6 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  planPriceId = catalog.plans.free?.prices[0] ?? "";
  await tenant.admin.send("PATCH", "/v1/settings", { waitlist_referrals: true });
  // Usage is set for customers who are there already.
  await tenant.server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 1 });
});

const email = () => `${unique("few")}@example.com`;

const operations: [string, (tenant: TestTenant) => Promise<{ status: number; body: unknown }>][] = [
  [
    "set usage",
    ({ admin }) => admin.post("/v1/billing/usage/set", { customer, feature_key: "calls", value: 5 }),
  ],
  [
    "record usage",
    ({ server }) => server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 1 }),
  ],
  [
    "reserve and confirm usage",
    async ({ server }) => {
      const path = "/v1/billing/usage/reservations";
      const { body } = await server.post(path, { customer, feature_key: "calls", quantity: 1 });
      return server.post(`${path}/${body.id}/confirm`);
    },
  ],
  ["check", ({ server }) => server.get(`/v1/billing/entitlements/calls?customer=${customer}`)],
  ["join the waitlist", ({ server }) => server.post("/v1/waitlist", { email: email() })],
  ["invite", ({ server }) => server.post("/v1/invitations/token", { email: email() })],
  ["invite the oldest", ({ server }) => server.post("/v1/waitlist/invite", { oldest: 1 })],
  [
    "register",
    ({ server }) =>
      server.post("/v1/auth/register", { email: email(), password: PASSWORD, email_verified: true }),
  ],
  [
    "redeem a code",
    async ({ server }) => {
      const { code } = (await server.post("/v1/invitations/code", {})).body;
      return server.post("/v1/invitations/redeem", { code, user: "u" });
    },
  ],
  [
    "start, pause and cancel a subscription",
    async ({ server }) => {
      const started = await server.post("/v1/billing/cardprovider/subscriptions/headless", {
        customer: unique("own"),
        email: email(),
        plan_price_id: planPriceId,
      });
      await server.post(`/v1/billing/subscriptions/${started.body.id}/pause`);
      return server.post(`/v1/billing/subscriptions/${started.body.id}/cancel`, { at: "now" });
    },
  ],
  [
    "override",
    ({ admin }) =>
      admin.post("/v1/billing/overrides", { customer, feature_key: "calls", limit_add: 1, reason: "r" }),
  ],
];

it.each(operations)("%s, twelve at once, on two connections", { tags: ["long"] }, async (_, run) => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => run(tenant)));
  for (const { status, body } of replies) expect(status, JSON.stringify(body)).toBeLessThan(300);
});
