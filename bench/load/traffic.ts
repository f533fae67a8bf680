import { randomInt, randomUUID } from "node:crypto";
import type { Demo } from "../../prisma/seed/seed-demo.ts";
import type { TestCatalog } from "../../server/testing/a-catalog.ts";

const PASSWORD = "correct horse battery staple";
const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";
const SUBSCRIPTIONS = "/v1/billing/subscriptions";
/** How many of each kind are remembered, to be used again. */
const KEPT = 2_000;

/** Who calls, and of what. */
export interface Shop {
  url: string;
  application: { id: string; appId: string; clientSecret: string };
  browserAppId: string;
  catalog: TestCatalog;
  demo: Demo;
  demoTenantId: string;
}

/** One kind of request: how often it comes, in parts of all, and what it should be answered with. */
export interface Kind {
  name: string;
  weight: number;
  status: number[];
  send(): Promise<Response>;
}

interface Session {
  refresh: string;
}

/** The traffic of a shop: people who look, use, buy, change, join, sign in and get things wrong. */
export async function trafficOf(shop: Shop): Promise<Kind[]> {
  const { url, catalog } = shop;
  const customers: string[] = [];
  const subscriptions: string[] = [];
  const users: string[] = [];
  const sessions: Session[] = [];
  let token = { value: "", until: 0 };

  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  async function grant(fields: object, appId: string): Promise<Response> {
    return send("POST", "/v1/auth/token", { "x-app-id": appId }, fields);
  }

  async function headers(): Promise<Record<string, string>> {
    if (performance.now() > token.until) {
      const { id, appId, clientSecret } = shop.application;
      const credentials = { client_id: id, client_secret: clientSecret };
      const answer = await grant({ grant_type: "client_credentials", ...credentials }, appId);
      const { access_token } = (await answer.json()) as { access_token?: string };
      if (access_token === undefined) throw new Error(`no token was given: ${answer.status}`);
      token = { value: access_token, until: performance.now() + 10 * 60_000 };
    }
    return { "x-app-id": shop.application.appId, authorization: `Bearer ${token.value}` };
  }

  const get = async (path: string) => send("GET", path, await headers());
  const post = async (path: string, body: object, more = {}) =>
    send("POST", path, { ...(await headers()), ...more }, body);
  const browser = { "x-app-id": shop.browserAppId };

  function keep<T>(list: T[], item: T): void {
    if (list.length < KEPT) list.push(item);
    else list[randomInt(KEPT)] = item;
  }
  const oneOf = <T>(list: T[]): T | undefined => list[randomInt(Math.max(1, list.length))];
  /** A customer of some time ago, most often; a new one now and then. */
  const someone = () => oneOf(customers) ?? "first";
  const price = (plan: string) => catalog.plans[plan]?.prices[0];

  async function subscribe(): Promise<Response> {
    const customer = `buyer-${randomUUID()}`;
    const answer = await post(
      HEADLESS,
      {
        customer,
        email: `${customer}@example.com`,
        plan_price_id: price("basic"),
        cardprovider_test_card_token: "tok_visa",
      },
      { "idempotency-key": randomUUID() },
    );
    if (answer.status === 201) {
      const { id } = (await answer.clone().json()) as { id: string };
      keep(customers, customer);
      keep(subscriptions, id);
    }
    return answer;
  }

  /** Moves a subscription to the other plan and back again, in turn. */
  async function changePlan(): Promise<Response> {
    const id = subscriptions.shift();
    if (!id) return subscribe();
    const found = await get(`${SUBSCRIPTIONS}/${id}`);
    if (found.status !== 200) return found;
    const now = (await found.json()) as { plan: { slug: string } };
    const answer = await post(`${SUBSCRIPTIONS}/${id}/change-plan`, {
      plan_price_id: price(now.plan.slug === "basic" ? "pro" : "basic"),
    });
    keep(subscriptions, id);
    return answer;
  }

  async function cancel(): Promise<Response> {
    const id = subscriptions.shift();
    return id ? post(`${SUBSCRIPTIONS}/${id}/cancel`, { at: "now" }) : subscribe();
  }

  async function register(): Promise<Response> {
    const email = `${randomUUID()}@example.com`;
    const answer = await post("/v1/auth/register", { email, password: PASSWORD, email_verified: true });
    if (answer.status === 201) keep(users, email);
    return answer;
  }

  async function signIn(): Promise<Response> {
    const email = users.shift();
    if (!email) return register();
    const answer = await grant(
      { grant_type: "password", username: email, password: PASSWORD },
      shop.browserAppId,
    );
    keep(users, email);
    if (answer.status === 200) {
      const { refresh_token: refresh } = (await answer.clone().json()) as { refresh_token: string };
      keep(sessions, { refresh });
    }
    return answer;
  }

  async function refresh(): Promise<Response> {
    const session = sessions.shift();
    if (!session) return signIn();
    const answer = await grant(
      { grant_type: "refresh_token", refresh_token: session.refresh },
      shop.browserAppId,
    );
    if (answer.status === 200) {
      const { refresh_token } = (await answer.clone().json()) as { refresh_token: string };
      keep(sessions, { refresh: refresh_token });
    }
    return answer;
  }

  const member = await signInMember(url, shop.demo);
  const list = (path: string, input: object) =>
    send("GET", `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      cookie: member,
      "x-usher-tenant": shop.demoTenantId,
    });

  const record = (more: object = {}) => ({
    customer: someone(),
    feature_key: "calls",
    quantity: 1 + randomInt(3),
    event_id: randomUUID(),
    ...more,
  });

  return [
    {
      name: "check",
      weight: 30,
      status: [200],
      send: () => get(`/v1/billing/entitlements/calls?customer=${someone()}`),
    },
    { name: "record usage", weight: 18, status: [201], send: () => post("/v1/billing/usage", record()) },
    {
      name: "record a batch of 50",
      weight: 2,
      status: [200],
      send: () =>
        post("/v1/billing/usage/batch", { items: Array.from({ length: 50 }, () => record({ quantity: 1 })) }),
    },
    { name: "subscribe", weight: 3, status: [201], send: subscribe },
    { name: "change plan", weight: 2, status: [200, 201], send: changePlan },
    { name: "cancel", weight: 1, status: [200, 201], send: cancel },
    {
      name: "get subscription",
      weight: 5,
      status: [200, 404],
      send: () => get(`${SUBSCRIPTIONS}/${oneOf(subscriptions) ?? "sub_none"}`),
    },
    {
      name: "join waitlist",
      weight: 6,
      status: [201],
      send: () => post("/v1/waitlist", { email: `${randomUUID()}@example.com` }),
    },
    { name: "list waitlist", weight: 3, status: [200], send: () => get("/v1/waitlist?limit=50") },
    {
      name: "list subscriptions",
      weight: 3,
      status: [200],
      send: () => get(`${SUBSCRIPTIONS}?limit=50`),
    },
    { name: "list events", weight: 2, status: [200], send: () => get("/v1/events?limit=50") },
    { name: "pricing", weight: 6, status: [200], send: () => send("GET", "/v1/pricing", browser) },
    { name: "register", weight: 1, status: [201], send: register },
    { name: "sign in", weight: 1, status: [200, 201], send: signIn },
    { name: "refresh token", weight: 3, status: [200, 201], send: refresh },
    {
      name: "dashboard list",
      weight: 4,
      status: [200],
      send: () => list("waitlist.list", { limit: 50, offset: 0 }),
    },
    {
      name: "dashboard page",
      weight: 1,
      status: [200],
      send: () => send("GET", "/", { cookie: member }),
    },
    // What people get wrong, and is refused.
    {
      name: "refused: no such feature",
      weight: 2,
      status: [404],
      send: () => get(`/v1/billing/entitlements/nothing?customer=${someone()}`),
    },
    {
      name: "refused: past the limit",
      weight: 2,
      status: [409],
      send: () => post("/v1/billing/usage", record({ feature_key: "scarce", quantity: 1_000 })),
    },
    {
      name: "refused: unknown field",
      weight: 2,
      status: [400],
      send: () => post("/v1/waitlist", { email: "a@example.com", nonsense: true }),
    },
    {
      name: "refused: too many tries",
      weight: 1,
      // A few from one address are let in each minute.
      status: [201, 429],
      send: () => send("POST", "/v1/waitlist", browser, { email: `${randomUUID()}@example.com` }),
    },
    {
      name: "refused: declined card",
      weight: 1,
      status: [402],
      send: () => {
        const customer = `poor-${randomUUID()}`;
        return post(HEADLESS, {
          customer,
          email: `${customer}@example.com`,
          plan_price_id: price("basic"),
          cardprovider_test_card_token: "tok_chargeDeclined",
        });
      },
    },
    {
      name: "refused: wrong token",
      weight: 2,
      status: [401],
      send: () => send("GET", "/v1/events", { authorization: "Bearer nonsense" }),
    },
  ];
}

/** Signs the demo tenant's administrator in to the dashboard; answers the cookies. */
async function signInMember(url: string, demo: Demo): Promise<string> {
  const jar = new Map<string, string>();
  const take = (answer: Response) => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const csrf = await fetch(`${url}/api/auth/csrf`);
  take(csrf);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies(), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      csrfToken,
      email: demo.admin_email,
      password: demo.admin_password,
      json: "true",
    }),
  });
  take(answer);
  if (![...jar.keys()].some((name) => name.includes("session-token")))
    throw new Error(`The dashboard did not let the administrator in: ${answer.status}`);
  return cookies();
}
