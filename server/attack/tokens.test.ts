// @module-tag ci
import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creditNoteLink } from "../domain/billing/credit-notes/credit-note-link.ts";
import { confirmTotp, startTotp } from "../domain/members/own-account.ts";
import { requireSecondFactor } from "../domain/members/second-factor.ts";
import { installPagesBridge } from "../http/pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey } from "../http/pages-contract.ts";
import type { Scope } from "../platform/scope.ts";
import { aMember } from "../testing/a-member.ts";
import { aUser, mailedSecret, PASSWORD } from "../testing/a-user.ts";
import type { Reply } from "../testing/client.ts";
import { poolOf } from "../testing/fuzz/pool.ts";
import { aStage, done, type Stage } from "../testing/stage.ts";
import { openWorld, unique, type World } from "../testing/world.ts";

const KEY: PagesBridgeKey = "usher.pages";

let world: World;
let stage: Stage;
let bridge: PagesBridge;
let moment = new Date();
/** A clock that goes either way. */
const clock = {
  now: () => new Date(moment),
  set(to: Date) {
    moment = to;
  },
};
/** One of every kind, each good where it belongs. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld({ clock, environment: { USHER_WEBHOOKS_TO_PRIVATE: "true" } });
  stage = await aStage(world);
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  const pool = await poolOf(stage);
  const user = await aUser(stage);
  await stage.browser.post("/v1/auth/password/reset", { email: user.email });
  const newcomer = `${unique("new")}@example.com`;
  await stage.browser.post("/v1/auth/register", { email: newcomer, password: PASSWORD });
  const portal = await done(stage.server.post("/v1/billing/portal-sessions", { customer: user.customerId }));
  const entered = await bridge.enterPortal(
    new URL(
      (await done(stage.server.post("/v1/billing/portal-sessions", { customer: user.customerId }))).url,
    ).searchParams.get("token") ?? "",
  );
  Object.assign(secrets, {
    "server identifier": stage.adminApplication.appId,
    "browser identifier": stage.browserAppId,
    "application id": stage.adminApplication.id,
    "client secret": stage.adminApplication.clientSecret,
    "application token": (stage.admin.headers.authorization ?? "").slice(7),
    "user token": (user.client.headers.authorization ?? "").slice(7),
    "refresh token": user.refreshToken,
    "reset token": await mailedSecret(stage, user.email),
    "confirmation token": await mailedSecret(stage, newcomer),
    "invitation token": pool.ids.token?.[0] ?? "",
    "invitation code": pool.ids.code?.[0] ?? "",
    "invoice link": pool.invoiceLink,
    "credit note link": creditNoteLink(stage.scope, "cn_x").split("/credit-notes/")[1],
    "portal link": new URL(portal.url).searchParams.get("token") ?? "",
    "portal session": entered?.session ?? "",
  });
});
afterAll(() => world.close());

const answered = async (reply: Promise<Reply>) => (await reply).status < 300;

/** Where a secret is taken, which ones are taken there, and whether one was. */
const ENTRY_POINTS: Record<string, { takes: string[]; tries: (secret: string) => Promise<boolean> }> = {
  "x-app-id of a back end": {
    takes: ["server identifier"],
    tries: (secret) => answered(stage.admin.with({ "x-app-id": secret }).get("/v1/billing/usage")),
  },
  "x-app-id of a page": {
    takes: ["server identifier", "browser identifier"],
    tries: (secret) => answered(stage.browser.with({ "x-app-id": secret }).get("/v1/pricing")),
  },
  "bearer token of a back end": {
    takes: ["application token"],
    tries: (secret) => answered(stage.admin.with({ authorization: `Bearer ${secret}` }).get("/v1/settings")),
  },
  "bearer token of a user": {
    takes: ["user token"],
    tries: (secret) => answered(stage.browser.with({ authorization: `Bearer ${secret}` }).get("/v1/auth/me")),
  },
  "client secret": {
    takes: ["client secret"],
    tries: (client_secret) =>
      answered(
        stage.browser.with({ "x-app-id": undefined }).post("/v1/auth/token", {
          grant_type: "client_credentials",
          client_id: stage.adminApplication.id,
          client_secret,
        }),
      ),
  },
  "refresh token": {
    takes: ["refresh token"],
    tries: (refresh_token) =>
      answered(stage.browser.post("/v1/auth/token", { grant_type: "refresh_token", refresh_token })),
  },
  password: {
    takes: [],
    tries: async (password) => {
      const user = await aUser(stage);
      const body = { grant_type: "password", username: user.email, password };
      return answered(stage.browser.post("/v1/auth/token", body));
    },
  },
  "password reset": {
    takes: ["reset token"],
    tries: (token) =>
      answered(stage.browser.post("/v1/auth/password/confirm", { token, password: "another long sentence" })),
  },
  "confirmation of an address": {
    takes: ["confirmation token"],
    tries: (token) => answered(stage.browser.post("/v1/auth/verify", { token, password: PASSWORD })),
  },
  invitation: {
    takes: ["invitation token"],
    tries: async (token) => answered(stage.server.post("/v1/invitations/check", { token })),
  },
  "invitation code": {
    takes: ["invitation code"],
    tries: async (code) => answered(stage.server.post("/v1/invitations/check", { code })),
  },
  "invitation of a member": {
    takes: [],
    tries: async (token) => {
      const body = JSON.stringify({ token, password: PASSWORD });
      const headers = { "content-type": "application/json" };
      const url = "http://pages.internal/api/trpc/members.accept";
      return (await bridge.trpc(new Request(url, { method: "POST", body, headers }), null)).ok;
    },
  },
  "portal's link": {
    takes: ["portal link"],
    tries: async (secret) => (await bridge.enterPortal(secret)) !== null,
  },
  "portal's session": {
    takes: ["portal session"],
    tries: async (secret) => {
      const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: stage.id } });
      return (await bridge.portal(slug, secret)) !== null;
    },
  },
  "invoice's link": {
    takes: ["invoice link"],
    tries: async (secret) => {
      const { status, body } = await stage.browser.get(`/invoices/${secret}`);
      // A link that is ours and names no document of ours is answered so, too.
      return status === 200 || (secret === secrets["invoice link"] && body.code !== undefined);
    },
  },
  "credit note's link": {
    takes: ["credit note link"],
    tries: async (secret) => {
      const { status, body } = await stage.browser.get(`/credit-notes/${secret}`);
      return status === 200 || (secret === secrets["credit note link"] && body.code !== undefined);
    },
  },
};

