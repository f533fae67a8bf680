import { Writable } from "node:stream";
import { generate } from "otplib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPagesBridge } from "../http/pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey } from "../http/pages-contract.ts";
import { createLog } from "../platform/log.ts";
import { aMember } from "../testing/a-member.ts";
import { aUser, mailedSecret, PASSWORD } from "../testing/a-user.ts";
import { createClient } from "../testing/client.ts";
import { poolOf } from "../testing/fuzz/pool.ts";
import { anOwner } from "../testing/mutations-dashboard.ts";
import { aStage, done, type Stage } from "../testing/stage.ts";
import { openWorld, SECRET, unique, type World } from "../testing/world.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { appRouter } from "../trpc/root.ts";

// Whatever is secret is made once, used rightly and wrongly, and then looked for in everything that was logged and answered.

const KEY: PagesBridgeKey = "usher.pages";

let world: World;
let stage: Stage;
let logged = "";
/** By what they are. */
const secrets = new Map<string, string>();

function remember(what: string, value: string | undefined): string {
  if (value === undefined || value.length < 6) throw new Error(`There is no ${what}.`);
  secrets.set(what, value);
  return value;
}

beforeAll(async () => {
  const lines = new Writable({
    write(chunk: Buffer, _, taken) {
      logged += chunk.toString();
      taken();
    },
  });
  world = await openWorld({
    log: createLog("trace", lines),
    environment: { USHER_WEBHOOKS_TO_PRIVATE: "true" },
    isWorker: true,
  });
  stage = await aStage(world);
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  await spend();
}, 120_000);
afterAll(() => world.close());

