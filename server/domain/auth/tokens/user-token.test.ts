import { createHmac } from "node:crypto";
import { decodeJwt, exportSPKI, generateKeyPair, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser, mailedSecret, PASSWORD, signIn } from "../../../testing/a-user.ts";
import { createClient } from "../../../testing/client.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

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

const bearerOf = (token: string) => tenant.browser.with({ authorization: `Bearer ${token}` });
const me = (token: string) => bearerOf(token).get("/v1/auth/me");

async function aToken(): Promise<string> {
  const user = await aUser(tenant);
  const fields = { grant_type: "password", username: user.email, password: PASSWORD };
  return (await tenant.browser.post("/v1/auth/token", fields)).body.access_token;
}

/** One of our keys as it is published. */
async function publicKey() {
  const { keys } = (await createClient(world.baseUrl).get("/.well-known/jwks.json")).body;
  return keys[0];
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a token that is not ours", () => {
  it("of algorithm none", async () => {
    const claims = decodeJwt(await aToken());
    for (const alg of ["none", "None", "NONE"]) {
      const forged = `${encode({ alg, typ: "JWT" })}.${encode(claims)}.`;
      expect([(await me(forged)).status, (await me(forged)).body.code]).toEqual([401, "K2003"]);
    }
  });

  it("signed HS256 with the public key", async () => {
    const claims = decodeJwt(await aToken());
    const jwk = await publicKey();
    const key = await importJWK(jwk, "ES256", { extractable: true });
    if (key instanceof Uint8Array) throw new Error("An EC key was expected.");
    for (const secret of [await exportSPKI(key), JSON.stringify(jwk), jwk.x]) {
      const content = `${encode({ alg: "HS256", kid: jwk.kid })}.${encode(claims)}`;
      const signature = createHmac("sha256", secret).update(content).digest("base64url");
      expect((await me(`${content}.${signature}`)).body.code).toBe("K2003");
    }
  });

  it("signed with another's key, with our key's id or with the key in its header", async () => {
    const claims = decodeJwt(await aToken());
    const { privateKey } = await generateKeyPair("ES256");
    const { kid } = await publicKey();
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid, typ: "at+jwt" })
      .sign(privateKey);
    expect((await me(forged)).body.code).toBe("K2003");
    const own = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", jwk: await publicKey(), typ: "at+jwt" })
      .sign(privateKey);
    expect((await me(own)).body.code).toBe("K2003");
  });

  it("changed after it was signed", async () => {
    const [head = "", body = "", signature = ""] = (await aToken()).split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    for (const change of [{ scope: "billing:admin" }, { role: "OWNER" }, { exp: claims.exp + 9e9 }]) {
      expect((await me(`${head}.${encode({ ...claims, ...change })}.${signature}`)).body.code).toBe("K2003");
    }
    expect((await me(`${head}.${body}.${signature.slice(0, -3)}AAA`)).body.code).toBe("K2003");
  });

  it("expired, of another issuer, or for another audience", async () => {
    const { tenant_id, app_id, sid, sub } = decodeJwt(await aToken());
    const claims = { tenant_id, app_id, sid, scope: "" };
    const options = { subject: sub ?? "", id: "jti_test" };
    const { keyring } = world.services;
    const good = await keyring.sign(claims, { ...options, audience: "usher:api", lifetimeSeconds: 60 });
    expect((await me(good)).status).toBe(200);
    const expired = await keyring.sign(claims, { ...options, audience: "usher:api", lifetimeSeconds: -1 });
    const forOthers = await keyring.sign(claims, {
      ...options,
      audience: "usher:other",
      lifetimeSeconds: 60,
    });
    // The second world signs with the same keys, under its own name.
    const foreign = await second.services.keyring.sign(claims, {
      ...options,
      audience: "usher:api",
      lifetimeSeconds: 60,
    });
    for (const token of [expired, forOthers, foreign]) expect((await me(token)).body.code).toBe("K2003");
  });

  it("of another tenant", { tags: ["long"] }, async () => {
    const other = await aTenant(world);
    const token = await aToken();
    const refused = await other.browser.with({ authorization: `Bearer ${token}` }).get("/v1/auth/me");
    expect([refused.status, refused.body.code]).toEqual([403, "K2004"]);
  });
});

