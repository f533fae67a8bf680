import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { createJobHandlers } from "../jobs/handlers.ts";
import { addSeconds, systemClock } from "../platform/clock.ts";
import { type Client, createClient } from "../testing/client.ts";
import { RECIPES } from "../testing/mutations.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { aCustomer, aStage, done, type Stage, start } from "../testing/stage.ts";
import { openWorld, SECRET, unique, type World } from "../testing/world.ts";
import { createOpenApiDocument } from "../trpc/openapi.ts";

// The drill of docs/self-hosting.md: a backup beside a working Usher, its database gone, the backup restored, the doctor asked,
// Usher started again.

/** What a company has after a while: something of every kind. */
const LIFE = [
  "subscriptions.changePlan",
  "subscriptions.cancel",
  "invoices.pay",
  "subscriptions.moveProvider",
  "overrides.create",
  "usage.set",
  "checkout.create",
  "auth.register",
  "applications.rotate",
  "settings.update",
  "testClocks.addCustomer",
  "waitlist.import",
  "invitations.redeem",
  "invitations.resendToken",
  "webhookEndpoints.test",
  "customers.addNote",
] as const;

let folder: string;
let url: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-drill-"));
  url = await ownDatabase();
  file = join(folder, "drill.sql.gz");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (ahead = 0) =>
  openWorld({
    environment: { DATABASE_URL: url, USHER_WEBHOOKS_TO_PRIVATE: "true" },
    isWorker: true,
    clock: { now: () => addSeconds(systemClock.now(), ahead) },
  });

/** A program of ours, as npm runs it; what it said. Throws when it ends with anything but 0. */
async function run(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, USHER_SECRET: SECRET, DATABASE_URL: url, USHER_DATA_DIR: folder };
  const main = join(import.meta.dirname, "..", program, "main.ts");
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args], { env });
  return stdout + stderr;
}

/** Drops the database, and makes an empty one of the same name. */
async function wipe(): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("adminDatabaseUrl") });
  await admin.connect();
  const name = new URL(url).pathname.slice(1);
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`create database ${name} owner usher`);
  await admin.end();
}

/** The tenant's back end at a world, by the credentials that it had in another. */
async function signedIn(
  world: World,
  { adminApplication: { appId, id, clientSecret } }: Stage,
): Promise<Client> {
  const client = createClient(world.baseUrl, { "x-app-id": appId });
  const credentials = { grant_type: "client_credentials", client_id: id, client_secret: clientSecret };
  const { access_token } = await done(client.post("/v1/auth/token", credentials));
  return client.with({ authorization: `Bearer ${access_token}` });
}

/** Figures of now are asked for one moment. */
const AT_ONE_MOMENT: Record<string, string> = {
  "/v1/billing/revenue/mrr": `?at=${new Date().toISOString()}`,
};

/** Every list and setting of the interface that needs no more than a token, as its bytes; and everything of one customer. */
async function answersOf(world: World, stage: Stage, customer: string): Promise<Record<string, string>> {
  const { headers } = await signedIn(world, stage);
  // What our own generator makes has these shapes.
  const { paths: operations } = createOpenApiDocument("https://usher.example") as {
    paths: Record<string, { get?: { parameters?: { in: string; required?: boolean }[] } }>;
  };
  const paths = Object.entries(operations).flatMap(([path, { get }]) => {
    const needsMore = get?.parameters?.some((one) => one.in === "query" && one.required);
    return get && !needsMore && path.startsWith("/v1/") && !path.includes("{") ? [path] : [];
  });
  const own = ["usage", "entitlements", "subscriptions", "invoices"].map(
    (what) => `/v1/billing/${what}?customer=${customer}`,
  );
  const answers: Record<string, string> = {};
  for (const path of [...paths, ...own]) {
    const response = await fetch(`${world.baseUrl}${path}${AT_ONE_MOMENT[path] ?? ""}`, { headers });
    const body = await response.text();
    // When it was asked is a part of what this answers.
    if (response.ok && !path.endsWith("/drift"))
      answers[path] = body
        .replaceAll(world.baseUrl, "https://usher.example")
        // Asking is a use.
        .replaceAll(/"last_used_at":"[^"]+"/g, '"last_used_at":null')
        // What an endpoint does not take is sent again meanwhile.
        .replaceAll(/"last_failed_at":"[^"]+"/g, '"last_failed_at":null');
  }
  return answers;
}

