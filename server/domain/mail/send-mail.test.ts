// @module-tag ci
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startMailLoop } from "../../jobs/mail-loop.ts";
import { ManualClock } from "../../platform/clock.ts";
import { createVault } from "../../platform/crypto.ts";
import { openMailTransport } from "../../platform/mail.ts";
import { showEmail } from "../../platform/show-email.ts";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { sendNextMail } from "../../testing/deliver-next.ts";
import { type MailServer, startMailServer } from "../../testing/mail-server.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { done } from "../../testing/stage.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { decryptBody, encryptBody } from "./encrypted-body.ts";
import type { Mail } from "./mail.ts";
import { queueMail } from "./queue-mail.ts";
import { retryMail } from "./retry-mail.ts";
import { MAIL_LEASE_SECONDS, MAIL_POSTPONEMENTS, MAX_ATTEMPTS } from "./rules.ts";
import { claimMails, listTenantsWithDueMail } from "./send-mail.ts";

const FROM = "no-reply@usher.example";
const clock = new ManualClock(new Date("2026-11-21T08:00:00Z"));
let worlds: World[];
let world: World;
let tenant: TestTenant;
let server: MailServer;
const loops: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startMailServer();
  // Two servers on a database of their own: other tests' workers would send these mails to their embedded mailbox.
  const environment = { DATABASE_URL: await ownDatabase(), SMTP_URL: server.url, MAIL_FROM: FROM };
  worlds = [await openWorld({ clock, environment }), await openWorld({ clock, environment })];
  [world] = worlds as [World];
  tenant = await aTenant(world);
  await world.services.db.tenant.update({
    where: { id: tenant.id },
    data: { name: "Acme, Inc.\r\nBcc: thief@example.com", supportEmail: "help@acme.example" },
  });
});

afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop();
  server.refusals.length = 0;
  server.inbox.length = 0;
});

afterAll(async () => {
  for (const each of worlds) await each.close();
  await server.close();
});

/** Queues a welcome mail, or a password reset where an expiry is given. */
async function queued(to: string, options: { key?: string; expiresAt?: Date; of?: TestTenant } = {}) {
  const { scope, id: tenantId } = options.of ?? tenant;
  const dedupeKey = options.key ?? unique("key");
  const link = "https://acme.example/welcome?token=abc_123-x";
  const { expiresAt } = options;
  const mail: Mail = expiresAt
    ? { to, dedupeKey, template: "password_reset", facts: { link, expiresAt } }
    : { to, dedupeKey, template: "welcome", facts: { name: "Zoë", link } };
  await scope.db.$transaction((tx) => queueMail(tx, scope, mail));
  return scope.db.mailMessage.findUniqueOrThrow({
    where: { tenantId_dedupeKey: { tenantId, dedupeKey } },
  });
}

const read = (id: string) =>
  world.services.db.mailMessage.findUniqueOrThrow({ where: { tenantId_id: { tenantId: tenant.id, id } } });
const inboxOf = (to: string) => server.inbox.filter((received) => received.to.includes(to));
const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

/** One try of the tenant's next mail, as the worker makes it. */
async function tryOne(smtpUrl = server.url, of = tenant): Promise<boolean> {
  const transport = openMailTransport({ smtpUrl, from: FROM });
  try {
    return await sendNextMail(world.services, transport, of.id);
  } finally {
    transport.close();
  }
}

