import type { BetterAuth } from "./a-better-auth.ts";
import { emailOf, MANY_SIDED, type People, type Shop } from "./a-shop.ts";
import type { Side } from "./measure.ts";

export interface Case {
  name: string;
  connections: number;
  /** A round lasts so many times longer than others: few requests make a noisy figure. */
  times?: number;
  /** Ours first. */
  sides: Side[];
}

export interface Servers {
  usher: string;
  fastify: string;
  next: string | null;
  betterAuth: BetterAuth | null;
}

type Request = Side["request"];

const JSON_TYPE = { "content-type": "application/json" };
const CONNECTIONS = 32;
const BATCH = 1_000;
/** Passwords are work for the cores alone: more at a time would only wait. */
const SIGN_IN_CONNECTIONS = 8;

/** What is measured: every case with its rivals. */
export function casesOf(servers: Servers, shop: Shop, sizes: Sizes): Case[] {
  const sides = sidesOf(servers);
  return [
    ...checks(sides, shop, sizes),
    ...records(sides, shop, sizes),
    ...severalSources(sides, shop, sizes),
    ...batchesAndSets(sides, shop, sizes),
    ...reads(sides, shop),
    ...personal(servers, shop, sizes.people),
  ];
}

/** Makes the sides of a case; a target is the least that our throughput should be, divided by the rival's. */
function sidesOf({ usher, fastify, next }: Servers) {
  return {
    ours: (request: Request, name = "Usher"): Side => ({ name, url: usher, request }),
    same: (request: Request, target?: number): Side => ({
      name: "Fastify, same SQL",
      url: fastify,
      request,
      target,
    }),
    leastOf: (request: Request): Side => ({ name: "Fastify, least SQL", url: fastify, request }),
    nextOf: (request: Request, target?: number): Side[] =>
      next === null ? [] : [{ name: "Next + Prisma", url: next, request, target }],
  };
}

type Sides = ReturnType<typeof sidesOf>;

/** Another customer for each request. */
const spreadOver = (customers: number) => (index: number) => `c${(index * 7919) % customers}`;
const use = (customer: string) => ({ customer, feature_key: "units", quantity: 1 });
const least = (customer: string) => ({ customer, quantity: 1 });

function checks({ ours, same, leastOf, nextOf }: Sides, { headers }: Shop, { customers }: Sizes): Case[] {
  const spread = spreadOver(customers);
  return [
    {
      name: "check an entitlement",
      connections: CONNECTIONS,
      sides: [
        ours(get((index) => `/v1/billing/entitlements/units?customer=${spread(index)}`, headers)),
        same(
          get((index) => `/check/${spread(index)}`),
          0.6,
        ),
        leastOf(get((index) => `/least/check/${spread(index)}`)),
        ...nextOf(
          get((index) => `/api/check?customer=${spread(index)}&feature_key=units`, headers),
          6,
        ),
      ],
    },
  ];
}

function records({ ours, same, leastOf, nextOf }: Sides, { headers }: Shop, { customers }: Sizes): Case[] {
  const record = (customer: (index: number) => string) => ({
    usher: post("/v1/billing/usage", (index) => use(customer(index)), headers),
    rivals: [
      same(
        post("/record", (index) => least(customer(index))),
        0.5,
      ),
      leastOf(post("/least/record", (index) => least(customer(index)))),
      ...nextOf(
        post("/api/record", (index) => use(customer(index)), headers),
        6,
      ),
    ],
  });
  const [spread, hot] = [record(spreadOver(customers)), record(() => "c1")];
  return [
    {
      name: "record usage, spread",
      connections: CONNECTIONS,
      sides: [ours(spread.usher), ...spread.rivals],
    },
    {
      name: "record usage, one hot counter",
      connections: CONNECTIONS,
      sides: [ours(hot.usher), { ...ours(spread.usher, "Usher, spread"), target: 0.5 }, ...hot.rivals],
    },
  ];
}

/** Customers with two subscriptions and a free plan, beside customers with one subscription. */
function severalSources({ ours }: Sides, { headers }: Shop, { customers }: Sizes): Case[] {
  const check = (feature: string, customer: (index: number) => string) =>
    get((index) => `/v1/billing/entitlements/${feature}?customer=${customer(index)}`, headers);
  const record = (feature_key: string, customer: (index: number) => string) =>
    post("/v1/billing/usage", (index) => ({ customer: customer(index), feature_key, quantity: 1 }), headers);
  const [plain, several] = [spreadOver(customers), (index: number) => `m${(index * 7919) % MANY_SIDED}`];
  return Object.entries({ "check an entitlement": check, "record usage": record }).map(([name, ask]) => ({
    name: `${name}, two subscriptions and a free plan`,
    connections: CONNECTIONS,
    sides: [
      ours(ask("points", several)),
      { ...ours(ask("units", plain), "Usher, one subscription"), target: 0.6 },
    ],
  }));
}

