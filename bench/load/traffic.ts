import { randomInt, randomUUID } from "node:crypto";
import { Caller, type Shop } from "./caller.ts";
import { signInMember } from "./sign-in-member.ts";
import { SUBSCRIPTIONS, Subscribers } from "./subscribers.ts";
import { Users } from "./users.ts";

const USAGE = "/v1/billing/usage";

/** One kind of request: how often it comes, in parts of all, and what it should be answered with. */
export interface Kind {
  name: string;
  weight: number;
  status: number[];
  send(): Promise<Response>;
}

/** The traffic of a shop: people look, use, buy, change, join and sign in, and send requests that are refused. */
export async function trafficOf(shop: Shop): Promise<Kind[]> {
  const caller = new Caller(shop);
  const subscribers = new Subscribers(caller);
  return [
    ...usage(caller, subscribers),
    ...subscriptions(caller, subscribers),
    ...lists(caller),
    ...users(new Users(caller)),
    ...dashboard(caller, await signInMember(shop.url, shop.demo)),
    ...refusals(caller, subscribers),
  ];
}

function recordOf(subscribers: Subscribers, more: object = {}): object {
  return {
    customer: subscribers.anyCustomer(),
    feature_key: "calls",
    quantity: 1 + randomInt(3),
    event_id: randomUUID(),
    ...more,
  };
}

function usage(caller: Caller, subscribers: Subscribers): Kind[] {
  const batch = () => Array.from({ length: 50 }, () => recordOf(subscribers, { quantity: 1 }));
  return [
    {
      name: "check",
      weight: 30,
      status: [200],
      send: () => caller.get(`/v1/billing/entitlements/calls?customer=${subscribers.anyCustomer()}`),
    },
    {
      name: "record usage",
      weight: 18,
      status: [201],
      send: () => caller.post(USAGE, recordOf(subscribers)),
    },
    {
      name: "record a batch of 50",
      weight: 2,
      status: [200],
      send: () => caller.post(`${USAGE}/batch`, { items: batch() }),
    },
  ];
}

function subscriptions(caller: Caller, subscribers: Subscribers): Kind[] {
  return [
    { name: "subscribe", weight: 3, status: [201], send: () => subscribers.subscribe() },
    { name: "change plan", weight: 2, status: [200, 201], send: () => subscribers.changePlan() },
    { name: "cancel", weight: 1, status: [200, 201], send: () => subscribers.cancel() },
    {
      name: "get subscription",
      weight: 5,
      status: [200, 404],
      send: () => caller.get(`${SUBSCRIPTIONS}/${subscribers.anySubscription()}`),
    },
  ];
}

function lists(caller: Caller): Kind[] {
  const { browser } = caller;
  return [
    {
      name: "join waitlist",
      weight: 6,
      status: [201],
      send: () => caller.post("/v1/waitlist", { email: `${randomUUID()}@example.com` }),
    },
    { name: "list waitlist", weight: 3, status: [200], send: () => caller.get("/v1/waitlist?limit=50") },
    {
      name: "list subscriptions",
      weight: 3,
      status: [200],
      send: () => caller.get(`${SUBSCRIPTIONS}?limit=50`),
    },
    { name: "list events", weight: 2, status: [200], send: () => caller.get("/v1/events?limit=50") },
    { name: "pricing", weight: 6, status: [200], send: () => caller.send("GET", "/v1/pricing", browser) },
  ];
}

function users(all: Users): Kind[] {
  return [
    { name: "register", weight: 1, status: [201], send: () => all.register() },
    { name: "sign in", weight: 1, status: [200, 201], send: () => all.signIn() },
    { name: "refresh token", weight: 3, status: [200, 201], send: () => all.refresh() },
  ];
}

/** With the cookies of a member who has signed in. */
function dashboard(caller: Caller, cookie: string): Kind[] {
  const input = encodeURIComponent(JSON.stringify({ limit: 50, offset: 0 }));
  const headers = { cookie, "x-usher-tenant": caller.shop.demoTenantId };
  return [
    {
      name: "dashboard list",
      weight: 4,
      status: [200],
      send: () => caller.send("GET", `/api/trpc/waitlist.list?input=${input}`, headers),
    },
    {
      name: "dashboard page",
      weight: 1,
      status: [200],
      send: () => caller.send("GET", "/", { cookie }),
    },
  ];
}

/** Requests that are refused. */
function refusals(caller: Caller, subscribers: Subscribers): Kind[] {
  const scarce = { feature_key: "scarce", quantity: 1_000 };
  return [
    {
      name: "refused: no such feature",
      weight: 2,
      status: [404],
      send: () => caller.get(`/v1/billing/entitlements/nothing?customer=${subscribers.anyCustomer()}`),
    },
    {
      name: "refused: past the limit",
      weight: 2,
      status: [409],
      send: () => caller.post(USAGE, recordOf(subscribers, scarce)),
    },
    {
      name: "refused: unknown field",
      weight: 2,
      status: [400],
      send: () => caller.post("/v1/waitlist", { email: "a@example.com", nonsense: true }),
    },
    {
      name: "refused: too many tries",
      weight: 1,
      // A few from one address are accepted each minute.
      status: [201, 429],
      send: () =>
        caller.send("POST", "/v1/waitlist", caller.browser, { email: `${randomUUID()}@example.com` }),
    },
    {
      name: "refused: declined card",
      weight: 1,
      status: [402],
      send: () => subscribers.subscribeDeclined(),
    },
    {
      name: "refused: wrong token",
      weight: 2,
      status: [401],
      send: () => caller.send("GET", "/v1/events", { authorization: "Bearer nonsense" }),
    },
  ];
}