/** Makes every kind of secret, and uses each where it belongs and where it does not. */
async function spend(): Promise<void> {
  remember("installation's secret", SECRET);
  remember("provider's key", stage.providerKey);
  remember("identifier of a SERVER application", stage.adminApplication.appId);
  remember("client secret", stage.adminApplication.clientSecret);
  remember("access token of an application", stage.admin.headers.authorization?.slice("Bearer ".length));
  const pool = await poolOf(stage);
  remember("sealed link", pool.invoiceLink);
  const made = await done(stage.admin.post("/v1/applications", { name: "New", kind: "SERVER" }));
  remember("identifier made by a call", made.app_id);
  remember("client secret made by a call", made.client_secret);
  const rotated = await done(stage.admin.post(`/v1/applications/${made.id}/rotate`, {}));
  remember("rotated identifier", rotated.app_id);
  remember("rotated client secret", rotated.client_secret);
  const endpoint = await done(
    stage.admin.post("/v1/webhook-endpoints", { url: "http://127.0.0.1:9/", types: ["user.created"] }),
  );
  remember("webhook secret", endpoint.secret);

  remember("password", PASSWORD);
  const user = await aUser(stage);
  remember("refresh token", user.refreshToken);
  remember("access token of a user", user.client.headers.authorization?.slice("Bearer ".length));
  await stage.browser.post("/v1/auth/password/reset", { email: user.email });
  const reset = remember("reset token", await mailedSecret(stage, user.email));
  const newcomer = `${unique("new")}@example.com`;
  await stage.browser.post("/v1/auth/register", { email: newcomer, password: PASSWORD });
  const confirmation = remember("confirmation token", await mailedSecret(stage, newcomer));
  const portal = await done(stage.server.post("/v1/billing/portal-sessions", { customer: user.customerId }));
  const pass = remember("portal link", new URL(portal.url).searchParams.get("token") ?? "");

  // The bridge puts exactly this type under its symbol.
  const bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  const entered = await bridge.enterPortal(pass);
  remember("portal session", entered?.session);
  await bridge.enterPortal(pass);
  const owner = await anOwner(stage);
  const { secret, pending } = await owner.account.startTotp({ password: PASSWORD });
  remember("seed of a second factor", secret);
  remember("pending second factor", pending);
  const { codes } = await owner.account.confirmTotp({ pending, code: await generate({ secret }) });
  remember("recovery code", codes[0]);
  const invited = await owner.members.invite({ email: `${unique("m")}@example.com`, role: "VIEWER" });
  const joining = remember("link of a member", new URL(invited.link ?? "").searchParams.get("token") ?? "");
  await owner.members.accept({ token: joining, password: "x".repeat(200) }).catch(() => undefined);
  await owner.members.accept({ token: joining, password: PASSWORD }).catch(() => undefined);

  const wrongly = [...secrets.values()];
  const anonymous = createClient(world.baseUrl);
  for (const value of wrongly) {
    const ascii = value.replaceAll(/[^\x21-\x7e]/g, "_");
    await anonymous.get("/v1/auth/me", { "x-app-id": ascii, authorization: `Bearer ${ascii}` });
    await stage.browser.post("/v1/auth/token", { grant_type: value, username: value, password: value });
    await stage.browser.post("/v1/auth/token", `{"refresh_token": "${value}"`);
    await stage.browser.post("/v1/auth/password/confirm", { token: value, password: value, [value]: 1 });
    await stage.server.get(`/v1/billing/subscriptions/${encodeURIComponent(value)}`);
    await stage.server.get(`/v1/nowhere/${encodeURIComponent(value)}?token=${encodeURIComponent(value)}`);
    await anonymous.get(`/invoices/${encodeURIComponent(value)}`);
  }
  const bad = { cardprovider_test_card_token: "tok_chargeDeclined", customer: unique("c"), email: newcomer };
  const plan_price_id = stage.catalog.plans.pro?.prices[0];
  await stage.server.post("/v1/billing/cardprovider/subscriptions/headless", { ...bad, plan_price_id });
  await stage.browser.post("/v1/auth/verify", { token: confirmation, password: PASSWORD });
  await stage.browser.post("/v1/auth/password/confirm", { token: reset, password: "another long sentence" });
  const claims = await aMember(world, stage.id, "OWNER");
  const another = await world.services.sandboxKeys.issue();
  await bridge.trpc(
    new Request("http://pages.internal/api/trpc/cardProvider.connect", {
      method: "POST",
      headers: { "x-usher-tenant": stage.id, "content-type": "application/json" },
      body: JSON.stringify({ secret_key: remember("another key", another.secretKey) }),
    }),
    claims,
  );
}

it("no line of the log holds any of them", () => {
  expect(secrets.size).toBeGreaterThan(20);
  expect(logged.split("\n").length).toBeGreaterThan(150);
  const found = [...secrets].filter(([, value]) => logged.includes(value)).map(([what]) => what);
  expect(found).toEqual([]);
});

/** An admin sees invitations with their codes, to pass them on; no other secret is ever shown again. */
it("no later answer shows any of them", async () => {
  const gets = restProcedures(appRouter).filter(
    ({ meta }) => meta.openapi.method === "GET" && !meta.openapi.path.includes("{"),
  );
  expect(gets.length).toBeGreaterThan(20);
  for (const { meta } of gets) {
    const { body } = await stage.admin.get(meta.openapi.path);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const found = [...secrets].filter(([, value]) => text.includes(value)).map(([what]) => what);
    expect([meta.openapi.path, found]).toEqual([meta.openapi.path, []]);
  }
});

it("the database holds none of them as it is", async () => {
  const { rows } = await world.services.pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '_prisma_migrations'`,
  );
  for (const { table_name } of rows) {
    const { rows: hits } = await world.services.pool.query<{ value: string }>(
      `select secrets.value from unnest($1::text[]) as secrets (value)
       where exists (select 1 from "${table_name}" as held where position(secrets.value in held::text) > 0)`,
      [[...secrets.values()]],
    );
    const found = hits.map(({ value }) => [...secrets].find(([, known]) => known === value)?.[0]);
    expect([table_name, found]).toEqual([table_name, []]);
  }
});