describe("sending", () => {
  it("delivers HTML and text, from the tenant's name at our address, with replies to its support address", async () => {
    const row = await queued("zoe@example.com");
    expect(await tryOne()).toBe(true);
    expect(await read(row.id)).toMatchObject({
      status: "SENT",
      attempts: 1,
      lastError: null,
      sentAt: clock.now(),
    });
    const [received] = inboxOf("zoe@example.com");
    expect(server.inbox).toHaveLength(1);
    expect(received?.mail).toMatchObject({
      subject: "Welcome to Acme, Inc. Bcc: thief@example.com",
      messageId: `<${row.id}@usher.example>`,
      text: decryptBody(world.services.vault, row).text,
      from: { value: [{ name: "Acme, Inc. Bcc: thief@example.com", address: FROM }] },
      replyTo: { value: [{ address: "help@acme.example" }] },
    });
    // The stored text is encrypted.
    expect(row.text + row.html).not.toMatch(/abc_123|Zoë|welcome/);
    expect(received?.mail.html).toContain("https://acme.example/welcome?token=abc_123-x");
    expect(received?.mail.text).toContain("Hello Zoë,");
    expect(received?.mail.bcc).toBeUndefined();
    expect(received?.raw).not.toMatch(/^Bcc:/m);
    expect(received?.to).toEqual(["zoe@example.com"]);
    expect(received?.mail.headers.get("auto-submitted")).toBe("auto-generated");
  });

  it("reaches every address as it is written, and none besides", async () => {
    const id = unique("x");
    const all = [`r&d.${id}`, `x=${id}`, `a/${id}`, `o${id}'`, `a..${id}`, `.${id}`, `{${id}}|~`].map(
      (local) => `${local}@example.com`,
    );
    for (const to of [...all, `${id}@xn--e1afmkfd.xn--p1ai`]) {
      await queued(to);
      expect(await tryOne()).toBe(true);
      const received = server.inbox.at(-1);
      // The test's server shows an envelope in Unicode.
      expect(received?.to).toEqual([showEmail(to)]);
      expect(received?.raw.match(/^To: .*$/gm)).toEqual([expect.stringContaining(to)]);
    }
    expect(server.inbox).toHaveLength(all.length + 1);
  });

  it("drops a second mail of the same key, also when both are queued at once", {
    tags: ["long"],
  }, async () => {
    const key = unique("key");
    await Promise.all(Array.from({ length: 10 }, () => queued("once@example.com", { key })));
    expect(await world.services.db.mailMessage.count({ where: { to: "once@example.com" } })).toBe(1);
    expect([await tryOne(), await tryOne()]).toEqual([true, false]);
    expect(inboxOf("once@example.com")).toHaveLength(1);
  });

  it("queues nothing when the transaction fails", async () => {
    const { scope } = tenant;
    const facts = { name: null, link: "https://acme.example" };
    const mail = { to: "never@example.com", dedupeKey: unique("key"), template: "welcome", facts } as const;
    const failing = scope.db.$transaction(async (tx) => {
      await queueMail(tx, scope, mail);
      throw new Error("the operation failed");
    });
    await expect(failing).rejects.toThrow("the operation failed");
    expect(await world.services.db.mailMessage.count({ where: { to: "never@example.com" } })).toBe(0);
  });

  it("takes the mail whose link ends first", { tags: ["long"] }, async () => {
    await queued("patient@example.com");
    await queued("week@example.com", { expiresAt: later(7 * 86_400) });
    await queued("urgent@example.com", { expiresAt: later(1_800) });
    while (await tryOne());
    expect(server.inbox.map(({ to }) => to[0])).toEqual([
      "urgent@example.com",
      "week@example.com",
      "patient@example.com",
    ]);
  });
});

