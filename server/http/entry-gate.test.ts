import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../platform/clock.ts";
import { aTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";
import { createApi } from "./api.ts";
import { createListener } from "./listen.ts";

const LIMIT = 4;
const CAPACITY = 40;
const METRICS_TOKEN = "the token of the test for metrics";
const OPERATOR = { authorization: `Bearer ${METRICS_TOKEN}` };
/** As many as one address may hold of it. */
const SHARE = 10;

let world: World;
let baseUrl: string;
const server = createListener();
/** Releases the pages that are being rendered. */
const held: (() => void)[] = [];

beforeAll(async () => {
  const environment = {
    USHER_RATE_LIMIT: String(LIMIT),
    USHER_CAPACITY: String(CAPACITY),
    USHER_TRUST_PROXY: "true",
    USHER_METRICS_TOKEN: METRICS_TOKEN,
  };
  // A clock that does not move: no window ends during a test.
  world = await openWorld({ environment, clock: new ManualClock(new Date()) });
  // The pages, as slow as the test wants them.
  const pages = createApi(world.services, async ({ url }, response) => {
    if (url === "/api/slow" || url === "/slow") await new Promise<void>((resolve) => held.push(resolve));
    response.end("a page");
  });
  server.on("request", pages);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

let addresses = 0;
const anAddress = () => `192.0.2.${++addresses}`;
const ask = (path: string, address: string, init: RequestInit = {}) =>
  fetch(baseUrl + path, { ...init, headers: { "x-forwarded-for": address, ...init.headers } });

function letGo(): void {
  for (const release of held.splice(0)) release();
}

async function statuses(path: string, times: number, init?: RequestInit): Promise<number[]> {
  const address = anAddress();
  const seen: number[] = [];
  for (let time = 0; time < times; time++) {
    const answer = await ask(path, address, init);
    await answer.arrayBuffer();
    seen.push(answer.status);
  }
  return seen;
}

describe("what next-auth does not know is refused by us", () => {
  it.each([
    ["GET", "/api/auth"],
    ["GET", "/api/auth/nope"],
    ["POST", "/api/auth/nope/credentials"],
    ["GET", "/api/auth/constructor"],
    ["GET", "/api/auth/callback"],
    ["POST", "/api/auth/callback/nobody"],
    ["GET", "/api/auth/callback/google"],
  ])("%s %s: there is no such path", async (method, path) => {
    const answer = await ask(path, anAddress(), { method });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "K1006" }]);
  });

  it.each([
    ["POST", "/api/auth/csrf", "GET, OPTIONS"],
    ["GET", "/api/auth/_log", "POST, OPTIONS"],
    ["POST", "/api/auth/session", "GET, OPTIONS"],
  ])("%s %s: not by this method", async (method, path, allowed) => {
    const answer = await ask(path, anAddress(), { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allowed]);
    expect(await answer.json()).toMatchObject({ code: "K1007" });
  });

  it.each(["GET", "POST"])("and a %s that it knows reaches it", async (method) => {
    const answer = await ask("/api/auth/callback/credentials", anAddress(), { method });
    expect([answer.status, await answer.text()]).toEqual([200, "a page"]);
  });
});

