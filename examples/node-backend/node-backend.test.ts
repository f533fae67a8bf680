// @module-tag ci
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../server/testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../server/testing/a-tenant.ts";
import { PASSWORD } from "../../server/testing/a-user.ts";
import { type Client, createClient } from "../../server/testing/client.ts";
import { ownDatabase } from "../../server/testing/own-database.ts";
import { openWorld, unique, type World } from "../../server/testing/world.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const HOOK = "/webhooks/usher";

let world: World;
let tenant: TestTenant;
let example: { url: string; close(): Promise<void> };

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, "packages", "client", "scripts", "build.mjs")]);
  // The worker of this world alone sends its webhooks.
  const environment = { DATABASE_URL: await ownDatabase(), USHER_WEBHOOKS_TO_PRIVATE: "true" };
  world = await openWorld({ isWorker: true, environment });
  tenant = await aTenant(world);
  const { productId } = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" }, sso: { type: "BOOLEAN" } },
    plans: [
      { slug: "hobby", entitlements: { events: { limit: 2 } }, prices: [{ amount: 0 }] },
      { slug: "scale", entitlements: { events: { limit: 1000 }, sso: {} }, prices: [{ amount: 19_900 }] },
    ],
    freePlan: "hobby",
  });
  const { tenantId, db } = tenant.scope;
  await db.product.update({ where: { tenantId_id: { tenantId, id: productId } }, data: { slug: "beacon" } });
  example = await start({});
}, 120_000);

afterAll(async () => {
  await example?.close();
  await world?.close();
});

/** Runs the example as a developer would after cloning it. */
async function start(environment: Record<string, string>) {
  const { id, appId, clientSecret } = tenant.adminApplication;
  const child = spawn(process.execPath, [join(import.meta.dirname, "src", "main.ts")], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      PORT: "0",
      USHER_URL: world.baseUrl,
      USHER_TENANT_ID: tenant.id,
      USHER_APP_ID: appId,
      USHER_CLIENT_ID: id,
      USHER_CLIENT_SECRET: clientSecret,
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return {
    url: /http:\S+/.exec(String(line))?.[0] ?? "",
    async close() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

async function anAccount(): Promise<{ id: string; client: Client }> {
  const anybody = createClient(example.url);
  const { status, body } = await anybody.post("/accounts", {
    email: `${unique("ada")}@example.com`,
    password: PASSWORD,
  });
  expect(status).toBe(201);
  return { id: body.account, client: anybody.with({ authorization: `Bearer ${body.api_key}` }) };
}

describe("the example on plain node:http", () => {
  it("signs a customer up to the free plan, and tells what it holds", async () => {
    const { client } = await anAccount();
    const { body } = await client.get("/account");
    expect(body).toMatchObject({ plan: "Free" });
    expect(body.features).toContainEqual({ feature_key: "events", allowed: true, used: 0, limit: 2 });
    expect(body.features).toContainEqual({ feature_key: "sso", allowed: false, used: 0, limit: null });
  });

  it("meters usage, an event that is sent twice once, and refuses what the plan has not", async () => {
    const { client } = await anAccount();
    const once = { "idempotency-key": unique("event") };
    expect(await client.post("/events", {}, once)).toMatchObject({
      status: 202,
      body: { used: 1, limit: 2 },
    });
    expect((await client.post("/events", {}, once)).body.used).toBe(1);
    expect((await client.post("/events")).body.used).toBe(2);
    const refused = await client.post("/events");
    expect(refused).toMatchObject({ status: 402, body: { reason: "LIMIT_REACHED", upgrade: "/upgrade" } });
    const events = (await client.get("/account")).body.features.find(
      ({ feature_key }: { feature_key: string }) => feature_key === "events",
    );
    expect(events).toMatchObject({ used: 2, allowed: false });
  });

  it("opens a paid feature as soon as a webhook has told of the better plan", {
    tags: ["long"],
  }, async () => {
    const endpoint = await tenant.admin.post("/v1/webhook-endpoints", {
      url: `${example.url}${HOOK}`,
      types: ["subscription.*"],
    });
    await example.close();
    // The old secret and the new one, as while they are exchanged.
    example = await start({
      PORT: new URL(example.url).port,
      USHER_WEBHOOK_SECRETS: `whsec_b2xk ${endpoint.body.secret}`,
    });
    const { id, client } = await anAccount();
    const issuer = { issuer: "https://id.example.com" };
    expect((await client.send("PUT", "/single-sign-on", issuer)).status).toBe(403);
    const paying = await client.post("/upgrade", { plan: "scale" });
    expect(paying).toMatchObject({ status: 201, body: { url: expect.stringMatching(/^http/) } });
    const { products } = (await tenant.server.get("/v1/pricing?product=beacon&currency=USD")).body;
    const moved = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer: id,
      plan_price_id: products[0].plans[1].prices[0].id,
      cardprovider_test_card_token: "tok_visa",
    });
    expect(moved.status).toBe(201);
    const ask = async () => (await client.send("PUT", "/single-sign-on", issuer)).status;
    await expect.poll(ask, { timeout: 20_000 }).toBe(200);
  });

  it("accepts no webhook that Usher has not signed, and no request without a key", async () => {
    const anybody = createClient(example.url);
    const forged = await anybody.post(HOOK, { type: "subscription.created" });
    expect(forged.status).toBe(400);
    expect((await anybody.get("/account")).status).toBe(401);
    expect((await anybody.post("/accounts", "no JSON")).body.error).toBe("Send email and password.");
    const weak = await anybody.post("/accounts", { email: "weak@example.com", password: "password" });
    expect(weak).toMatchObject({ status: 422, body: { error: expect.stringContaining("K2013") } });
    expect((await anybody.get("/nowhere")).status).toBe(404);
  });
});
