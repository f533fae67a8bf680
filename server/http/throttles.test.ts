// @module-tag ci
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countersOf, WRONG_CODES, wrongCodesOf } from "../platform/count-callers.ts";
import { CARD_TRIES } from "../platform/schema/throttles.ts";
import { aCatalog } from "../testing/a-catalog.ts";
import { aSubscription } from "../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { aUser, type TestUser } from "../testing/a-user.ts";
import type { Client } from "../testing/client.ts";
import { callAsPage, operationsOpenTo } from "../testing/open-operations.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { appRouter } from "../trpc/root.ts";
import { OPEN_UPLOADS } from "./concurrency.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ environment: { USHER_TRUST_PROXY: "true", USHER_RATE_LIMIT: "1000000" } });
});
afterAll(() => world.close());

/** The same caller from an address. */
const from = (client: Client, address: string) => client.with({ "x-forwarded-for": address });

/** The answers to a call that is made so many times, as their statuses. */
async function times(count: number, call: (nth: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let nth = 0; nth < count; nth++) statuses.push((await call(nth)).status);
  return statuses;
}

const setUpCard = (client: Client, user: TestUser) =>
  client.post("/v1/billing/cardprovider/setup-intent", { customer: user.customerId });

it("every operation open to customers and visitors says how often", () => {
  const open = operationsOpenTo(appRouter);
  expect(open.length).toBeGreaterThan(30);
  expect(open.filter(({ rules }) => rules.throttle === null).map(({ name }) => name)).toEqual([]);
});

describe("a person who is signed in", () => {
  it("is counted from whatever address they call, and nobody else with them", async () => {
    const tenant = await aTenant(world);
    const [tester, other] = [await aUser(tenant), await aUser(tenant)];
    const { points } = CARD_TRIES;
    const tries = await times(points + 2, (nth) =>
      setUpCard(from(tester.client, `198.51.100.${nth}`), tester),
    );
    expect(tries).toEqual([...Array(points).fill(201), 429, 429]);
    const refused = await setUpCard(tester.client, tester);
    expect(refused.body.code).toBe("K9002");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await setUpCard(from(other.client, "198.51.100.1"), other)).status).toBe(201);
    expect((await setUpCard(tenant.server, tester)).status).toBe(201);
  });

  it("shares an address with as many as an office has, and no more", async () => {
    const tenant = await aTenant(world);
    const user = await aUser(tenant);
    const office = { kind: "BROWSER", address: "198.51.100.200", tenantId: tenant.id, subject: "x" } as const;
    const [, ofAddress] = countersOf("paymentMethods.createSetupIntent", CARD_TRIES, office);
    if (!ofAddress) throw new Error("Nothing counts an address.");
    const { limit, subject } = ofAddress;
    for (let others = 0; others < 20 * CARD_TRIES.points; others++)
      await world.services.throttle.take(limit, subject);
    expect((await setUpCard(from(user.client, office.address), user)).status).toBe(429);
    expect((await setUpCard(from(user.client, "198.51.100.201"), user)).status).toBe(201);
  });
});