describe("trying again", () => {
  it("waits while the server is down, and delivers once it is up", async () => {
    const down = await startMailServer();
    await down.close();
    const row = await queued("later@example.com");
    expect(await tryOne(down.url)).toBe(true);
    const failed = await read(row.id);
    expect(failed).toMatchObject({ status: "QUEUED", attempts: 1, sentAt: null });
    expect(failed.lastError).toContain("ECONNREFUSED");
    expect(failed.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(later(22.5).getTime());
    expect(failed.nextAttemptAt.getTime()).toBeLessThanOrEqual(later(37.5).getTime());
    expect(await tryOne(down.url)).toBe(false);

    const up = await startMailServer(down.port);
    clock.moveTo(failed.nextAttemptAt);
    expect(await tryOne(up.url)).toBe(true);
    expect(up.inbox.map(({ to }) => to)).toEqual([["later@example.com"]]);
    await up.close();
    expect(await read(row.id)).toMatchObject({ status: "SENT", attempts: 2, lastError: null });
  });

  it.each([
    ["RCPT TO", 550],
    ["DATA", 554],
  ] as const)("gives up at once when %s is answered %i", async (on, code) => {
    const to = `${unique("refused")}@example.com`;
    server.refusals.push({ on, code, to });
    const row = await queued(to);
    await tryOne();
    const failed = await read(row.id);
    expect(failed).toMatchObject({ status: "FAILED", attempts: 1, sentAt: null });
    expect(failed.lastError).toContain(`${code} refused by the test`);
    expect(await tryOne()).toBe(false);
  });

  it.each([
    ["RCPT TO", 450],
    ["DATA", 451],
    ["MAIL FROM", 553],
  ] as const)("tries again when %s is answered %i", { tags: ["long"] }, async (on, code) => {
    server.refusals.push({ on, code });
    const row = await queued(`${unique("busy")}@example.com`);
    await tryOne();
    const failed = await read(row.id);
    expect(failed).toMatchObject({ status: "QUEUED", attempts: 1 });
    server.refusals.length = 0;
    clock.moveTo(failed.nextAttemptAt);
    await tryOne();
    expect(await read(row.id)).toMatchObject({ status: "SENT", attempts: 2 });
  });

  it("gives up after some three days", { tags: ["long"] }, async () => {
    const down = await startMailServer();
    await down.close();
    const row = await queued("lost@example.com");
    const startedAt = clock.now().getTime();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { nextAttemptAt } = await read(row.id);
      clock.moveTo(nextAttemptAt);
      await tryOne(down.url);
    }
    expect(await read(row.id)).toMatchObject({ status: "FAILED", attempts: MAX_ATTEMPTS });
    const hours = (clock.now().getTime() - startedAt) / 3_600_000;
    expect(hours).toBeGreaterThan(50);
    expect(hours).toBeLessThan(90);
  });

  it("does not send a link that has ended", async () => {
    const row = await queued("slow@example.com", { expiresAt: later(1_800) });
    clock.advance(1_800);
    await tryOne();
    const lastError = "Its link had ended before it could be sent.";
    expect(await read(row.id)).toMatchObject({ status: "FAILED", lastError });
    expect(server.inbox).toHaveLength(0);
  });
});

describe("a mail of a customer on a test clock", () => {
  it.each([
    ["ahead", "2031-05-01T00:00:00Z"],
    ["behind", "2019-05-01T00:00:00Z"],
  ])("is sent now, in real time, where that clock is years %s", { tags: ["long"] }, async (_, now) => {
    const own = await aTenant(world, { mode: "TEST" });
    const catalog = await aCatalog(own.scope, { plans: [{ slug: "pro", prices: [{ amount: 1_000 }] }] });
    const { admin } = own;
    const { id } = await done(admin.post("/v1/test-clocks", { now }));
    const [customer, email] = [unique("customer"), `${unique("billed")}@example.com`];
    await done(admin.post(`/v1/test-clocks/${id}/customers`, { customer, email }));
    const sale = { customer, plan_price_id: catalog.plans.pro?.prices[0], provider: "PROVIDER_B" };
    await done(admin.post("/v1/billing/subscriptions", sale));
    const where = { tenantId: own.id, to: email };
    const mail = await world.services.db.mailMessage.findFirstOrThrow({ where });
    expect(mail).toMatchObject({ template: "invoice", nextAttemptAt: clock.now() });
    expect(mail.createdAt.getTime()).toBeLessThanOrEqual(clock.now().getTime());
    expect(await listTenantsWithDueMail(world.services)).toContain(own.id);
    expect(await tryOne(server.url, own)).toBe(true);
    expect(inboxOf(email)).toHaveLength(1);
  });
});