describe("a user's token", () => {
  it("reads its own customer's entitlements, and no other customer's", { tags: ["long"] }, async () => {
    const user = await aUser(tenant);
    const other = await aUser(tenant);
    const missing = await user.client.get("/v1/billing/entitlements/nothing");
    expect([missing.status, missing.body.code]).toEqual([404, "K8001"]);
    const foreign = await user.client.get(`/v1/billing/usage?customer=${other.customerId}`);
    expect([foreign.status, foreign.body.code]).toEqual([403, "K2010"]);
    const admin = await user.client.get("/v1/settings");
    expect(admin.status).toBe(403);
  });

  it("ends with sign-out, here and in every process; everywhere ends them all", {
    tags: ["long"],
  }, async () => {
    const user = await aUser(tenant);
    const phone = await signIn(tenant, user.email);
    const elsewhere = createClient(second.baseUrl, { "x-app-id": tenant.browserAppId });
    expect((await user.client.get("/v1/auth/me")).status).toBe(200);
    const out = await user.client.post("/v1/auth/sign-out", {});
    expect(out.body).toEqual({ success: true, sessions_ended: 1 });
    expect((await user.client.get("/v1/auth/me")).body.code).toBe("K2003");
    expect((await phone.client.get("/v1/auth/me")).status).toBe(200);
    const laptop = await signIn(tenant, user.email);
    expect((await laptop.client.post("/v1/auth/sign-out", { everywhere: true })).body.sessions_ended).toBe(2);
    expect((await phone.client.get("/v1/auth/me")).status).toBe(401);
    const fields = { grant_type: "refresh_token", refresh_token: phone.refreshToken };
    expect((await elsewhere.post("/v1/auth/token", fields)).body.error).toBe("invalid_grant");
  });

  it("is required where an application's token is sent instead", async () => {
    for (const [method, path] of [
      ["GET", "/v1/auth/me"],
      ["POST", "/v1/auth/sign-out"],
    ] as const) {
      const reply = await tenant.server.send(method, path, method === "POST" ? {} : undefined);
      expect([reply.status, reply.body.code]).toEqual([403, "K2018"]);
    }
  });

  it("carries billing:admin for owners and admins of the tenant, and loses it with the role", async () => {
    const user = await aUser(tenant);
    const membership = { tenantId: tenant.id, userId: user.id, targetTenantId: tenant.id };
    await world.services.db.membership.create({
      data: { ...membership, role: "ADMIN", createdAt: new Date() },
    });
    const admin = await signIn(tenant, user.email);
    const asServer = admin.client.with({ "x-app-id": tenant.adminApplication.appId });
    expect((await asServer.get("/v1/auth/me")).body.role).toBe("ADMIN");
    expect((await asServer.get("/v1/settings")).status).toBe(200);
  });

  it("a refresh token serves the application that it was given to", async () => {
    const user = await aUser(tenant);
    const fields = { grant_type: "refresh_token", refresh_token: user.refreshToken };
    const reply = await tenant.server.with({ authorization: undefined }).post("/v1/auth/token", fields);
    expect([reply.status, reply.body.code]).toEqual([400, "K2017"]);
    expect((await tenant.browser.post("/v1/auth/token", fields)).status).toBe(200);
  });
});

describe("changing one's password", () => {
  it("needs the present one, ends the other sessions and leaves this one", { tags: ["long"] }, async () => {
    const user = await aUser(tenant);
    const phone = await signIn(tenant, user.email);
    const change = (current_password: string, password: string) =>
      user.client.post("/v1/auth/password/change", { current_password, password });
    expect((await change("not the password", "a brand new phrase")).body.code).toBe("K2020");
    expect((await change(PASSWORD, "password1")).body.code).toBe("K2013");
    expect((await change(PASSWORD, "a brand new phrase")).body.success).toBe(true);
    expect((await phone.client.get("/v1/auth/me")).status).toBe(401);
    expect((await user.client.get("/v1/auth/me")).status).toBe(200);
    await signIn(tenant, user.email, "a brand new phrase");
  });

  it("counts failures by session: ten, also through a back end, whose address many people share", {
    tags: ["long"],
  }, async () => {
    const user = await aUser(tenant);
    const appId = { "x-app-id": tenant.adminApplication.appId };
    const asServer = user.client.with(appId);
    const change = { current_password: "not the password", password: "a brand new phrase" };
    const attempt = async (by: typeof asServer) =>
      (await by.post("/v1/auth/password/change", change)).body.code;
    for (let round = 0; round < 10; round++) expect(await attempt(asServer)).toBe("K2020");
    expect(await attempt(asServer)).toBe("K9002");
    const phone = await signIn(tenant, user.email);
    expect(await attempt(phone.client.with(appId))).toBe("K2020");
  });

  it("ends the reset links that were already sent", async () => {
    const user = await aUser(tenant);
    await tenant.browser.post("/v1/auth/password/reset", { email: user.email });
    const token = await mailedSecret(tenant, user.email);
    const change = { current_password: PASSWORD, password: "a brand new phrase" };
    expect((await user.client.post("/v1/auth/password/change", change)).status).toBe(200);
    const late = await tenant.browser.post("/v1/auth/password/confirm", {
      token,
      password: "the thief's own",
    });
    expect([late.status, late.body.code]).toEqual([422, "K2012"]);
  });
});

