// @module-tag ci
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../errors/catalogue.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { createClient } from "../testing/client.ts";
import { FOR_METRICS, openWorld, unique, type World } from "../testing/world.ts";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  // Requests without a name are limited by address, which is that of all files of this process.
  world = await openWorld({ hasOwnDatabase: true });
  tenant = await aTenant(world);
});

afterAll(() => world.close());

const SET = "/v1/billing/usage/set";

async function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Uint8Array<ArrayBuffer>,
) {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

const credentials = () => ({ "x-app-id": tenant.adminApplication.appId });

describe("the request", () => {
  it("unknown path 404, wrong method 405 with Allow", async () => {
    const unknown = await raw("GET", "/v1/nothing", credentials());
    expect([unknown.status, unknown.body.code]).toEqual([404, "K1006"]);
    const wrong = await raw("DELETE", "/v1/billing/usage", credentials());
    expect([wrong.status, wrong.body.code, wrong.headers.get("allow")]).toEqual([
      405,
      "K1007",
      "GET, HEAD, POST, OPTIONS",
    ]);
  });

  it("paths are case-sensitive and percent-decoded", async () => {
    expect((await raw("GET", "/V1/billing/usage", credentials())).status).toBe(404);
    const decoded = await tenant.server.get("/v1/billing/entitlements/some%20thing%2Felse?customer=x");
    expect(decoded.body).toMatchObject({ code: "K8001", details: { feature_key: "some thing/else" } });
    const broken = await raw("GET", "/v1/billing/entitlements/%ff", credentials());
    expect([broken.status, broken.body.code]).toEqual([400, "K1008"]);
  });

  it("a parameter that is there twice is refused", async () => {
    const reply = await tenant.server.get("/v1/billing/usage?customer=a&customer=b");
    expect([reply.status, reply.body.code]).toEqual([400, "K1008"]);
  });

  it.each([
    ["broken JSON", "{", "application/json", 400, "K1001"],
    ["an array", "[]", "application/json", 400, "K1002"],
    ["a bare string", '"x"', "application/json", 400, "K1002"],
    ["another media type", "customer=a", "text/plain", 415, "K1005"],
    ["a form where none is taken", "customer=a", "application/x-www-form-urlencoded", 415, "K1005"],
    [
      "more than the limit",
      JSON.stringify({ customer: "x".repeat(100_001) }),
      "application/json",
      413,
      "K1004",
    ],
  ])("body: %s", async (_, body, type, status, code) => {
    const authorization = { ...credentials(), authorization: await bearer() };
    const reply = await raw("POST", SET, { ...authorization, "content-type": type }, body);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("body: invalid UTF-8", async () => {
    const headers = { ...credentials(), authorization: await bearer(), "content-type": "application/json" };
    const reply = await raw("POST", SET, headers, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect([reply.status, reply.body.code]).toEqual([400, "K1001"]);
  });

  it("body: an empty one is an empty object, which lacks fields", async () => {
    const reply = await raw("POST", SET, { ...credentials(), authorization: await bearer() });
    expect([reply.status, reply.body.code]).toEqual([400, "K1002"]);
    expect(reply.body.issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
      "customer",
      "feature_key",
      "value",
    ]);
  });

  it("body: a charset beside application/json is fine, and types are never coerced", async () => {
    const headers = {
      ...credentials(),
      authorization: await bearer(),
      "content-type": "application/json; charset=utf-8",
    };
    for (const value of ["null", '"7"', "true", "[]"]) {
      const reply = await raw("POST", SET, headers, `{"customer":"a","feature_key":"b","value":${value}}`);
      expect([reply.status, reply.body.code, reply.body.issues[0].path]).toEqual([400, "K1002", "value"]);
    }
  });

  it("credentials are asked before the body is read", async () => {
    const reply = await raw("POST", SET, { "content-type": "application/json" }, "{");
    expect([reply.status, reply.body.code]).toEqual([401, "K2001"]);
  });

  it("a path parameter cannot be given again in the body, nor a query beside a body", async () => {
    const inBody = await tenant.server.post("/v1/billing/subscriptions/sub_x/change-plan", {
      id: "sub_y",
      plan_price_id: "p",
    });
    expect([inBody.status, inBody.body.code]).toEqual([400, "K1003"]);
    const inQuery = await tenant.server.post("/v1/billing/subscriptions/sub_x/change-plan?plan_price_id=p", {
      plan_price_id: "p",
    });
    expect([inQuery.status, inQuery.body.code]).toEqual([400, "K1003"]);
  });

  it("HEAD answers as GET without a body", async () => {
    const reply = await raw("HEAD", "/v1/billing/usage", { ...credentials(), authorization: await bearer() });
    expect([reply.status, reply.body]).toEqual([200, null]);
  });

  it("a client that disconnects in the middle of its body affects no other request", async () => {
    await new Promise<void>((resolve) => {
      const url = new URL(SET, world.baseUrl);
      const headers = { ...credentials(), "content-type": "application/json", "content-length": "1000" };
      const request = httpRequest(url, { method: "POST", headers });
      request.on("error", () => undefined);
      request.once("close", () => resolve());
      request.write("{");
      setTimeout(() => request.destroy(new Error("gone")), 50);
    });
    expect((await tenant.server.get("/v1/billing/usage")).status).toBe(200);
  });

  async function bearer(): Promise<string> {
    const { id, clientSecret } = tenant.adminApplication;
    const reply = await createClient(world.baseUrl).post("/v1/auth/token", {
      grant_type: "client_credentials",
      client_id: id,
      client_secret: clientSecret,
    });
    return `Bearer ${reply.body.access_token}`;
  }
});

describe("idempotency", () => {
  const path = "/v1/applications";

  it("repeats the answer, marked, also one with a secret in it", async () => {
    const key = { "idempotency-key": unique("key") };
    const body = { name: "twice", kind: "SERVER" };
    const first = await tenant.admin.post(path, body, key);
    const second = await tenant.admin.post(path, body, key);
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect([first.headers.get("idempotent-replayed"), second.headers.get("idempotent-replayed")]).toEqual([
      null,
      "true",
    ]);
    const [row] = await world.services.db.idempotencyKey.findMany({
      where: { tenantId: tenant.id, key: key["idempotency-key"] },
    });
    expect(row?.responseBody).not.toContain(first.body.client_secret);
  });

  it("refuses the key for another body or path", async () => {
    const key = { "idempotency-key": unique("key") };
    await tenant.admin.post(path, { name: "one", kind: "SERVER" }, key);
    expect((await tenant.admin.post(path, { name: "two", kind: "SERVER" }, key)).body.code).toBe("K9003");
    expect(
      (await tenant.admin.post("/v1/billing/checkout", { name: "one", kind: "SERVER" }, key)).body.code,
    ).toBe("K9003");
  });

  it("is per application", async () => {
    const key = { "idempotency-key": unique("key") };
    const first = await tenant.admin.post(path, { name: "mine", kind: "SERVER" }, key);
    const other = await aTenant(world);
    const second = await other.admin.post(path, { name: "mine", kind: "SERVER" }, key);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it("does not keep refused input", async () => {
    const key = { "idempotency-key": unique("key") };
    expect((await tenant.admin.post(path, { name: "x" }, key)).status).toBe(400);
    expect((await tenant.admin.post(path, { name: "x", kind: "SERVER" }, key)).status).toBe(201);
  });

  it("a request whose process died is carried out again when it had changed nothing, and never twice", async () => {
    const { db } = world.services;
    const key = unique("key");
    const fields = { name: "left behind", kind: "SERVER" };
    const call = () => tenant.admin.post(path, fields, { "idempotency-key": key });
    const row = { tenantId: tenant.id, applicationId: tenant.adminApplication.id, key };
    /** Leaves the row as a process does that is killed before it stores the answer. */
    const cutOff = (requestId?: string) =>
      db.idempotencyKey.update({
        where: { tenantId_applicationId_key: row },
        data: {
          status: "RUNNING",
          responseCode: null,
          responseBody: null,
          leaseUntil: new Date(Date.now() - 1000),
          ...(requestId && { requestId }),
        },
      });
    const first = await call();
    await cutOff("req_that_did_nothing");
    const second = await call();
    expect([second.status, second.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(second.body.id).not.toBe(first.body.id);
    await cutOff();
    const third = await call();
    expect([third.status, third.body.code]).toEqual([409, "K9031"]);
    expect(third.body.details.changes).toEqual([
      { type: "application.created", object_type: "application", object_id: second.body.id },
    ]);
    const { request_id, ...same } = (await call()).body;
    expect(same).toEqual(expect.not.objectContaining({ request_id }));
    expect({ ...same, request_id: third.body.request_id }).toEqual(third.body);
  });

  it.each(["", "a".repeat(256)])("refuses a malformed key", async (key) => {
    const reply = await tenant.admin.post(path, { name: "x", kind: "SERVER" }, { "idempotency-key": key });
    expect([reply.status, reply.body.code]).toEqual([400, "K9007"]);
  });
});

describe("other entry points", () => {
  it("health, readiness, metrics, keys and the document", async () => {
    expect((await raw("GET", "/healthz", {})).body).toEqual({ status: "ok" });
    expect((await raw("GET", "/readyz", {})).body).toEqual({ status: "ready", row_level_security: "on" });
    const metrics = await (await fetch(`${world.baseUrl}/metrics`, FOR_METRICS)).text();
    expect(metrics).toMatch(
      /usher_http_request_duration_seconds_count\{operation="usage\.list",method="GET",status="200"\} \d+/,
    );
    const { keys } = (await raw("GET", "/.well-known/jwks.json", {})).body;
    expect(keys[0]).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
    expect(keys[0]).not.toHaveProperty("d");
    expect((await raw("GET", "/openapi.json", {})).body.info.version).toBe("1.0.0");
  });

  it("a callback without a valid signature is refused", async () => {
    const reply = await raw(
      "POST",
      `/webhooks/cardprovider/${tenant.id}`,
      { "stripe-signature": "t=1,v1=00" },
      "{}",
    );
    expect([reply.status, reply.body.code]).toEqual([400, "K7008"]);
    expect((await raw("POST", "/webhooks/cardprovider/ten_nobody", {}, "{}")).body.code).toBe("K7008");
  });

  it("preflight is answered, and only an allowed origin may call and read", async () => {
    const own = await aTenant(world, { browserOrigins: ["https://app.example.com"] });
    const pre = await fetch(`${world.baseUrl}/v1/waitlist`, {
      method: "OPTIONS",
      headers: { origin: "https://app.example.com", "access-control-request-method": "POST" },
    });
    expect([pre.status, pre.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "https://app.example.com",
    ]);
    const good = await own.browser.with({ origin: "https://app.example.com" }).get("/v1/pricing");
    expect([good.status, good.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "https://app.example.com",
    ]);
    const bad = await own.browser.with({ origin: "https://evil.example" }).get("/v1/pricing");
    expect([bad.status, bad.body.code, bad.headers.get("access-control-allow-origin")]).toEqual([
      403,
      "K2015",
      null,
    ]);
  });
});

describe("the catalogue of errors", () => {
  it("has names, codes of the series K1 to K9 and statuses that HTTP knows", () => {
    for (const [name, { code, status, message }] of Object.entries(CATALOGUE)) {
      expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
      expect(code).toMatch(/^K[1-9][0-9]{3}$/);
      expect(status).toBeGreaterThanOrEqual(400);
      // The last sentence may be filled in.
      expect(message).toMatch(/(\.|\. \{[a-z_]+\})$/);
    }
  });
});
