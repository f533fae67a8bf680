import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../server/platform/clock.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/platform/database/embedded.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { createClient } from "../server/testing/client.ts";
import { openSecondProcess } from "../server/testing/second-process.ts";
import { openWorld, unique, type World } from "../server/testing/world.ts";
import { isLong, oneIn, tell } from "./rounds.ts";
import { aShop, SHORT_LEASES } from "./shop.ts";

// The embedded database's disk fills up under load: first there is no space for more rows, then none for the log of changes
// either, which ends PostgreSQL. Once there is space again Usher recovers without a restart.

const run = promisify(execFile);
const CUSTOMERS = 4;
const TIMES = isLong ? oneIn(40) : 1;
const ANSWERS_BETWEEN = 10;
const DISK_MB = 256;
const REFUSED_WITHIN_MS = 60_000;
const REPORTED_WITHIN_MS = 90_000;
const FULL = /the disk that holds .* is full: free some space\. It is tried again until it starts/;
const BACK_WITHIN_MS = 60_000;
const CHUNK = Buffer.alloc(1024 * 1024);
/** Answers to writes while there is no space, and to all requests while PostgreSQL is down. */
const REFUSALS = ["503 K9032", "503 K9005", "503 K9030", "503 K9055"];

let folder = "";
let isMounted = false;
let postgres: EmbeddedPostgres | undefined;
let world: World | undefined;
const log: string[] = [];
const clock = new ManualClock(new Date());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-small-disk-"));
  isMounted = await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return;
  postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { max_wal_size: "64MB", min_wal_size: "32MB" },
    log: (line) => log.push(line),
  });
  await migrateDatabase({ connectionString: postgres.url });
  world = await openWorld({ clock, environment: { DATABASE_URL: postgres.url } });
}, 120_000);

afterAll(async () => {
  await world?.close();
  await postgres?.stop();
  if (isMounted) await run("umount", ["-l", folder]);
  await rm(folder, { recursive: true, force: true });
});

/** Fills the disk. */
async function fill(path: string): Promise<void> {
  const ballast = await open(path, "a");
  for (let size = CHUNK.length; size >= 4096; size /= 2) {
    try {
      for (;;) await ballast.appendFile(CHUNK.subarray(0, size));
    } catch {
      // Not so much is left: smaller pieces.
    }
  }
  await ballast.close();
}

/** Begins a new file of the log of changes, and one after it, for which there is no space. */
async function endByLog(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on("error", () => undefined);
  try {
    await admin.connect();
    for (;;) {
      await admin.query("select pg_logical_emit_message(false, 'usher', 'one more'), pg_switch_wal()");
    }
  } catch {
    // It panicked, as it has to: what cannot be written to the log must not happen.
  } finally {
    await admin.end().catch(() => undefined);
  }
}

async function readiness(baseUrl: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/readyz`);
  await answer.body?.cancel();
  return answer.status;
}

it("with a full disk Usher answers 503, loses nothing, and recovers by itself when there is space", {
  timeout: 120_000 + TIMES * 120_000,
}, async ({ skip }) => {
  if (!isMounted || !world || !postgres)
    return skip("Not tried: a small disk cannot be mounted here; that takes root on Linux.");
  const startedAt = performance.now();
  const shop = await aShop(world, clock);
  const usher = await openSecondProcess(world, { role: "all", environment: SHORT_LEASES });
  const server = createClient(usher.baseUrl, shop.tenant.server.headers);
  const customers = shop.open({ customers: CUSTOMERS, url: () => usher.baseUrl });
  const check = `/v1/billing/entitlements/calls?customer=${unique("reader")}`;
  const ballast = join(folder, "ballast");
  const refusals = new Map<string, number>();
  const figures = { reads: 0, "ended by its log": 0 };
  let longest = 0;

  /** Joins the waitlist and records the result; returns whether it was refused for lack of disk space. */
  async function joins(): Promise<boolean> {
    const email = `${unique("full")}@example.com`;
    const { status, body } = await server.post("/v1/waitlist", { email });
    if (status === 201) shop.promised.joined.push(email);
    else {
      const refusal = `${status} ${body.code}`;
      expect(REFUSALS, JSON.stringify(body)).toContain(refusal);
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    }
    return body.code === "K9032";
  }

  for (let time = 0; time < TIMES; time++) {
    expect((await server.get(check)).status).toBe(200);
    const until = shop.figures.answers + ANSWERS_BETWEEN;
    while (shop.figures.answers < until) {
      customers.check();
      await pause(5);
    }
    const fullAt = performance.now();
    await fill(ballast);
    // Space in files that exist already may still be used; then every write is refused.
    while (!(await joins())) {
      expect(performance.now() - fullAt).toBeLessThan(REFUSED_WITHIN_MS);
      await fill(ballast);
    }
    for (const path of [check, "/v1/waitlist"]) {
      const reply = await server.get(path);
      // What is there can be read, until the log of changes has no space either.
      expect([200, 503], JSON.stringify(reply.body)).toContain(reply.status);
      if (reply.status === 200) figures.reads++;
    }
    await endByLog(postgres.adminUrl);
    figures["ended by its log"]++;
    while ((await readiness(usher.baseUrl)) !== 503) await pause(20);
    await joins();
    // It cannot start before there is space, and logs why.
    while (!log.some((line) => FULL.test(line))) {
      await fill(ballast);
      expect(performance.now() - fullAt, log.join("\n")).toBeLessThan(REPORTED_WITHIN_MS);
      await pause(100);
    }
    log.length = 0;
    expect(await readiness(usher.baseUrl)).toBe(503);

    await rm(ballast);
    const freeAt = performance.now();
    while ((await readiness(usher.baseUrl)) !== 200) {
      expect(performance.now() - freeAt, log.join("\n")).toBeLessThan(BACK_WITHIN_MS);
      await pause(100);
    }
    longest = Math.max(longest, performance.now() - freeAt);
  }
  await customers.stop();
  expect(await usher.terminate()).toBe(0);
  await shop.verify();
  expect(refusals.get("503 K9032")).toBeGreaterThan(0);
  tell("disk full", {
    times: TIMES,
    ...figures,
    refusals: [...refusals].map(([code, count]) => `${code} × ${count}`).join(" and "),
    ...shop.figures,
    "longest until ready, ms": Math.round(longest),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
});
