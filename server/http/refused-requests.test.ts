import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { it } from "../testing/it.ts";
import { unique } from "../testing/world.ts";

let tenant: TestTenant;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

it("a compressed body is refused with what to do", async ({ world }) => {
  const send = (encoding: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(`${world.baseUrl}/v1/waitlist`, {
      method: "POST",
      headers: {
        "x-app-id": tenant.adminApplication.appId,
        "content-type": "application/json",
        "content-encoding": encoding,
      },
      body,
    });
  const json = new TextEncoder().encode(JSON.stringify({ email: `${unique("z")}@example.com` }));
  const refused = await send("gzip", gzipSync(json));
  expect([refused.status, await refused.json()]).toMatchObject([
    415,
    { code: "K1013", details: { encoding: "gzip" } },
  ]);
  expect((await send("identity", json)).status).toBe(201);
});

it.each([
  "/V1/waitlist",
  "/v2/waitlist",
  "/api/v1/waitlist",
  "//v1/waitlist",
  "/v1",
  "/v1/waitlist/",
  "/v1/billing/invoices/",
])("%s is no path of the API, and says so in JSON", async (path) => {
  const reply = await tenant.admin.get(path);
  expect([reply.status, reply.body.code]).toEqual([404, "K1006"]);
});

it("a method that no path has is 405 or not HTTP at all, with a code", async ({ world }) => {
  const answer = await fetch(`${world.baseUrl}/v1/waitlist`, { method: "PROPFIND" });
  expect([answer.status, await answer.json()]).toMatchObject([405, { code: "K1007" }]);
});

/** What is answered to these bytes until the connection is closed. */
async function exchange(baseUrl: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  socket.end(bytes);
  return text(socket);
}

it("an asterisk is an address of OPTIONS alone", async ({ world }) => {
  const head = "* HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
  expect(await exchange(world.baseUrl, `GET ${head}`)).toMatch(/^HTTP\/1.1 400 .*K1008/s);
  expect(await exchange(world.baseUrl, `OPTIONS ${head}`)).toMatch(/^HTTP\/1.1 204 /);
});

it("nothing is answered behind a request without a Host", async ({ world }) => {
  const answer = await exchange(
    world.baseUrl,
    "GET /v1/pricing HTTP/1.1\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  );
  expect(answer.match(/^HTTP\/1.1 \d+/gm)).toEqual(["HTTP/1.1 400"]);
});

it("a refusal that is replayed names the request that is answered", async () => {
  const keyed = tenant.server.with({ "idempotency-key": unique("key") });
  const use = { customer: unique("customer"), feature_key: "no-such-feature", quantity: 1 };
  const first = await keyed.post("/v1/billing/usage", use);
  const again = await keyed.post("/v1/billing/usage", use);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect([again.status, again.body]).toEqual([
    404,
    { ...first.body, request_id: again.headers.get("x-request-id") },
  ]);
  expect(again.body.request_id).not.toBe(first.body.request_id);
});

it("a bound that is passed is named, in every list alike", async () => {
  const reply = await tenant.admin.get("/v1/billing/invoices?limit=500");
  expect([reply.status, reply.body.issues]).toEqual([
    400,
    [{ path: "limit", message: "must be at most 200" }],
  ]);
  const waitlist = await tenant.admin.get("/v1/waitlist?limit=1001");
  expect([waitlist.status, waitlist.body.issues]).toEqual([
    400,
    [{ path: "limit", message: "must be at most 1000" }],
  ]);
});

it("what is not there is named by its field and value", async () => {
  const missing = (reply: { body: { code: string; details: unknown } }) => [
    reply.body.code,
    reply.body.details,
  ];
  const { admin } = tenant;
  expect(missing(await admin.get("/v1/billing/invoices?customer=cus_gone"))).toEqual([
    "K3003",
    { field: "customer", value: "cus_gone" },
  ]);
  expect(missing(await admin.post("/v1/billing/subscriptions/sub_gone/cancel", {}))).toEqual([
    "K6001",
    { field: "id", value: "sub_gone" },
  ]);
  const start = { customer: unique("c"), email: "c@example.com", plan_price_id: "price_gone" };
  expect(
    missing(await admin.post("/v1/billing/subscriptions", { ...start, provider: "PROVIDER_B" })),
  ).toEqual(["K5003", { field: "plan_price_id", value: "price_gone" }]);
});

it("a feature that is not there is named like all else, by its path where it stands in a list", async () => {
  const { server, admin } = tenant;
  const named = (field: string) => ({
    status: 404,
    body: { code: "K8001", details: { feature_key: "gone", field, value: "gone" } },
  });
  const use = { customer: "c", quantity: 1 };
  expect(await server.get("/v1/billing/entitlements/gone?customer=c")).toMatchObject(named("feature_key"));
  expect(await server.post("/v1/billing/usage", { ...use, feature_key: "gone" })).toMatchObject(
    named("feature_key"),
  );
  const { body: product } = await admin.post("/v1/catalog/products", { name: "P", slug: unique("p") });
  const plan = { product_id: product.id, name: "Plan", slug: unique("plan") };
  const { body: made } = await admin.post("/v1/catalog/plans", plan);
  const pack = { plan_id: made.id, entitlements: [{ feature_key: "gone" }] };
  expect(await admin.post("/v1/catalog/packs", pack)).toMatchObject(named("entitlements.0.feature_key"));
});

it("a number that JSON cannot carry is named by its path", async () => {
  const reply = await tenant.server.post(
    "/v1/billing/subscriptions",
    '{"drivers":[{},{"steps":0.12345678901234567}]}',
  );
  expect([reply.status, reply.body.code, reply.body.issues?.[0].path]).toEqual([
    400,
    "K1012",
    "drivers.1.steps",
  ]);
});
