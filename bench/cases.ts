import type { BetterAuth } from "./a-better-auth.ts";
import { emailOf, MANY_SIDED, type Shop } from "./a-shop.ts";
import { type Ask, get, post, type Side, spreadOver } from "./measure.ts";

export interface Case {
  name: string;
  /** 32 when left out. */
  connections?: number;
  /** A round lasts so many times longer than others: few requests make a noisy figure. */
  times?: number;
  /** What each side is asked, ours first; a side's name begins with its server's. */
  sides: Record<string, Ask>;
  /** The least that our throughput should be, divided by this side's. */
  atLeast?: Record<string, number>;
}

const CONNECTIONS = 32;
const BATCH = 1_000;
const [SAME, LEAST, NEXT] = ["Fastify, same SQL", "Fastify, least SQL", "Next + Prisma"] as const;

/** The sides of a case whose servers run; `urls` are by the servers' names. */
export function sidesOf({ sides, connections = CONNECTIONS }: Case, urls: Record<string, string>): Side[] {
  return Object.entries(sides).flatMap(([name, request]) => {
    const url = urls[name.split(",")[0] ?? ""];
    return url === undefined ? [] : [{ name, url, connections, request }];
  });
}

/** What is measured: every case with its rivals. What people do by themselves comes with better-auth, which has the same. */
export function casesOf(shop: Shop, betterAuth: BetterAuth | null = null): Case[] {
  return [...counting(shop), ...reading(shop), ...(betterAuth ? personal(shop, betterAuth) : [])];
}

/** A use of a feature as ours and the Next application take it; the bare routes know one feature. */
const use = (customer: string, feature_key = "units") => ({ customer, feature_key, quantity: 1 });
const least = (customer: string) => ({ customer, quantity: 1 });

function counting({ headers, customers }: Shop): Case[] {
  const [spread, several] = [spreadOver(customers), spreadOver(MANY_SIDED)];
  const any = (index: number) => `c${spread(index)}`;
  const hot = () => "c1";
  const manySided = (index: number) => `m${several(index)}`;
  const check = (customer: typeof any, feature = "units") =>
    get((index) => `/v1/billing/entitlements/${feature}?customer=${customer(index)}`, headers);
  const record = (customer: typeof any, feature = "units") =>
    post("/v1/billing/usage", (index) => use(customer(index), feature), headers);
  const recordThere = (customer: typeof any) => ({
    [SAME]: post("/record", (index) => least(customer(index))),
    [LEAST]: post("/least/record", (index) => least(customer(index))),
    [NEXT]: post("/api/record", (index) => use(customer(index)), headers),
  });
  const items = (of: (customer: string) => object) => (index: number) => ({
    items: Array.from({ length: BATCH }, (_, at) => of(`c${(index * BATCH + at) % customers}`)),
  });
  const value = (index: number) => ({ customer: any(index), value: index + 1 });
  return [
    {
      name: "check an entitlement",
      sides: {
        Usher: check(any),
        [SAME]: get((index) => `/check/${any(index)}`),
        [LEAST]: get((index) => `/least/check/${any(index)}`),
        [NEXT]: get((index) => `/api/check?customer=${any(index)}&feature_key=units`, headers),
      },
      atLeast: { [SAME]: 0.6, [NEXT]: 6 },
    },
    {
      name: "record usage, spread",
      sides: { Usher: record(any), ...recordThere(any) },
      atLeast: { [SAME]: 0.5, [NEXT]: 6 },
    },
    {
      name: "record usage, one hot counter",
      sides: { Usher: record(hot), "Usher, spread": record(any), ...recordThere(hot) },
      atLeast: { "Usher, spread": 0.5, [SAME]: 0.5, [NEXT]: 6 },
    },
    {
      name: "check an entitlement, two subscriptions and a free plan",
      sides: { Usher: check(manySided, "points"), "Usher, one subscription": check(any) },
      atLeast: { "Usher, one subscription": 0.6 },
    },
    {
      name: "record usage, two subscriptions and a free plan",
      sides: { Usher: record(manySided, "points"), "Usher, one subscription": record(any) },
      atLeast: { "Usher, one subscription": 0.6 },
    },
    {
      name: "record a batch of 1,000",
      connections: 2,
      times: 2,
      sides: {
        Usher: post("/v1/billing/usage/batch", items(use), headers),
        [SAME]: post("/batch", items(least)),
      },
    },
    {
      name: "set usage",
      sides: {
        Usher: post("/v1/billing/usage/set", (at) => ({ ...value(at), feature_key: "units" }), headers),
        [SAME]: post("/set", value),
      },
    },
  ];
}

function reading({ headers, subscriptionIds }: Shop): Case[] {
  const offset = (index: number) => (index % 100) * 50;
  const id = (index: number) => subscriptionIds[index % subscriptionIds.length];
  return [
    {
      name: "list a waitlist page of 50",
      sides: {
        Usher: get((index) => `/v1/waitlist?limit=50&offset=${offset(index)}`, headers),
        [SAME]: get((index) => `/waitlist?offset=${offset(index)}`),
      },
    },
    {
      name: "get a subscription",
      sides: {
        Usher: get((index) => `/v1/billing/subscriptions/${id(index)}`, headers),
        [SAME]: get((index) => `/subscriptions/${id(index)}`),
      },
    },
    {
      name: "pricing",
      sides: { Usher: get(() => "/v1/pricing", headers), [SAME]: get(() => "/pricing") },
    },
  ];
}

function personal({ people, headers, credentials, userHeaders }: Shop, betterAuth: BetterAuth): Case[] {
  const { url: origin, cookies } = betterAuth;
  const { count, password } = people ?? { count: 0, password: "" };
  const who = spreadOver(count);
  const grant = { ...credentials, grant_type: "password", password };
  const signInThere = (hash: "own" | "argon2") =>
    post(`/${hash}/sign-in/email`, (at) => ({ email: betterAuth.emailOf(hash, who(at)), password }), {
      origin,
    });
  return [
    {
      name: "sign in by password",
      // Passwords are work for the cores alone: more at a time would only wait.
      connections: 8,
      times: 2,
      sides: {
        Usher: post("/v1/auth/token", (index) => ({ ...grant, username: emailOf(who(index)) }), {
          "x-app-id": headers["x-app-id"],
        }),
        "better-auth, same hash": signInThere("argon2"),
        "better-auth": signInThere("own"),
      },
    },
    {
      name: "list one's own subscriptions",
      sides: {
        Usher: (index) => ({
          method: "GET",
          path: "/v1/billing/subscriptions",
          headers: { ...userHeaders[index % userHeaders.length] },
        }),
        "better-auth": (index) => ({
          method: "GET",
          path: "/argon2/subscription/list",
          headers: { cookie: cookies[index % cookies.length] ?? "" },
        }),
      },
    },
  ];
}
