import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { findEmbedding } from "./embedding.ts";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});
afterAll(() => world.close());

const create = (origin: string) =>
  tenant.admin.post("/v1/applications", {
    name: unique("page"),
    kind: "BROWSER",
    allowed_origins: [origin],
  });

it.each([
  "https://*.evil.example",
  "https://*",
  "*",
  "null",
  "",
  "https://app.example.com/",
  "https://app.example.com/path",
  "https://app.example.com?a=b",
  "https://app.example.com#a",
  "https://user@app.example.com",
  "https://user:secret@app.example.com",
  "https://app.example.com.",
  "https://app..example.com",
  "https://app.example.com:0443",
  "https://app.example.com:443",
  "https://app.example.com:65536",
  "https://app.example.com:-1",
  "https://app.example.com;script-src",
  "https://app.example.com,https:",
  "https://bücher.example",
  "ftp://app.example.com",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "chrome-extension://abcdef",
  "https://0x7f.1",
])("%j is no origin that an application may allow", async (origin) => {
  const made = await create(origin);
  expect([made.status, made.body.code, made.body.issues?.[0]?.path]).toEqual([
    400,
    "K1002",
    "allowed_origins.0",
  ]);
  const id = tenant.adminApplication.id;
  const changed = await tenant.admin.send("PATCH", `/v1/applications/${id}`, { allowed_origins: [origin] });
  expect([changed.status, changed.body.code]).toEqual([400, "K1002"]);
});

const change = (allowed_origins: string[]) =>
  tenant.admin.send("PATCH", `/v1/applications/${tenant.adminApplication.id}`, { allowed_origins });

it.each([
  "http://app.example.com",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "http://192.0.2.1",
  "http://usher.internal.example",
  "http://usher.internal.example:8081",
  "http://evil.usher.internal.example:8080",
])("%s is refused, for a page over http can be changed on its way", async (origin) => {
  for (const refused of [await create(origin), await change(["https://app.example.com", origin])])
    expect([refused.status, refused.body.code, refused.body.details.origin]).toEqual([422, "K3017", origin]);
  expect((await change(["https://app.example.com", origin])).body.issues[0].path).toBe("allowed_origins.1");
  const row = await world.services.db.application.findFirstOrThrow({
    where: { id: tenant.adminApplication.id },
  });
  expect(row.allowedOrigins).toEqual([]);
});

describe("on an installation at plain http", () => {
  const own = "http://usher.internal.example:8080";

  beforeAll(() => {
    world.services.baseUrl = "http://Usher.internal.example:8080";
  });
  afterAll(() => {
    world.services.baseUrl = world.baseUrl;
  });

  it("its own origin can be allowed, kept by a later change, and called from", async () => {
    const made = await create(own);
    expect([made.status, made.body.allowed_origins]).toEqual([201, [own]]);
    const path = `/v1/applications/${made.body.id}`;
    const changed = await tenant.admin.send("PATCH", path, { name: "Shop", allowed_origins: [own] });
    expect([changed.status, changed.body.allowed_origins]).toEqual([200, [own]]);
    const page = tenant.browser.with({ "x-app-id": made.body.app_id, origin: own });
    const pricing = await page.get("/v1/pricing");
    expect([pricing.status, pricing.headers.get("access-control-allow-origin")]).toEqual([200, own]);
  });

  it.each(["http://other.internal.example:8080", "http://usher.internal.example"])(
    "%s, which is another origin, is refused",
    async (origin) => {
      const refused = await create(origin);
      expect([refused.status, refused.body.code, refused.body.details.own]).toEqual([422, "K3017", own]);
    },
  );
});

it.each([
  ["https://app.example.com", "https://app.example.com"],
  ["HTTPS://App.Example.COM:8443", "https://app.example.com:8443"],
  ["https://xn--bcher-kva.example", "https://xn--bcher-kva.example"],
  ["https://192.0.2.1", "https://192.0.2.1"],
  ["https://[2001:db8::1]", "https://[2001:db8::1]"],
  ["http://localhost:5173", "http://localhost:5173"],
  ["http://127.0.0.1:5173", "http://127.0.0.1:5173"],
])("%j is kept as browsers send it: %s", async (origin, kept) => {
  const made = await create(origin);
  expect([made.status, made.body.allowed_origins]).toEqual([201, [kept]]);
});

it("a wildcard that was stored before lets no page embed ours", async () => {
  const origin = "https://*.evil.example";
  const own = await aTenant(world, { browserOrigins: [origin, "https://shop.example"] });
  expect(await findEmbedding(world.services, { appId: own.browserAppId, origin })).toBeNull();
  const shop = { appId: own.browserAppId, origin: "https://shop.example" };
  expect(await findEmbedding(world.services, shop)).toMatchObject({ origin: "https://shop.example" });
});