describe("one address that asks too often within a minute is answered 429", () => {
  it.each([
    ["/", "GET", 5],
    ["/sign-in", "GET", 5],
    ["/p/northwind/pricing", "GET", 5],
    ["/p/northwind/checkout", "POST", 5],
    ["/embed/card", "GET", 5],
    ["/docs", "GET", 5],
    ["/portal?token=x", "GET", 5],
    ["/api/auth/session", "GET", 5],
    ["/api/trpc/settings.get", "GET", 5],
    ["/_next/image?url=x", "GET", 25],
    ["/_next/static/chunks/x.js", "GET", 25],
    ["/openapi.json", "GET", 25],
    ["/embed.js", "GET", 25],
    ["/favicon.ico", "GET", 25],
    ["/og.png", "GET", 25],
    ["/.well-known/jwks.json", "GET", 25],
    ["/webhooks/cardprovider/ten_x", "POST", 25],
    ["/v1/nothing", "GET", 1],
  ])("%s, by %s, past %i times the limit", { tags: ["long"] }, async (path, method, times) => {
    const seen = await statuses(path, times * LIMIT + 1, { method });
    expect(seen.at(-1)).toBe(429);
    expect(seen.slice(0, -1)).not.toContain(429);
  });

  it.each(["pricing", "waitlist"])(
    "at a tenant's %s page, also where each query has a page of its own",
    async (page) => {
      const { id } = await aTenant(world);
      const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id } });
      const address = anAddress();
      const seen: number[] = [];
      for (let time = 0; time <= 5 * LIMIT; time++)
        seen.push((await ask(`/p/${slug}/${page}?n=${time}`, address)).status);
      expect(seen).toEqual([...Array(5 * LIMIT).fill(200), 429]);
    },
  );

  it.each(["/healthz", "/readyz", "/metrics"])("never at %s", { tags: ["long"] }, async (path) => {
    expect(new Set(await statuses(path, 30 * LIMIT, { headers: OPERATOR }))).toEqual(new Set([200]));
  });

  it("and one address takes nothing from another", async () => {
    expect((await statuses("/", 5 * LIMIT + 1)).at(-1)).toBe(429);
    expect((await ask("/", anAddress())).status).toBe(200);
  });

  it("in the form that the client reads, with Retry-After", async () => {
    const address = anAddress();
    for (let time = 0; time < 5 * LIMIT; time++) await ask("/", address);
    const page = await ask("/", address, { headers: { accept: "text/html,*/*" } });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await page.text()).toMatch(/<h1>.*K9002/s);
    const trpc = await (await ask("/api/trpc/settings.get", address)).json();
    expect(trpc.error.data).toMatchObject({ code: "K9002", httpStatus: 429 });
    const data = await (await ask("/api/auth/session", address)).json();
    expect(data.code).toBe("K9002");
  });
});

it("pages of one address are rendered two at once", async () => {
  const address = anAddress();
  const all = Array.from({ length: SHARE }, () => ask("/slow", address));
  let answered = 0;
  for (const one of all) void one.then(() => answered++);
  while (held.length < 2) await fetch(`${baseUrl}/healthz`);
  while (answered < SHARE) {
    await fetch(`${baseUrl}/healthz`);
    expect(held.length).toBeLessThanOrEqual(2);
    letGo();
  }
});

describe("requests that are worked on", () => {
  const slow = (address: string) => ask("/api/slow", address).then(({ status }) => status);
  /** Asks for slow pages by addresses that have not asked yet, until so many are being rendered. */
  async function hold(count: number, each: number): Promise<Promise<number>[]> {
    const asked: Promise<number>[] = [];
    for (let address = ""; asked.length < count; ) {
      if (asked.length % each === 0) address = anAddress();
      asked.push(slow(address));
    }
    while (held.length < count) await fetch(`${baseUrl}/healthz`);
    return asked;
  }
  it("of one address take a part of the capacity, and leave the rest to others", async () => {
    const address = anAddress();
    const asked = Array.from({ length: SHARE }, () => slow(address));
    while (held.length < SHARE) await fetch(`${baseUrl}/healthz`);
    expect(await slow(address)).toBe(503);
    expect((await ask("/", anAddress())).status).toBe(200);
    letGo();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    expect((await ask("/", address)).status).toBe(200);
  });

  it("past the capacity are refused at once, while operators and the API are answered", async () => {
    const asked = await hold(CAPACITY, SHARE);
    const refused = await ask("/", anAddress());
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    for (const path of ["/healthz", "/readyz", "/metrics", "/.well-known/jwks.json"])
      expect([path, (await ask(path, anAddress(), { headers: OPERATOR })).status]).toEqual([path, 200]);
    expect((await ask("/v1/pricing", anAddress(), { headers: { "x-app-id": "none" } })).status).toBe(401);
    letGo();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    expect((await ask("/", anAddress())).status).toBe(200);
  });
});