// Each secret at every entry point that is not its own, and then at its own.
describe.each(Object.entries(ENTRY_POINTS))("%s", (_, { takes, tries }) => {
  it("is no other secret of ours", { tags: ["long"] }, async () => {
    const taken: string[] = [];
    for (const [kind, secret] of Object.entries(secrets).sort(
      ([a], [b]) => Number(takes.includes(a)) - Number(takes.includes(b)),
    )) {
      expect(secret, kind).not.toBe("");
      if (await tries(secret)) taken.push(kind);
    }
    expect(taken.sort()).toEqual([...takes].sort());
  });
});

describe("a signed token", () => {
  const header = (token: string) => decodeProtectedHeader(token);
  const me = (token: string) => stage.browser.with({ authorization: `Bearer ${token}` }).get("/v1/auth/me");

  async function fresh(): Promise<string> {
    const user = await aUser(stage);
    return (user.client.headers.authorization ?? "").slice(7);
  }

  it("names its key by an id that leads to no file, table or address", async () => {
    const token = await fresh();
    const claims = decodeJwt(token);
    for (const kid of [
      "../../etc/passwd",
      "' or 1=1 --",
      "http://evil.example/jwks",
      "\u0000",
      "__proto__",
      "",
    ]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid })
        .sign(Buffer.alloc(32));
      expect([(await me(forged)).status, (await me(forged)).body.code]).toEqual([401, "K2003"]);
    }
  });

  it("is taken with its own header alone: type, algorithm, critical extensions, key by address", async () => {
    const token = await fresh();
    const [, body = "", signature = ""] = token.split(".");
    for (const change of [
      { typ: "JWT" },
      { alg: "ES384" },
      { crit: ["exp"] },
      { jku: "http://127.0.0.1:1/jwks" },
      { x5u: "http://127.0.0.1:1/x" },
      { b64: false, crit: ["b64"] },
    ]) {
      const encoded = Buffer.from(JSON.stringify({ ...header(token), ...change })).toString("base64url");
      expect((await me(`${encoded}.${body}.${signature}`)).body.code).toBe("K2003");
    }
    expect((await me(`${token}.`)).body.code).toBe("K2003");
    expect((await me(token.replaceAll(".", ". "))).status).toBe(401);
    expect((await me(token)).status).toBe(200);
  });

  it("of our own making for another use is no access token", async () => {
    const { sub = "", tenant_id, app_id, sid } = decodeJwt(await fresh());
    const options = { audience: "usher:api", subject: sub, lifetimeSeconds: 600, id: "x" };
    const other = await world.services.keyring.sign({ tenant_id, app_id, sid }, { ...options, type: "JWT" });
    expect((await me(other)).body.code).toBe("K2003");
  });

  it("ends to the second", async () => {
    const token = await fresh();
    const { exp = 0 } = decodeJwt(token);
    const now = clock.now();
    try {
      clock.set(new Date(exp * 1000 - 1000));
      expect((await me(token)).status).toBe(200);
      clock.set(new Date(exp * 1000));
      expect((await me(token)).body.code).toBe("K2003");
    } finally {
      clock.set(now);
    }
  });

  it("ends with its application, at once", async () => {
    const application = await done(stage.admin.post("/v1/applications", { name: "Short", kind: "SERVER" }));
    const { access_token } = await done(
      stage.admin.with({ "x-app-id": undefined, authorization: undefined }).post("/v1/auth/token", {
        grant_type: "client_credentials",
        client_id: application.id,
        client_secret: application.client_secret,
      }),
    );
    const client = stage.admin.with({
      "x-app-id": application.app_id,
      authorization: `Bearer ${access_token}`,
    });
    expect((await client.get("/v1/billing/usage")).status).toBe(200);
    await done(stage.admin.post(`/v1/applications/${application.id}/revoke`));
    expect((await client.get("/v1/billing/usage")).body.code).toBe("K2001");
    const beside = stage.admin.with({ authorization: `Bearer ${access_token}` });
    expect((await beside.get("/v1/billing/usage")).body.code).toBe("K2003");
  });
});

