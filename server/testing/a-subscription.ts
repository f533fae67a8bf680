import { BY_INVOICE } from "../platform/schema/provider.ts";
import { aCatalog, type TestCatalog } from "./a-catalog.ts";
import type { TestTenant } from "./a-tenant.ts";
import type { Reply } from "./client.ts";
import { unique } from "./world.ts";

type Plan = Parameters<typeof aCatalog>[1]["plans"][number];

interface SubscriptionInput {
  /** A price on sale; without it the plan `pro` of a stage (`aStage`), and for another tenant a new plan for 10.00 USD a month. */
  price?: string | undefined;
  /** What the plan that is made costs, and what it grants of `features`. */
  amount?: number;
  currency?: string;
  entitlements?: Plan["entitlements"];
  features?: Parameters<typeof aCatalog>[1]["features"];
  /** "card" by default, "invoice" at the tenant's own, "nothing" where the price is free. */
  paidBy?: "card" | "invoice" | "nothing";
  /** How the tenant calls the customer. */
  customer?: string;
  email?: string;
  /** The steps bought of each driver, by feature key. */
  items?: Record<string, number>;
  /** The test clock that the customer lives on, in a TEST tenant. */
  clock?: string;
}

export interface TestSubscription {
  id: string;
  /** How the tenant calls the customer. */
  customer: string;
  /** Our identifier of the customer. */
  customerId: string;
  /** As POST /v1/billing/subscriptions answered it. */
  body: Reply["body"];
}

/** A tenant, with what it sells where it is a stage. */
type Seller = TestTenant & { catalog?: TestCatalog };

/** A customer of the tenant with a new subscription, started over REST; throws what was answered when it is refused. */
export async function aSubscription(
  tenant: Seller,
  input: SubscriptionInput = {},
): Promise<TestSubscription> {
  if ("price" in input && !input.price) throw new Error("There is no such price: is the plan's slug right?");
  const { customer = unique("customer"), email = `${unique("person")}@example.com` } = input;
  const { paidBy = "card", clock, items } = input;
  const person = { customer, email };
  if (clock) await created(tenant.admin.post(`/v1/test-clocks/${clock}/customers`, person));
  const body = await created(
    tenant.admin.post("/v1/billing/subscriptions", {
      ...person,
      plan_price_id: input.price ?? (await aPriceOnSale(tenant, input)),
      ...(paidBy === "card" && { cardprovider_test_card_token: "tok_visa" }),
      ...(paidBy === "invoice" && { provider: BY_INVOICE }),
      ...(items && { drivers: stepsOf(items) }),
    }),
  );
  return { id: body.id, customer, customerId: body.customer.id, body };
}

async function aPriceOnSale(tenant: Seller, input: SubscriptionInput): Promise<string> {
  const ofStage = tenant.catalog?.plans.pro?.prices[0];
  if (ofStage) return ofStage;
  const { amount = 1_000, currency = "USD", entitlements = {}, features = {} } = input;
  const slug = unique("plan");
  const { plans } = await aCatalog(tenant.scope, {
    features,
    plans: [{ slug, entitlements, prices: [{ amount, currency }] }],
  });
  return plans[slug]?.prices[0] ?? "";
}

const stepsOf = (items: Record<string, number>) =>
  Object.entries(items).map(([feature_key, steps]) => ({ feature_key, steps }));

async function created(reply: Promise<Reply>): Promise<Reply["body"]> {
  const { status, body } = await reply;
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