function batchesAndSets({ ours, same }: Sides, { headers }: Shop, { customers }: Sizes): Case[] {
  const spread = spreadOver(customers);
  const items = (of: (customer: string) => object) => (index: number) => ({
    items: Array.from({ length: BATCH }, (_, at) => of(`c${(index * BATCH + at) % customers}`)),
  });
  return [
    {
      name: "record a batch of 1,000",
      connections: 2,
      times: 2,
      sides: [ours(post("/v1/billing/usage/batch", items(use), headers)), same(post("/batch", items(least)))],
    },
    {
      name: "set usage",
      connections: CONNECTIONS,
      sides: [
        ours(
          post(
            "/v1/billing/usage/set",
            (index) => ({ customer: spread(index), feature_key: "units", value: index + 1 }),
            headers,
          ),
        ),
        same(post("/set", (index) => ({ customer: spread(index), value: index + 1 }))),
      ],
    },
  ];
}

function reads({ ours, same }: Sides, { headers, subscriptionIds }: Shop): Case[] {
  const subscription = (index: number) => subscriptionIds[index % subscriptionIds.length];
  return [
    {
      name: "list a waitlist page of 50",
      connections: CONNECTIONS,
      sides: [
        ours(get((index) => `/v1/waitlist?limit=50&offset=${(index % 100) * 50}`, headers)),
        same(get((index) => `/waitlist?offset=${(index % 100) * 50}`)),
      ],
    },
    {
      name: "get a subscription",
      connections: CONNECTIONS,
      sides: [
        ours(get((index) => `/v1/billing/subscriptions/${subscription(index)}`, headers)),
        same(get((index) => `/subscriptions/${subscription(index)}`)),
      ],
    },
    {
      name: "pricing",
      connections: CONNECTIONS,
      sides: [ours(get(() => "/v1/pricing", headers)), same(get(() => "/pricing"))],
    },
  ];
}

interface Sizes {
  customers: number;
  people?: People | undefined;
}

/** What users do by themselves, where better-auth has the same operation. */
function personal({ usher, betterAuth }: Servers, shop: Shop, people: People | undefined): Case[] {
  if (!people || !betterAuth) return [];
  const { count, password } = people;
  const { server, cookies } = betterAuth;
  const who = (index: number) => (index * 7919) % count;
  const appId = { "x-app-id": shop.headers["x-app-id"] };
  const signInThere = (hash: "own" | "argon2") =>
    post(`/${hash}/sign-in/email`, (index) => ({ email: betterAuth.emailOf(hash, who(index)), password }), {
      origin: server.url,
    });
  return [
    {
      name: "sign in by password",
      connections: SIGN_IN_CONNECTIONS,
      times: 2,
      sides: [
        {
          name: "Usher",
          url: usher,
          request: post(
            "/v1/auth/token",
            (index) => ({
              ...shop.credentials,
              grant_type: "password",
              username: emailOf(who(index)),
              password,
            }),
            appId,
          ),
        },
        { name: "better-auth, same hash", url: server.url, request: signInThere("argon2") },
        { name: "better-auth", url: server.url, request: signInThere("own") },
      ],
    },
    {
      name: "list one's own subscriptions",
      connections: CONNECTIONS,
      sides: [
        {
          name: "Usher",
          url: usher,
          request: (index) => ({
            method: "GET",
            path: "/v1/billing/subscriptions",
            headers: shop.userHeaders[index % shop.userHeaders.length] ?? {},
          }),
        },
        {
          name: "better-auth",
          url: server.url,
          request: (index) => ({
            method: "GET",
            path: "/argon2/subscription/list",
            headers: { cookie: cookies[index % cookies.length] ?? "" },
          }),
        },
      ],
    },
  ];
}

function get(path: (index: number) => string, headers: object = {}): Request {
  return (index) => ({ method: "GET", path: path(index), headers: { ...headers } });
}

function post(path: string, body: (index: number) => unknown, headers: object = {}): Request {
  return (index) => ({
    method: "POST",
    path,
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify(body(index)),
  });
}