describe("what works once", () => {
  it("a second factor's code, by one of two concurrent requests", async () => {
    const { userId, homeTenantId } = await aMember(world, stage.id, "OWNER");
    const scope: Scope = { ...stage.scope, actor: { type: "USER", id: userId } };
    const { secret, pending } = await startTotp(scope, { password: PASSWORD });
    const codeNow = () => generate({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
    await confirmTotp(scope, { pending, code: await codeNow() });
    clock.set(new Date(clock.now().getTime() + 60_000));
    const key = { tenantId_id: { tenantId: homeTenantId, id: userId } };
    const user = await world.services.db.user.findUniqueOrThrow({ where: key });
    const code = await codeNow();
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => requireSecondFactor(world.services, user, code)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    // An older code than the one that was taken is over, too, although its time is not.
    clock.set(new Date(clock.now().getTime() - 30_000));
    const again = await world.services.db.user.findUniqueOrThrow({ where: key });
    await expect(requireSecondFactor(world.services, again, await codeNow())).rejects.toMatchObject({
      code: "K2022",
    });
  });
});

it("what is compared with a secret is its hash, of a length that tells nothing", async () => {
  const { db } = world.services;
  const credentials = await db.applicationCredential.findMany({ where: { tenantId: stage.id } });
  expect(credentials.map(({ hash }) => hash)).toContain(
    createHash("sha256").update(stage.adminApplication.clientSecret).digest("hex"),
  );
  const users = await db.user.findMany({ where: { tenantId: stage.id, passwordHash: { not: null } } });
  expect(users.length).toBeGreaterThan(0);
  // OWASP's least for argon2id: 19 MiB, two passes, one lane.
  for (const { passwordHash } of users) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
