// @module-tag ci
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTenant, INSTALLATION_SLUG } from "../domain/tenants/create-tenant.ts";
import { createUser } from "../domain/users/create-user.ts";
import { hashPassword } from "../platform/passwords.ts";
import type { RoleName } from "../platform/schema/operation.ts";
import { systemScope } from "../platform/scope.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { installPagesBridge } from "./pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey, SessionClaims } from "./pages-contract.ts";

const PASSWORD = "a long password that is hard to guess";
const KEY: PagesBridgeKey = "usher.pages";

let world: World;
let bridge: PagesBridge;
let homeTenantId: string;

beforeAll(async () => {
  world = await openWorld();
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  const { db } = world.services;
  // Another test file may make the installation's tenant at the same moment.
  await db
    .$transaction((tx) =>
      createTenant(tx, world.services, { slug: INSTALLATION_SLUG, name: "Usher", mode: "LIVE" }),
    )
    .catch(() => undefined);
  const installation = await db.tenant.findUniqueOrThrow({ where: { slug: INSTALLATION_SLUG } });
  homeTenantId = installation.id;
});

afterAll(() => world.close());

/** A member with a role in each of the tenants. */
async function aMember(roles: [TestTenant, RoleName][]): Promise<{ userId: string; email: string }> {
  const { services } = world;
  const email = `${unique("member")}@example.com`;
  const passwordHash = await hashPassword(PASSWORD);
  const user = await services.db.$transaction((tx) =>
    createUser(tx, systemScope(services, { id: homeTenantId, mode: "LIVE" }, "test"), {
      email,
      name: "Member",
      passwordHash,
    }),
  );
  for (const [tenant, role] of roles) {
    const target = { targetTenantId: tenant.id, role, createdAt: services.clock.now() };
    await services.db.membership.create({ data: { tenantId: homeTenantId, userId: user.id, ...target } });
  }
  return { userId: user.id, email };
}

async function signedIn(email: string): Promise<SessionClaims> {
  const answer = await bridge.signIn({ email, password: PASSWORD, address: "192.0.2.1", device: null });
  if (!answer.isSignedIn) throw new Error(answer.message);
  return answer.claims;
}

/** Calls a query as the pages do. */
async function call(path: string, claims: SessionClaims | null, tenantId: string) {
  const url = `http://pages.internal/api/trpc/${path}?input=${encodeURIComponent("{}")}`;
  const response = await bridge.trpc(new Request(url, { headers: { "x-usher-tenant": tenantId } }), claims);
  const body = await response.json();
  return { status: response.status, data: body.result?.data, code: body.error?.data.error.code };
}

test("a refusal has tRPC's own code for its status, and the words for its fields", async () => {
  const tenant = await aTenant(world);
  const claims = await signedIn((await aMember([[tenant, "OWNER"]])).email);
  const send = async (path: string, input: object) => {
    const response = await bridge.trpc(
      new Request(`http://pages.internal/api/trpc/${path}`, {
        method: "POST",
        headers: { "x-usher-tenant": tenant.id, "content-type": "application/json" },
        body: JSON.stringify(input),
      }),
      claims,
    );
    const { error } = await response.json();
    return [response.status, error.data.code, error.data.error.code, error.data.issues];
  };
  const late = { email: "a@example.com", expiresAt: "2001-01-01T00:00Z" };
  expect(await send("invitations.createToken", late)).toEqual([
    422,
    "UNPROCESSABLE_CONTENT",
    "K4004",
    undefined,
  ]);
  expect(await send("subscriptions.cancel", { id: "sub_gone" })).toEqual([
    404,
    "NOT_FOUND",
    "K6001",
    undefined,
  ]);
  expect(await send("subscriptions.cancel", {})).toEqual([
    ...[400, "BAD_REQUEST", "K1002"],
    [{ path: "id", message: "Fill in this field." }],
  ]);
});

test.each([
  ["a batch of too many calls", `${"settings.get,".repeat(100)}settings.get?batch=1`, {}],
  ["an input that is no JSON", "settings.get?input=%7B", {}],
  ["a method that tRPC does not know", "settings.get", { method: "PUT" }],
  ["connection parameters that are no JSON", "settings.get?connectionParams=1&input=%7B%7D", {}],
])("%s is refused with the id of its request", async (_, path, init) => {
  const response = await bridge.trpc(new Request(`http://pages.internal/api/trpc/${path}`, init), null);
  const body = await response.json();
  const { error } = Array.isArray(body) ? body[0] : body;
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(error.data.error).toMatchObject({
    code: expect.stringMatching(/^K/),
    request_id: response.headers.get("x-request-id"),
  });
});

