import type { Shop } from "./a-shop.ts";
import type { Side } from "./measure.ts";

export interface Case {
  name: string;
  connections: number;
  /** Ours first. */
  sides: Side[];
}

interface Servers {
  usher: string;
  fastify: string;
  next: string | null;
}

type Request = Side["request"];

const JSON_TYPE = { "content-type": "application/json" };
const CONNECTIONS = 32;
const BATCH = 1_000;

/** What is measured: every case with its rivals. */
export function casesOf({ usher, fastify, next }: Servers, shop: Shop, customers: number): Case[] {
  const { headers, subscriptionIds } = shop;
  const spread = (index: number) => `c${(index * 7919) % customers}`;
  const get = (path: (index: number) => string, more = {}): Request => {
    return (index) => ({ method: "GET", path: path(index), headers: more });
  };
  const post = (path: string, body: (index: number) => unknown, more = {}): Request => {
    return (index) => ({
      method: "POST",
      path,
      headers: { ...more, ...JSON_TYPE },
      body: JSON.stringify(body(index)),
    });
  };
  const use = (customer: string) => ({ customer, feature_key: "units", quantity: 1 });
  const items = (of: (customer: string) => object) => (index: number) => ({
    items: Array.from({ length: BATCH }, (_, at) => of(`c${(index * BATCH + at) % customers}`)),
  });
  const least = (customer: string) => ({ customer, quantity: 1 });
  const sides = (own: Request, same: Request, others: { least?: Request; next?: Request } = {}): Side[] => [
    { name: "usher", url: usher, request: own },
    { name: "fastify", url: fastify, request: same },
    ...(others.least ? [{ name: "fastify-least", url: fastify, request: others.least }] : []),
    ...(others.next && next !== null ? [{ name: "next", url: next, request: others.next }] : []),
  ];
  const record = (customer: (index: number) => string) =>
    sides(
      post("/v1/billing/usage", (index) => use(customer(index)), headers),
      post("/record", (index) => least(customer(index))),
      {
        least: post("/least/record", (index) => least(customer(index))),
        next: post("/api/record", (index) => use(customer(index)), headers),
      },
    );
  const subscription = (index: number) => subscriptionIds[index % subscriptionIds.length];
  return [
    {
      name: "check an entitlement",
      connections: CONNECTIONS,
      sides: sides(
        get((index) => `/v1/billing/entitlements/units?customer=${spread(index)}`, headers),
        get((index) => `/check/${spread(index)}`),
        {
          least: get((index) => `/least/check/${spread(index)}`),
          next: get((index) => `/api/check?customer=${spread(index)}&feature_key=units`, headers),
        },
      ),
    },
    { name: "record usage, spread", connections: CONNECTIONS, sides: record(spread) },
    { name: "record usage, one hot counter", connections: CONNECTIONS, sides: record(() => "c1") },
    {
      name: "record a batch of 1,000",
      connections: 2,
      sides: sides(post("/v1/billing/usage/batch", items(use), headers), post("/batch", items(least))),
    },
    {
      name: "set usage",
      connections: CONNECTIONS,
      sides: sides(
        post(
          "/v1/billing/usage/set",
          (index) => ({ customer: spread(index), feature_key: "units", value: index + 1 }),
          headers,
        ),
        post("/set", (index) => ({ customer: spread(index), value: index + 1 })),
      ),
    },
    {
      name: "list a waitlist page of 50",
      connections: CONNECTIONS,
      sides: sides(
        get((index) => `/v1/waitlist?limit=50&offset=${(index % 100) * 50}`, headers),
        get((index) => `/waitlist?offset=${(index % 100) * 50}`),
      ),
    },
    {
      name: "get a subscription",
      connections: CONNECTIONS,
      sides: sides(
        get((index) => `/v1/billing/subscriptions/${subscription(index)}`, headers),
        get((index) => `/subscriptions/${subscription(index)}`),
      ),
    },
    {
      name: "pricing",
      connections: CONNECTIONS,
      sides: sides(
        get(() => "/v1/pricing", headers),
        get(() => "/pricing"),
      ),
    },
  ];
}
