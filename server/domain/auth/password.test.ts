// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../platform/crypto.ts";
import { hashPassword, verifyPassword } from "../../platform/passwords.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { newestMail } from "../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { createUser } from "../users/create-user.ts";
import { guardSignIn } from "./sign-in-guard.ts";

const OLD = "an old but honest phrase";
const NEW = "a new and honest phrase";
let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

async function aUser() {
  const email = `${unique("user")}@example.com`;
  const passwordHash = await hashPassword(OLD);
  return world.services.db.$transaction((tx) =>
    createUser(tx, tenant.scope, { email, name: null, passwordHash }),
  );
}

const ask = (email: string) => tenant.browser.post("/v1/auth/password/reset", { email });
const confirm = (token: string, password: string) =>
  tenant.browser.post("/v1/auth/password/confirm", { token, password });

/** The token in the newest mail to an address. */
async function tokenFor(email: string): Promise<string> {
  const mail = await newestMail(tenant, email);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** How many statements about something wait for a lock. */
async function waiting(what: string): Promise<number> {
  const { rows } = await world.services.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${what}%`],
  );
  return rows[0]?.count ?? 0;
}

describe("a password reset", () => {
  it("mails a link whose token sets a new password once and ends every session", async () => {
    const user = await aUser();
    const now = new Date();
    const session = {
      tenantId: tenant.id,
      id: unique("sess"),
      userId: user.id,
      createdAt: now,
      expiresAt: new Date("2040-01-01"),
    };
    await world.services.db.session.create({ data: session });
    expect((await ask(user.email.toUpperCase())).status).toBe(200);
    const token = await tokenFor(user.email);
    const done = await confirm(token, NEW);
    expect([done.status, done.body]).toEqual([200, { success: true, message: expect.any(String) }]);
    const key = { tenantId_id: { tenantId: tenant.id, id: user.id } };
    const { passwordHash } = await world.services.db.user.findUniqueOrThrow({ where: key });
    expect([await verifyPassword(passwordHash, NEW), await verifyPassword(passwordHash, OLD)]).toEqual([
      true,
      false,
    ]);
    const ended = await world.services.db.session.findFirst({
      where: { tenantId: tenant.id, id: session.id },
    });
    expect(ended?.revokedAt).not.toBeNull();
    const again = await confirm(token, "yet another honest phrase");
    expect([again.status, again.body.code]).toEqual([422, "K2012"]);
  });

  it("gives an unknown address the same response, and sends no mail", async () => {
    const user = await aUser();
    const [known, unknown] = [await ask(user.email), await ask("nobody@example.com")];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(
      await world.services.db.mailMessage.count({ where: { tenantId: tenant.id, to: "nobody@example.com" } }),
    ).toBe(0);
  });

  it("ten confirmations at once: one succeeds", async () => {
    const user = await aUser();
    await ask(user.email);
    const token = await tokenFor(user.email);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => confirm(token, `${NEW} ${index}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "K2012")).toHaveLength(9);
  });

  it("two links used at once: one succeeds, without a deadlock", async () => {
    const user = await aUser();
    const tokens: string[] = [];
    for (let mail = 0; mail < 2; mail++) {
      await ask(user.email);
      tokens.push(await tokenFor(user.email));
    }
    const { pool } = world.services;
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from user_tokens where tenant_id = $1 and user_id = $2 for update", [
      tenant.id,
      user.id,
    ]);
    const confirming = Promise.all(tokens.map((token, index) => confirm(token, `${NEW} ${index}`)));
    await expect.poll(() => waiting("user"), { timeout: 45_000 }).toBeGreaterThanOrEqual(2);
    await holder.query("commit");
    holder.release();
    expect((await confirming).map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("ends the session of a sign-in with the old password that was under way", async () => {
    const user = await aUser();
    const { pool } = world.services;
    const reset = await pool.connect();
    await reset.query("begin");
    await reset.query("update users set password_hash = $3 where tenant_id = $1 and id = $2", [
      tenant.id,
      user.id,
      await hashPassword(NEW),
    ]);
    let isAnswered = false;
    const fields = { grant_type: "password", username: user.email, password: OLD };
    const signingIn = tenant.browser.post("/v1/auth/token", fields).finally(() => {
      isAnswered = true;
    });
    await expect
      .poll(async () => isAnswered || (await waiting("from users")) >= 1, { timeout: 45_000 })
      .toBe(true);
    await reset.query("commit");
    reset.release();
    const reply = await signingIn;
    expect([reply.status, reply.body.code]).toEqual([400, "K2016"]);
  });

  it.each([
    ["a common password", "password123", 422, "K2013"],
    ["one sign over and over", "aaaaaaaaaaaa", 422, "K2013"],
    ["a short one", "short", 400, "K1002"],
    ["a long one", "x".repeat(129), 400, "K1002"],
  ])("refuses %s and leaves the token valid", async (_, password, status, code) => {
    const user = await aUser();
    await ask(user.email);
    const token = await tokenFor(user.email);
    const refused = await confirm(token, password);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect((await confirm(token, NEW)).status).toBe(200);
  });

  it("refuses a token that is unknown, expired, or another tenant's", async () => {
    const user = await aUser();
    await ask(user.email);
    const token = await tokenFor(user.email);
    expect((await confirm("nonsense", NEW)).body.code).toBe("K2012");
    const other = await aTenant(world);
    const foreign = await other.browser.post("/v1/auth/password/confirm", { token, password: NEW });
    expect(foreign.body.code).toBe("K2012");
    await world.services.db.userToken.updateMany({
      where: { tenantId: tenant.id, userId: user.id },
      data: { expiresAt: new Date(0) },
    });
    expect((await confirm(token, NEW)).body.code).toBe("K2012");
  });

  it("ends what strangers' tries have slowed: the owner signs in at once", { tags: ["long"] }, async () => {
    const user = await aUser();
    await ask(user.email);
    const token = await tokenFor(user.email);
    const tries = Array.from({ length: 100 }, (_, index) => ({
      tenantId: tenant.id,
      email: user.email,
      address: unique(`address-${index}`),
      device: null,
    }));
    await Promise.all(tries.map((who) => guardSignIn(world.services, who, async () => null)));
    expect((await confirm(token, NEW)).status).toBe(200);
    const fields = { grant_type: "password", username: user.email, password: NEW };
    expect((await tenant.browser.post("/v1/auth/token", fields)).status).toBe(200);
    // No turn was taken.
    const key = `sign-in:slowed:${sha256(`${tenant.id} ${user.email}`)}`;
    expect(await world.services.db.throttleBucket.count({ where: { key } })).toBe(0);
  });

  it("leaves whoever is flooded with mails with a link that works", async () => {
    const user = await aUser();
    const mails = () =>
      world.services.db.mailMessage.count({ where: { tenantId: tenant.id, to: user.email } });
    await Promise.all(Array.from({ length: 20 }, () => ask(user.email)));
    expect(await mails()).toBe(5);
    // Half an hour later those links have ended.
    const key = `password-reset:first:${sha256(`${tenant.id} ${user.email}`)}`;
    expect((await world.services.db.throttleBucket.deleteMany({ where: { key } })).count).toBe(1);
    await Promise.all(Array.from({ length: 3 }, () => ask(user.email)));
    expect(await mails()).toBe(6);
    expect((await confirm(await tokenFor(user.email), NEW)).status).toBe(200);
  });

  it("keeps the token hashed at rest", async () => {
    const user = await aUser();
    await ask(user.email);
    const token = await tokenFor(user.email);
    const rows = JSON.stringify(
      await world.services.db.userToken.findMany({ where: { tenantId: tenant.id } }),
    );
    expect(rows).not.toContain(token);
  });
});