const used = (customer: string, event_id: string) => ({
  customer,
  feature_key: "calls",
  quantity: 1,
  event_id,
});

/** Customers buy, and what they use is counted, until stop(); what was answered before a moment can be looked up. */
function traffic(stage: Stage, customer: string) {
  const answered: { at: number; kind: "usage" | "subscription"; id: string }[] = [];
  let isOver = false;
  async function go(kind: "usage" | "subscription", call: () => Promise<string>): Promise<void> {
    while (!isOver) {
      const id = await call();
      answered.push({ at: performance.now(), kind, id });
    }
  }
  const use = async () => {
    const event_id = unique("event");
    await done(stage.server.post("/v1/billing/usage", used(customer, event_id)));
    return event_id;
  };
  const buy = async () => (await done(start(stage, "pro"))).id;
  const working = [go("usage", use), go("subscription", buy)];
  return {
    answered,
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

describe("a backup made beside a working Usher", () => {
  it("brings everything back that was answered before it began, and the doctor finds nothing wrong", async () => {
    const first = await open();
    const stage = await aStage(first);
    for (const name of LIFE) await done((await RECIPES[name]?.prepare(stage))?.() ?? Promise.reject(name));
    const customer = await aCustomer(stage);
    const busy = await aStage(first);
    const busyCustomer = await aCustomer(busy);
    const more = { customer: busyCustomer, feature_key: "calls", limit_add: 1_000_000, reason: "drill" };
    await done(busy.admin.post("/v1/billing/overrides", more));

    // The chain is sealed once a minute; these entries are to be in it before the backup.
    await createJobHandlers(first.services)["seal-audit"]({});
    const under = traffic(busy, busyCustomer);
    const { answered } = under;
    await vi.waitUntil(() => answered.filter(({ kind }) => kind === "subscription").length > 2, 20_000);
    const began = performance.now();
    expect(await run("backup", "backup", file)).toContain("Not in it: the secret (USHER_SECRET)");
    const ended = performance.now();
    await under.stop();
    const before = await answersOf(first, stage, customer);
    await first.close();
    expect(answered.filter(({ at }) => at > began && at < ended).length).toBeGreaterThan(10);
    // Passwords' hashes and people's addresses are in it.
    expect((await stat(file)).mode & 0o077).toBe(0);

    await expect(run("backup", "backup", file)).rejects.toThrow(/is there already/);

    await wipe();
    expect(await run("backup", "restore", file)).toContain("rows of");

    const second = await open(120);
    // What the worker does every minute: it finishes what the backup caught half done.
    await createJobHandlers(second.services).recover({});
    expect(await run("doctor")).toMatch(/invariants hold\.\n✓ \d+ subscriptions agree/);
    const after = await answersOf(second, stage, customer);
    expect(Object.keys(before).length).toBeGreaterThan(25);
    const differing = Object.keys(before).filter((path) => after[path] !== before[path]);
    expect(differing.map((path) => [path, before[path], after[path]])).toEqual([]);
    const known = answered.filter(({ at }) => at < began);
    const ids = (kind: string) => known.filter((one) => one.kind === kind).map(({ id }) => id);
    const tenantId = busy.id;
    const { db } = second.services;
    const usage = await db.usageLedgerEntry.count({ where: { tenantId, eventId: { in: ids("usage") } } });
    expect(usage).toBe(ids("usage").length);
    const sold = await db.subscription.count({ where: { tenantId, id: { in: ids("subscription") } } });
    expect(sold).toBe(ids("subscription").length);
    // What came after the backup is sent again, and what it has already is not counted twice.
    const server = await signedIn(second, busy);
    const sent = answered.filter(({ kind }) => kind === "usage").map(({ id }) => used(busyCustomer, id));
    await done(server.post("/v1/billing/usage/batch", { items: sent.slice(-1_000) }));
    const counted = await done(server.get(`/v1/billing/entitlements/calls?customer=${busyCustomer}`));
    expect(counted.used).toBe(sent.length);
    await second.close();
  }, 180_000);
});