test("the installation's own tenant has no public face: its users are members, who come by invitation alone", async () => {
  expect(await bridge.tenant(INSTALLATION_SLUG)).toBeNull();
  const tenant = await aTenant(world);
  const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  expect(await bridge.tenant(slug)).not.toBeNull();
});

test("a tenant without a card provider sells nothing, which its checkout says before it asks for an address", async () => {
  const [seller, other] = [await aTenant(world), await aTenant(world)];
  const { db } = world.services;
  await db.providerAccount.updateMany({ where: { tenantId: other.id }, data: { secretKeySealed: null } });
  const asked = await Promise.all(
    [seller, other].map(async ({ id }) => {
      const { slug } = await db.tenant.findUniqueOrThrow({ where: { id } });
      const tenant = await bridge.tenant(slug);
      return tenant && bridge.takesCards(tenant);
    }),
  );
  expect(asked).toEqual([true, false]);
});

describe("sign-in", () => {
  test("a wrong password is refused in words", async () => {
    const { email } = await aMember([[await aTenant(world), "OWNER"]]);
    expect(
      await bridge.signIn({ email, password: "not the password", address: "192.0.2.1", device: null }),
    ).toMatchObject({
      isSignedIn: false,
      code: "K2011",
      status: 401,
      retryAfter: null,
      message: "The e-mail address or the password is wrong.",
    });
  });

  test("ten wrong passwords from one address stop the eleventh attempt there, and none from another address", {
    tags: ["long"],
  }, async () => {
    const { email } = await aMember([[await aTenant(world), "OWNER"]]);
    const guess = (password: string, address: string) =>
      bridge.signIn({ email, password, address, device: null });
    for (let round = 0; round < 10; round++)
      expect(await guess("wrong", "192.0.2.66")).toMatchObject({ code: "K2011" });
    expect(await guess(PASSWORD, "192.0.2.66")).toMatchObject({ isSignedIn: false, code: "K9002" });
    expect(await guess(PASSWORD, "192.0.2.67")).toMatchObject({ isSignedIn: true });
  });

  test("strangers do not slow a browser that has signed in before", { tags: ["long"] }, async () => {
    const { email } = await aMember([[await aTenant(world), "OWNER"]]);
    const device = unique("device");
    const attempt = (password: string, address: string, from: string | null = null) =>
      bridge.signIn({ email, password, address, device: from });
    expect(await attempt(PASSWORD, "192.0.2.1", device)).toMatchObject({ isSignedIn: true });
    for (let host = 1; host <= 10; host++)
      await Promise.all(Array.from({ length: 10 }, () => attempt("wrong", `198.51.100.${host}`)));
    await Promise.all(["203.0.113.1", "203.0.113.2"].map((address) => attempt("wrong", address)));
    const startedAt = performance.now();
    expect(await attempt(PASSWORD, "203.0.113.3", device)).toMatchObject({ isSignedIn: true });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(await attempt(PASSWORD, "203.0.113.4")).toMatchObject({ isSignedIn: true });
    expect(performance.now() - startedAt).toBeGreaterThan(3_000);
  });

  test("a user without a membership is refused alike", async () => {
    const { email } = await aMember([]);
    expect(
      await bridge.signIn({ email, password: PASSWORD, address: "192.0.2.1", device: null }),
    ).toMatchObject({
      isSignedIn: false,
      code: "K2011",
    });
  });

  test("it tells the tenants and roles of the member", async () => {
    const [first, second] = [await aTenant(world), await aTenant(world)];
    const { email } = await aMember([
      [first, "OWNER"],
      [second, "VIEWER"],
    ]);
    const member = await bridge.member(await signedIn(email));
    expect(member).toMatchObject({ email, name: "Member" });
    expect(new Map(member?.tenants.map(({ tenantId, role }) => [tenantId, role]))).toEqual(
      new Map([
        [first.id, "OWNER"],
        [second.id, "VIEWER"],
      ]),
    );
  });
});