describe("guessing", () => {
  const guess = (username: string, password: string) =>
    tenant.browser.post("/v1/auth/token", { grant_type: "password", username, password });

  it("is stopped after ten failures, for known and unknown addresses alike, the right password included", {
    tags: ["long"],
  }, async () => {
    const user = await aUser(tenant);
    for (const username of [user.email, `${unique("nobody")}@example.com`]) {
      const replies = await Promise.all(Array.from({ length: 14 }, () => guess(username, "wrong")));
      expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
      const refused = replies.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(4);
      expect(refused[0]?.body.code).toBe("K9002");
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await guess(user.email, PASSWORD)).status).toBe(429);
  });

  it("from one address does not lock the user out elsewhere, however long it goes on", {
    tags: ["long"],
  }, async () => {
    const proxied = await openWorld({ environment: { USHER_TRUST_PROXY: "true" } });
    const user = await aUser(tenant);
    const from = (address: string, password: string) =>
      createClient(proxied.baseUrl, { "x-app-id": tenant.browserAppId, "x-forwarded-for": address }).post(
        "/v1/auth/token",
        { grant_type: "password", username: user.email, password },
      );
    const replies = await Promise.all(Array.from({ length: 130 }, () => from("192.0.2.66", "wrong")));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
    expect((await from("198.51.100.7", PASSWORD)).status).toBe(200);
    await proxied.close();
  });

  it("from many addresses locks nobody out: back ends, known devices and networks are in at once, others slowed", {
    tags: ["long"],
    timeout: 90_000,
  }, async () => {
    const proxied = await openWorld({ environment: { USHER_TRUST_PROXY: "true" } });
    const user = await aUser(tenant);
    const device = unique("a-device-of-its-own");
    const from = async (address: string, password: string, more: object = {}) => {
      const client = createClient(proxied.baseUrl, {
        "x-app-id": tenant.browserAppId,
        "x-forwarded-for": address,
      });
      const fields = { grant_type: "password", username: user.email, password, ...more };
      const startedAt = performance.now();
      const { status } = await client.post("/v1/auth/token", fields);
      return { status, isSlowed: performance.now() - startedAt > 3_000 };
    };
    const { status } = await from("198.51.100.7", PASSWORD, { device });
    expect(status).toBe(200);
    for (let host = 1; host <= 10; host++) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => from(`192.0.2.${host}`, "wrong")));
      expect(replies.every((reply) => reply.status === 400)).toBe(true);
    }
    // Two turns taken: the third comes after four seconds at the least.
    await Promise.all(["203.0.113.1", "203.0.113.2"].map((address) => from(address, "wrong")));
    expect(await from("198.51.100.7", PASSWORD)).toEqual({ status: 200, isSlowed: false });
    expect(await from("203.0.113.3", PASSWORD, { device })).toEqual({ status: 200, isSlowed: false });
    expect(await from("203.0.113.4", PASSWORD)).toEqual({ status: 200, isSlowed: true });
    expect(await from("203.0.113.4", PASSWORD)).toEqual({ status: 200, isSlowed: false });
    const { appId, clientSecret, id } = tenant.adminApplication;
    const vouched = await createClient(proxied.baseUrl, { "x-app-id": appId }).post("/v1/auth/token", {
      grant_type: "password",
      username: user.email,
      password: PASSWORD,
      client_id: id,
      client_secret: clientSecret,
    });
    expect(vouched.status).toBe(200);
    await proxied.close();
  });

  it("does not count successful sign-ins", { tags: ["long"] }, async () => {
    const user = await aUser(tenant);
    for (let round = 0; round < 12; round++) expect((await guess(user.email, PASSWORD)).status).toBe(200);
  });

  it("costs as much time for an unknown address as for a known one", { tags: ["long"] }, async () => {
    const user = await aUser(tenant);
    const time = async (username: string) => {
      const startedAt = performance.now();
      await guess(username, "wrong");
      return performance.now() - startedAt;
    };
    // A hash takes some 30 ms, a look-up 1: skipping the hash would take far less than half the time.
    const known = await Promise.all([time(user.email), time(user.email)]);
    const unknown = [await time("a@nowhere.example"), await time("b@nowhere.example")];
    expect(Math.max(...unknown)).toBeGreaterThan(Math.min(...known) / 4);
  });
});