describe("a mail whose words cannot be opened", () => {
  it("says why, ends as FAILED, holds up no other, and is sent by hand once that is mended", {
    tags: ["long"],
  }, async () => {
    const row = await queued("sealed@example.com");
    const foreign = createVault("the secret of another installation altogether");
    const key = { tenantId_id: { tenantId: tenant.id, id: row.id } };
    const data = encryptBody(foreign, row.id, { text: "x", html: "x" });
    await world.services.db.mailMessage.update({ where: key, data });
    clock.advance(1);
    const other = await queued("other@example.com");
    expect([await tryOne(), await tryOne()]).toEqual([true, true]);
    expect((await read(other.id)).status).toBe("SENT");
    for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt++) {
      const waiting = await read(row.id);
      expect(waiting).toMatchObject({ status: "QUEUED", lastError: expect.stringMatching(/USHER_SECRET/) });
      clock.moveTo(waiting.nextAttemptAt);
      expect(await tryOne()).toBe(true);
    }
    const failed = { status: "FAILED", attempts: MAX_ATTEMPTS, lastError: expect.any(String) };
    expect(await read(row.id)).toMatchObject(failed);
    expect(inboxOf("sealed@example.com")).toEqual([]);
    const { text, html } = row;
    await world.services.db.mailMessage.update({ where: key, data: { text, html } });
    await retryMail(tenant.scope, { mail_id: row.id });
    expect(await tryOne()).toBe(true);
    expect(await read(row.id)).toMatchObject({ status: "SENT", lastError: null });
  });
});

describe("a try whose result is never stored", () => {
  it("is counted, not repeated before its time, and the mail fails after the last", async () => {
    const row = await queued(`${unique("unstored")}@example.com`);
    const claim = () => claimMails(world.services, [{ tenantId: tenant.id, limit: 5 }]);
    for (const [index, seconds] of MAIL_POSTPONEMENTS.entries()) {
      expect((await claim()).map(({ id, attempts }) => [id, attempts])).toEqual([[row.id, index + 1]]);
      clock.advance(seconds - 0.001);
      expect(await claim()).toEqual([]);
      clock.advance(0.001);
    }
    expect(await claim()).toEqual([]);
    const lastError = expect.stringMatching(/^It is not known what came of the last try/);
    expect(await read(row.id)).toMatchObject({ status: "FAILED", attempts: MAX_ATTEMPTS, lastError });
  });
});

describe("many workers", () => {
  it("two on one database send each of 50 mails once, of two tenants, also while they queue", {
    tags: ["long"],
  }, async () => {
    const other = await aTenant(world);
    for (const { services } of worlds) loops.push(startMailLoop(services));
    const addresses = Array.from({ length: 50 }, (_, index) => `many-${index}@example.com`);
    await Promise.all(addresses.map((to, index) => queued(to, index % 2 ? { of: other } : {})));
    const isUnsent = { status: "QUEUED", to: { startsWith: "many-" } } as const;
    await expect
      .poll(() => world.services.db.mailMessage.count({ where: isUnsent }), { timeout: 45_000 })
      .toBe(0);
    expect(server.inbox.map(({ to }) => to[0]).sort()).toEqual([...addresses].sort());
    expect(new Set(server.inbox.map(({ mail }) => mail.messageId)).size).toBe(50);
    expect(await listTenantsWithDueMail(world.services)).toEqual([]);
  });

  it("one that dies with a mail in hand loses it when its lease ends; coming back, it changes nothing", async () => {
    const row = await queued("relieved@example.com");
    let release = () => {};
    let isTaken = () => {};
    const taken = new Promise<void>((resolve) => {
      isTaken = resolve;
    });
    const hung = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hanging = sendNextMail(
      world.services,
      {
        async send() {
          isTaken();
          await hung;
          return { outcome: "failed", reason: "too late" };
        },
        close: () => undefined,
      },
      tenant.id,
    );
    await taken;
    expect(await tryOne()).toBe(false);
    clock.advance(MAIL_LEASE_SECONDS);
    expect(await tryOne()).toBe(true);
    release();
    await hanging;
    expect(await read(row.id)).toMatchObject({ status: "SENT", attempts: 2, lastError: null });
    expect(inboxOf("relieved@example.com")).toHaveLength(1);
  });
});
