import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { BY_CARD, type Provider } from "../platform/schema/provider.ts";
import { aCatalog, type TestCatalog } from "./a-catalog.ts";
import { aTenant, type TestTenant } from "./a-tenant.ts";
import { unique, type World } from "./world.ts";

type Input = Parameters<typeof aCatalog>[1];

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are held against the OpenAPI document by the caller.
  body: any;
}

/** A customer on a test clock, with everything that happens to it done over REST. */
export interface Story {
  tenant: TestTenant;
  catalog: TestCatalog;
  customer: string;
  clockId: string;
  /** A plan's price, the first by default. */
  price(plan: string, nth?: number): string;
  /** Moves the clock. */
  to(moment: string): Promise<void>;
  start(provider: Provider, plan: string, fields?: object): Promise<string>;
  get(path: string): Promise<Reply>;
  post(path: string, fields?: object): Promise<Reply>;
  /** POST to the subscription, which must answer so. */
  tell(id: string, what: string, fields?: object, status?: number): Promise<Reply["body"]>;
  subscription(id: string): Promise<Reply["body"]>;
  /** Ends the subscription at once. */
  end(id: string): Promise<void>;
  /** Records usage of a feature, as the product's server does. */
  use(feature: string, quantity: number, fields?: object): Promise<Reply>;
  /** The check of a feature. */
  check(feature: string, query?: Record<string, string>): Promise<Reply["body"]>;
  /** Its invoices, oldest first: total and the amounts of its lines. */
  invoices(
    id: string,
  ): Promise<{ total: number; status: string; amounts: number[]; number: string | null }[]>;
}

/** A TEST tenant that sells this, and a customer of it on a clock that is set to a moment. */
export async function aStory(world: World, now: string, input: Input): Promise<Story> {
  const tenant = await aTenant(world, { mode: "TEST" });
  const catalog = await aCatalog(tenant.scope, input);
  const customer = unique("customer");
  const made = await tenant.admin.post("/v1/test-clocks", { now });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const clockId: string = made.body.id;
  const person = { customer, email: `${customer}@example.com` };
  const named = await tenant.admin.post(`/v1/test-clocks/${clockId}/customers`, person);
  expect(named.status, JSON.stringify(named.body)).toBe(201);
  const price = (plan: string, nth = 0) => catalog.plans[plan]?.prices[nth] ?? "";
  const post = (path: string, fields: object = {}) => tenant.admin.post(path, fields);
  const get = (path: string) => tenant.admin.get(path);
  return {
    tenant,
    catalog,
    customer,
    clockId,
    price,
    get,
    post,
    async to(moment) {
      let reply: Reply = await post(`/v1/test-clocks/${clockId}/advance`, { to: moment });
      // On a busy machine the answer comes before the clock does.
      for (let wait = 50; reply.body.status === "ADVANCING"; wait = Math.min(wait * 2, 1000)) {
        await pause(wait);
        reply = await get(`/v1/test-clocks/${clockId}`);
      }
      expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: "READY" });
    },
    async start(provider, plan, fields = {}) {
      const card = provider === BY_CARD ? { cardprovider_test_card_token: "tok_visa" } : {};
      const sale = { customer, plan_price_id: price(plan), provider, ...card, ...fields };
      const reply = await post("/v1/billing/subscriptions", sale);
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return reply.body.id;
    },
    async tell(id, what, fields = {}, status = 200) {
      const reply = await post(`/v1/billing/subscriptions/${id}/${what}`, fields);
      expect(reply.status, JSON.stringify(reply.body)).toBe(status);
      return reply.body;
    },
    subscription: async (id) => (await get(`/v1/billing/subscriptions/${id}`)).body,
    async end(id) {
      const reply = await post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    },
    use: (feature, quantity, fields = {}) =>
      tenant.server.post("/v1/billing/usage", { customer, feature_key: feature, quantity, ...fields }),
    async check(feature, query = {}) {
      const asked = new URLSearchParams({ customer, ...query });
      return (await get(`/v1/billing/entitlements/${feature}?${asked}`)).body;
    },
    async invoices(id) {
      const { body } = await get(`/v1/billing/invoices?subscription_id=${id}&limit=200`);
      return body.data
        .map(({ total, status, lines, number }: Reply["body"]) => ({
          total,
          status,
          number,
          amounts: lines.map(({ amount }: Reply["body"]) => amount),
        }))
        .reverse();
    },
  };
}
