import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../server/platform/clock.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/platform/database/embedded.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { openWorld, type World } from "../server/testing/world.ts";
import { isLong, oneIn, tell } from "./rounds.ts";
import { aShop } from "./shop.ts";

// The embedded database's disk fills up under load, and is given room again.

const run = promisify(execFile);
const CUSTOMERS = 4;
const TIMES = isLong ? oneIn(40) : 1;
const DISK_MB = 220;
const FULL_MS = 1_500;
const BACK_WITHIN_MS = 60_000;
const CHUNK = Buffer.alloc(1024 * 1024);

let folder = "";
let isMounted = false;
let postgres: EmbeddedPostgres | undefined;
let world: World | undefined;
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

/** Takes all the room there is. */
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

it("a full disk is told with 503, loses nothing, and heals by itself when there is room", {
  timeout: 120_000 + TIMES * 90_000,
}, async ({ skip }) => {
  if (!isMounted || !world) return skip("Not tried: a small disk cannot be mounted here; that takes root.");
  const startedAt = performance.now();
  const { baseUrl } = world;
  const shop = await aShop(world, clock);
  const customers = shop.open({ customers: CUSTOMERS, url: () => baseUrl });
  const codes = new Set<string>();
  for (let time = 0; time < TIMES; time++) {
    const until = shop.figures.answers + 10;
    while (shop.figures.answers < until) {
      customers.check();
      await pause(5);
    }
    const ballast = join(folder, "ballast");
    await fill(ballast);
    const fullAt = performance.now();
    while (performance.now() - fullAt < FULL_MS) {
      const reply = await shop.tenant.server.post("/v1/waitlist", { email: "full@example.com" });
      // Room within what is allotted already may still be used; all else is told at once.
      if (reply.status >= 500) codes.add(`${reply.status} ${reply.body.code}`);
      await fill(ballast);
      await pause(20);
    }
    await rm(ballast);
    const freeAt = performance.now();
    while ((await fetch(`${baseUrl}/readyz`)).status !== 200) {
      expect(performance.now() - freeAt).toBeLessThan(BACK_WITHIN_MS);
      await pause(100);
    }
  }
  shop.promised.joined.push("full@example.com");
  expect((await shop.tenant.server.post("/v1/waitlist", { email: "full@example.com" })).status).toBe(201);
  await shop.letLeasesRunOut();
  await customers.stop();
  await shop.verify();
  for (const code of codes) expect(["503 K9032", "503 K9005", "503 K9030"]).toContain(code);
  tell("disk full", {
    times: TIMES,
    refusals: [...codes].join(" and ") || "none",
    ...shop.figures,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
});
