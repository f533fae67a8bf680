import { createLocalJWKSet, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { createClient } from "../../../testing/client.ts";
import { openWorld, type World } from "../../../testing/world.ts";

let world: World;
let second: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  second = await openWorld({ isApart: true });
  tenant = await aTenant(world);
});

afterAll(async () => {
  await second.close();
  await world.close();
});

const grant = () => ({
  grant_type: "client_credentials",
  client_id: tenant.adminApplication.id,
  client_secret: tenant.adminApplication.clientSecret,
});

const ask = (fields: object, headers: Record<string, string> = {}) =>
  createClient(world.baseUrl).post("/v1/auth/token", fields, headers);

describe("client credentials", () => {
  it("answers as RFC 6749 §5.1 says, and the token verifies by the published keys alone", async () => {
    const reply = await ask(grant());
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ token_type: "Bearer", expires_in: 900, scope: "billing:admin" });
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const jwks = createLocalJWKSet((await createClient(world.baseUrl).get("/.well-known/jwks.json")).body);
    const options = { issuer: world.baseUrl, audience: "usher:api", algorithms: ["ES256"] };
    const { payload } = await jwtVerify(reply.body.access_token, jwks, options);
    expect(payload).toMatchObject({
      sub: tenant.adminApplication.id,
      tenant_id: tenant.id,
      app_id: tenant.adminApplication.id,
      scope: "billing:admin",
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  it("takes a form body and HTTP Basic", async () => {
    const { client_id, client_secret } = grant();
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(grant()).toString();
    expect(
      (await fetch(`${world.baseUrl}/v1/auth/token`, { method: "POST", headers: form, body })).status,
    ).toBe(200);
    const basic = { ...form, authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` };
    expect(
      (
        await fetch(`${world.baseUrl}/v1/auth/token`, {
          method: "POST",
          headers: basic,
          body: "grant_type=client_credentials",
        })
      ).status,
    ).toBe(200);
  });

  it.each([
    ["a wrong secret", { client_secret: "cs_wrong" }, 401, "K2007", "invalid_client"],
    ["an unknown client", { client_id: "app_01h455vb4pex5vsknk084sn02q" }, 401, "K2007", "invalid_client"],
    ["a missing secret", { client_secret: undefined }, 401, "K2007", "invalid_client"],
    ["another grant", { grant_type: "authorization_code" }, 400, "K2008", "unsupported_grant_type"],
    ["a scope it lacks", { scope: "everything" }, 403, "K2006", "invalid_scope"],
    ["a missing grant", { grant_type: undefined }, 400, "K1002", "invalid_request"],
  ])("refuses %s", async (_, change, status, code, error) => {
    const reply = await ask({ ...grant(), ...change });
    expect([reply.status, reply.body.code, reply.body.error]).toEqual([status, code, error]);
  });

  it("another application's secret is refused", async () => {
    const other = await aTenant(world);
    const reply = await ask({ ...grant(), client_secret: other.adminApplication.clientSecret });
    expect([reply.status, reply.body.code]).toEqual([401, "K2007"]);
  });
});

describe("bearer tokens", () => {
  const use = (token: string) =>
    createClient(world.baseUrl, {
      "x-app-id": tenant.adminApplication.appId,
      authorization: `Bearer ${token}`,
    }).get("/v1/billing/usage");

  it("refuses none, HS256 with the public key, a foreign key, a tampered and an expired token", async () => {
    const token: string = (await ask(grant())).body.access_token;
    expect((await use(token)).status).toBe(200);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const { keys } = (await createClient(world.baseUrl).get("/.well-known/jwks.json")).body;
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: keys[0].kid, typ: "at+jwt" })
      .sign(new TextEncoder().encode(JSON.stringify(keys[0])));
    const foreignKeys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ]);
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: keys[0].kid, typ: "at+jwt" })
      .sign(foreignKeys.privateKey);
    const grown = Buffer.from(JSON.stringify({ ...claims, scope: "billing:admin everything" })).toString(
      "base64url",
    );
    const tampered = `${header}.${grown}.${signature}`;
    const expired = await world.services.keyring.sign(
      { ...claims },
      { audience: "usher:api", subject: claims.sub, lifetimeSeconds: -1, id: "jti_1" },
    );
    const elsewhere = await world.services.keyring.sign(
      { ...claims },
      { audience: "another", subject: claims.sub, lifetimeSeconds: 60, id: "jti_2" },
    );
    for (const bad of [none, hmac, foreign, tampered, expired, elsewhere, "", "x.y.z"]) {
      const reply = await use(bad);
      expect([reply.status, reply.body.code]).toEqual([401, "K2003"]);
    }
  });
});

describe("revoking", () => {
  it("reaches another process within a second: identifier, token and secret", async () => {
    const made = await tenant.admin.post("/v1/applications", { name: "short-lived", kind: "SERVER" });
    const { id, app_id, client_secret } = made.body;
    const credentials = { grant_type: "client_credentials", client_id: id, client_secret };
    const token = (await createClient(second.baseUrl).post("/v1/auth/token", credentials)).body.access_token;
    const there = createClient(second.baseUrl, { "x-app-id": app_id, authorization: `Bearer ${token}` });
    // Issued by the one process and used at the other needs one issuer; here each world has its own address.
    expect((await there.get("/v1/billing/usage")).status).toBe(200);
    await tenant.admin.post(`/v1/applications/${id}/revoke`);
    await expect
      .poll(async () => (await there.get("/v1/billing/usage")).status, { timeout: 10_000, interval: 50 })
      .toBe(401);
    expect((await createClient(second.baseUrl).post("/v1/auth/token", credentials)).status).toBe(401);
  });

  it("a rotated identifier works for its overlap, then ends", async () => {
    const made = await tenant.admin.post("/v1/applications", { name: "rotating", kind: "SERVER" });
    const rotated = await tenant.admin.post(`/v1/applications/${made.body.id}/rotate`, {
      overlap_seconds: 0,
    });
    expect(rotated.body.app_id).not.toBe(made.body.app_id);
    const list = (appId: string) => createClient(world.baseUrl, { "x-app-id": appId }).get("/v1/pricing");
    await expect
      .poll(async () => (await list(made.body.app_id)).status, { timeout: 10_000, interval: 50 })
      .toBe(401);
    expect((await list(rotated.body.app_id)).status).toBe(200);
  });

  it("a scope that is taken away no longer counts in tokens issued before", async () => {
    const made = await tenant.admin.post("/v1/applications", {
      name: "demoted",
      kind: "SERVER",
      scopes: ["billing:admin"],
    });
    const credentials = {
      grant_type: "client_credentials",
      client_id: made.body.id,
      client_secret: made.body.client_secret,
    };
    const token = (await ask(credentials)).body.access_token;
    const client = createClient(world.baseUrl, {
      "x-app-id": made.body.app_id,
      authorization: `Bearer ${token}`,
    });
    expect((await client.get("/v1/applications")).status).toBe(200);
    await tenant.admin.send("PATCH", `/v1/applications/${made.body.id}`, { scopes: [] });
    await expect
      .poll(async () => (await client.get("/v1/applications")).body.code, { timeout: 10_000, interval: 50 })
      .toBe("K2006");
  });
});