describe("a session ends", () => {
  test("by signing out", async () => {
    const { email } = await aMember([[await aTenant(world), "OWNER"]]);
    const claims = await signedIn(email);
    await bridge.signOut(claims);
    await bridge.signOut(claims);
    expect(await bridge.member(claims)).toBeNull();
  });

  test("with the user", async () => {
    const { email, userId } = await aMember([[await aTenant(world), "OWNER"]]);
    const claims = await signedIn(email);
    const where = { tenantId_id: { tenantId: homeTenantId, id: userId } };
    await world.services.db.user.update({ where, data: { disabledAt: world.services.clock.now() } });
    expect(await bridge.member(claims)).toBeNull();
  });

  test("with its time", async () => {
    const { email } = await aMember([[await aTenant(world), "OWNER"]]);
    const claims = await signedIn(email);
    const where = { tenantId_id: { tenantId: homeTenantId, id: claims.sessionId } };
    await world.services.db.session.update({ where, data: { expiresAt: world.services.clock.now() } });
    expect(await bridge.member(claims)).toBeNull();
  });

  test("for claims that name another user's session", async () => {
    const tenant = await aTenant(world);
    const [one, other] = [await aMember([[tenant, "OWNER"]]), await aMember([[tenant, "VIEWER"]])];
    const claims = await signedIn(one.email);
    expect(await bridge.member({ ...claims, userId: other.userId })).toBeNull();
  });
});

describe("tRPC", () => {
  test("serves the tenant that is wished for, when it is the member's", async () => {
    const [own, foreign] = [await aTenant(world), await aTenant(world)];
    const { email } = await aMember([[own, "VIEWER"]]);
    const claims = await signedIn(email);
    expect(await call("analytics.overview", claims, own.id)).toMatchObject({ status: 200 });
    expect(await call("analytics.overview", claims, foreign.id)).toMatchObject({
      status: 401,
      code: "K2014",
    });
  });

  test("refuses requests without a session, and after its end", async () => {
    const tenant = await aTenant(world);
    const { email } = await aMember([[tenant, "OWNER"]]);
    const claims = await signedIn(email);
    expect(await call("analytics.overview", null, tenant.id)).toMatchObject({ status: 401, code: "K2014" });
    await bridge.signOut(claims);
    expect(await call("analytics.overview", claims, tenant.id)).toMatchObject({ status: 401, code: "K2014" });
  });

  test("says what a refused call lacks: a session, the header that names the tenant, or that tenant", async () => {
    const [own, foreign] = [await aTenant(world), await aTenant(world)];
    const claims = await signedIn((await aMember([[own, "OWNER"]])).email);
    const said = async (who: SessionClaims | null, headers: Record<string, string>) => {
      const url = "http://pages.internal/api/trpc/analytics.overview?input=%7B%7D";
      const { error } = await (await bridge.trpc(new Request(url, { headers }), who)).json();
      expect(error.data.error.code).toBe("K2014");
      return error.message;
    };
    const begin = "This is for signed-in members of a tenant: ";
    expect(await said(null, { "x-usher-tenant": own.id })).toBe(`${begin}sign in first.`);
    expect(await said(claims, {})).toBe(`${begin}send the id of one in the header x-usher-tenant.`);
    expect(await said(claims, { "x-usher-tenant": foreign.id })).toBe(
      `${begin}you are signed in, but not to the tenant that the header x-usher-tenant names, ${foreign.id}.`,
    );
  });

  test("asks for the role on every call, as it is now", async () => {
    const tenant = await aTenant(world);
    const { email, userId } = await aMember([[tenant, "ADMIN"]]);
    const claims = await signedIn(email);
    expect(await call("applications.list", claims, tenant.id)).toMatchObject({ status: 200 });
    const key = { tenantId: homeTenantId, userId, targetTenantId: tenant.id };
    await world.services.db.membership.update({
      where: { tenantId_userId_targetTenantId: key },
      data: { role: "VIEWER" },
    });
    expect(await call("applications.list", claims, tenant.id)).toMatchObject({ status: 403, code: "K2009" });
  });

  test("closes a suspended tenant", async () => {
    const [open, suspended] = [await aTenant(world), await aTenant(world)];
    const { email } = await aMember([
      [open, "OWNER"],
      [suspended, "OWNER"],
    ]);
    const claims = await signedIn(email);
    const suspendedAt = world.services.clock.now();
    await world.services.db.tenant.update({ where: { id: suspended.id }, data: { suspendedAt } });
    expect(await call("analytics.overview", claims, suspended.id)).toMatchObject({ code: "K2014" });
    expect(await call("analytics.overview", claims, open.id)).toMatchObject({ status: 200 });
  });
});

test("a call that comes too often says when to come again", async () => {
  const confirm = () =>
    bridge.trpc(
      new Request("http://usher.example/api/trpc/members.confirmReset", {
        method: "POST",
        headers: { "content-type": "application/json", "x-usher-address": "192.0.2.77" },
        body: JSON.stringify({ token: "x".repeat(43), password: PASSWORD }),
      }),
      null,
    );
  let response = await confirm();
  for (let tries = 0; response.status !== 429 && tries < 100; tries++) response = await confirm();
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
});
