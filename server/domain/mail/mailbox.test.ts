// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSeconds } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { RoleName } from "../../platform/schema/operation.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { appRouter } from "../../trpc/root.ts";
import { queueMail } from "./queue-mail.ts";

const SECRET = "a-secret-of-the-link";
let database: string;
let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  // No other world's worker shall send these.
  database = await ownDatabase();
  world = await openWorld({ environment: { DATABASE_URL: database } });
  tenant = await aTenant(world);
});

afterAll(() => world.close());

/** The mailbox as a member with a role in a tenant reaches it. */
function mailboxFor(role: RoleName, { id: tenantId }: TestTenant = tenant, { services }: World = world) {
  const caller = { type: "member", userId: newId("user"), tenantId, tenantMode: "LIVE", role } as const;
  const call = { caller, requestId: newId("request"), authorization: null, address: "192.0.2.1" };
  return appRouter.createCaller({ services, ...call }).mail;
}

async function queued(to: string, { of = tenant, isOver = false } = {}): Promise<string> {
  const { scope } = of;
  const dedupeKey = unique("key");
  const expiresAt = addSeconds(scope.clock.now(), isOver ? -1 : 1_800);
  const facts = { link: `https://acme.example/reset?token=${SECRET}`, expiresAt };
  await scope.db.$transaction((tx) =>
    queueMail(tx, scope, { to, dedupeKey, template: "password_reset", facts }),
  );
  const where = { tenantId_dedupeKey: { tenantId: of.id, dedupeKey } };
  return (await scope.db.mailMessage.findUniqueOrThrow({ where })).id;
}

/** Writes what a worker would: no worker runs in this world. */
const fail = (id: string) =>
  world.services.db.mailMessage.update({
    where: { tenantId_id: { tenantId: tenant.id, id } },
    data: { status: "FAILED", attempts: 1, lastError: "550 no such user" },
  });

const refusal = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

describe("the mailbox", () => {
  it("lists the tenant's own mails page by page, newest first, filtered by status and address, without their words", async () => {
    const box = await aTenant(world);
    const stranger = await queued("shared@example.com");
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.push(await queued(index % 2 ? "odd@example.com" : "even@example.com", { of: box }));
    const mailbox = mailboxFor("VIEWER", box);
    const first = await mailbox.list({ limit: 2 });
    const second = await mailbox.list({ limit: 2, cursor: first.next_cursor ?? "" });
    const third = await mailbox.list({ limit: 2, cursor: second.next_cursor ?? "" });
    const seen = [first, second, third].flatMap(({ data }) => data);
    expect(seen.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(third.next_cursor).toBeNull();
    expect(seen.map(({ id }) => id)).not.toContain(stranger);
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    const odd = await mailbox.list({ to: " Odd@Example.com " });
    expect(odd.data.map(({ to }) => to)).toEqual(["odd@example.com", "odd@example.com"]);
    expect((await mailbox.list({ status: "QUEUED" })).data).toHaveLength(5);
    expect((await mailbox.list({ status: "FAILED" })).data).toEqual([]);
  });

  it("shows a viewer what became of a mail, and only an administrator its words", async () => {
    const id = await queued("ada@example.com");
    const shown = await mailboxFor("VIEWER").get({ mail_id: id });
    expect(shown).toMatchObject({ id, to: "ada@example.com", status: "QUEUED", attempts: 0, sent_at: null });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    for (const role of ["VIEWER", "SUPPORT"] as const)
      await expect(mailboxFor(role).read({ mail_id: id })).rejects.toEqual(refusal("K2009"));
    const { text, html } = await mailboxFor("ADMIN").read({ mail_id: id });
    expect(text).toContain(SECRET);
    expect(html).toContain(SECRET);
  });

  it("cuts links where a mail server delivers them, and an administrator's look at one is in the audit log", {
    tags: ["long"],
  }, async () => {
    const environment = {
      DATABASE_URL: database,
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "a@example.com",
    };
    const delivering = await openWorld({ environment });
    const id = await queued("grace@example.com");
    const mailbox = (role: RoleName) => mailboxFor(role, tenant, delivering);
    const { text, html, are_links_hidden } = await mailbox("ADMIN").read({ mail_id: id });
    expect(are_links_hidden).toBe(true);
    expect(text).toContain("https://acme.example/…");
    for (const words of [text, html]) expect(words).not.toContain(SECRET);
    await expect(mailbox("SUPPORT").reveal({ mail_id: id })).rejects.toEqual(refusal("K2009"));
    const revealed = await mailbox("ADMIN").reveal({ mail_id: id });
    expect(revealed.text).toContain(SECRET);
    const entries = await world.services.db.auditEntry.findMany({
      where: { tenantId: tenant.id, objectId: id },
    });
    expect(entries.map(({ action, actorType }) => [action, actorType])).toEqual([["mail.revealed", "USER"]]);
    await delivering.close();
  });

  it("another tenant's mail is not there", async () => {
    const id = await queued("ada@example.com");
    const foreign = mailboxFor("OWNER", await aTenant(world));
    for (const look of [foreign.get, foreign.read, foreign.retry])
      await expect(look({ mail_id: id })).rejects.toEqual(refusal("K9008"));
  });

  it("queues a failed mail again, once, and keeps the address out of history", async () => {
    const id = await queued("again@example.com");
    await fail(id);
    const mailbox = mailboxFor("ADMIN");
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => mailbox.retry({ mail_id: id })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await mailbox.get({ mail_id: id })).toMatchObject({ status: "QUEUED", attempts: 0 });
    await expect(mailbox.retry({ mail_id: id })).rejects.toEqual(refusal("K9009"));
    const entries = await world.services.db.auditEntry.findMany({
      where: { tenantId: tenant.id, objectId: id },
    });
    expect(entries.map(({ action, actorType }) => [action, actorType])).toEqual([["mail.retried", "USER"]]);
    expect(JSON.stringify(entries)).not.toContain("again@example.com");
  });

  it("does not queue a mail whose link has ended, nor for those who may not", async () => {
    const id = await queued("late@example.com", { isOver: true });
    await fail(id);
    await expect(mailboxFor("ADMIN").retry({ mail_id: id })).rejects.toEqual(refusal("K9010"));
    await expect(mailboxFor("SUPPORT").retry({ mail_id: id })).rejects.toEqual(refusal("K2009"));
  });

  it("is not for applications", async () => {
    const reply = await tenant.admin.get("/v1/mail");
    expect(reply.status).toBe(404);
  });
});