describe("wrong codes", () => {
  const { points } = WRONG_CODES;

  /** Wrong codes of others at an address, as many as it may have in all. */
  async function guessesOf(who: Parameters<typeof countersOf>[2]): Promise<void> {
    const ofAddress = wrongCodesOf(who).at(-1);
    if (!ofAddress) throw new Error("Nothing counts an address.");
    expect(ofAddress.limit.points).toBe(20 * points);
    for (let nth = 0; nth < ofAddress.limit.points; nth++)
      await world.services.throttle.take(ofAddress.limit, ofAddress.subject);
  }

  it("of visitors are counted by their address in every operation that takes a code, and leave others there theirs until they are an office's", async () => {
    const tenant = await aTenant(world);
    const { code } = (await tenant.server.post("/v1/invitations/code", {})).body;
    const address = "203.0.113.7";
    const visitor = from(tenant.browser, address);
    const check = (typed: string) => visitor.post("/v1/invitations/check", { code: typed });
    const register = () =>
      visitor.post("/v1/auth/register", { email: `${unique("p")}@example.com`, invitation_code: "AAAAA" });
    expect(await times(points, (nth) => (nth % 2 ? check("AAAAA") : register()))).toEqual(
      Array(points).fill(404),
    );
    expect((await check(code)).status).toBe(200);
    const seen = { kind: "BROWSER", address, tenantId: tenant.id, subject: null } as const;
    await expect(guessesOf(seen)).rejects.toMatchObject({ code: "K9002" });
    expect([(await register()).status, (await check(code)).status]).toEqual([429, 429]);
    const elsewhere = from(tenant.browser, "203.0.113.8");
    expect((await elsewhere.post("/v1/invitations/check", { code })).status).toBe(200);
    const user = await aUser(tenant);
    const redeemed = await from(user.client, address).post("/v1/invitations/redeem", { code });
    expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);
  });

  it("of a customer stop nobody else at their address, those of many customers there do, and cost nobody a try elsewhere", async () => {
    const tenant = await aTenant(world);
    const { code } = (await tenant.server.post("/v1/invitations/code", { maxUses: 9 })).body;
    const address = "203.0.113.17";
    const [guesser, other, third] = [await aUser(tenant), await aUser(tenant), await aUser(tenant)];
    const redeem = ({ client }: TestUser, typed: string, at = address) =>
      from(client, at).post("/v1/invitations/redeem", { code: typed });
    const tries = await times(points + 1, () => redeem(guesser, "AAAAA"));
    expect(tries).toEqual([...Array(points).fill(404), 429]);
    expect((await redeem(other, code)).status).toBe(200);
    const many = { kind: "BROWSER", address, tenantId: tenant.id, subject: "x" } as const;
    await expect(guessesOf(many)).rejects.toMatchObject({ code: "K9002" });
    expect(await times(points, () => redeem(third, code))).toEqual(Array(points).fill(429));
    expect((await redeem(third, code, "203.0.113.18")).status).toBe(200);
  });

  it("are not what is right, nor what the tenant's back end sends", async () => {
    const tenant = await aTenant(world);
    const { code } = (await tenant.server.post("/v1/invitations/code", {})).body;
    const check = (client: Client, typed: string) => client.post("/v1/invitations/check", { code: typed });
    expect(await times(points + 1, () => check(tenant.browser, code))).toEqual(Array(points + 1).fill(200));
    expect(await times(points + 1, () => check(tenant.server, "AAAAA"))).toEqual(Array(points + 1).fill(404));
  });

  it("of a customer are counted in previews, changes and redemptions together, from every address", async () => {
    const tenant = await aTenant(world);
    const shop = await aShop(tenant);
    const user = await aUser(tenant, { customer: shop.customer });
    const preview = (nth: number) =>
      from(user.client, `198.51.100.${nth}`).post(
        `/v1/billing/subscriptions/${shop.id}/change-plan/preview`,
        {
          plan_price_id: shop.team,
          promotion_code: `STAFF${nth}`,
        },
      );
    const redeem = (nth: number) =>
      from(user.client, `198.51.100.${nth}`).post("/v1/invitations/redeem", { code: `STAFF${nth}` });
    const seen = await times(points, (nth) => (nth % 2 ? preview(nth) : redeem(nth)));
    expect(seen).toEqual(Array.from({ length: points }, (_, nth) => (nth % 2 ? 422 : 404)));
    expect([(await preview(99)).status, (await redeem(99)).status]).toEqual([429, 429]);
  });

  it("of a customer in the portal are counted, too", async () => {
    const tenant = await aTenant(world);
    const shop = await aShop(tenant);
    const { mode } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
    const guess = (nth: number) =>
      callAsPage(
        { root: appRouter, services: world.services },
        {
          type: "portal",
          tenantId: tenant.id,
          tenantMode: mode,
          customerId: shop.customerId,
          address: `198.51.100.${nth}`,
          member: null,
        },
        nth % 2 ? "subscriptions.changePlan" : "subscriptions.previewChange",
        { id: shop.id, plan_price_id: shop.team, promotion_code: `STAFF${nth}` },
      );
    const seen = await times(points + 1, guess);
    expect(seen).toEqual([...Array(points).fill(422), 429]);
  });
});

describe("uploads", () => {
  it("that are open at once are few for each application, and free their place when they end", async () => {
    const tenant = await aTenant(world);
    const open = Array.from({ length: OPEN_UPLOADS.application + 2 }, () => anOpenUpload(tenant.server));
    const refused = () => open.flatMap(({ answer }) => answer());
    await expect.poll(refused).toEqual([429, 429]);
    const upload = () =>
      tenant.server.send("POST", "/v1/waitlist/import", "email\na@example.com\n", {
        "content-type": "text/csv",
      });
    const { body, headers } = await upload();
    expect([body.code, headers.get("retry-after")]).toEqual(["K9002", "5"]);
    for (const { cancel } of open) cancel();
    await expect.poll(async () => (await upload()).status).toBe(200);
  });
});

/** A request that has sent its headers and one line of its file, and keeps the rest to itself. */
function anOpenUpload(client: Client) {
  const request = httpRequest(`${world.baseUrl}/v1/waitlist/import`, {
    method: "POST",
    headers: { ...client.headers, "content-type": "text/csv", "transfer-encoding": "chunked" },
  });
  const seen: number[] = [];
  request.on("error", () => undefined);
  request.on("response", ({ statusCode }) => seen.push(statusCode ?? 0));
  request.write("email\n");
  return { answer: () => seen, cancel: () => request.destroy() };
}

async function aShop(tenant: TestTenant) {
  const { plans } = await aCatalog(tenant.scope, {
    plans: [
      { slug: "pro", prices: [{ amount: 900 }] },
      { slug: "team", prices: [{ amount: 4_900 }] },
    ],
  });
  const subscription = await aSubscription(tenant, { price: plans.pro?.prices[0] });
  return { ...subscription, team: plans.team?.prices[0] ?? "" };
}
