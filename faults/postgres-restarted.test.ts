import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../server/platform/clock.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { startThrowawayDatabase } from "../server/platform/database/throwaway.ts";
import { openSecondProcess } from "../server/testing/second-process.ts";
import { openWorld, type World } from "../server/testing/world.ts";
import { crash } from "./postgres.ts";
import { isLong, oneIn, tell } from "./rounds.ts";
import { aShop, SHORT_LEASES } from "./shop.ts";

// PostgreSQL is ended in the middle of its work and started again; Usher's processes live on.

const CUSTOMERS = 6;
const CRASHES = isLong ? oneIn(10) : 1;
const ANSWERS_BETWEEN = 12;
const BACK_WITHIN_MS = 20_000;

let postgres: Awaited<ReturnType<typeof startThrowawayDatabase>>;
let world: World;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  // With everything forced to disk: what was answered must be there after a crash.
  postgres = await startThrowawayDatabase({});
  await migrateDatabase({ connectionString: postgres.url });
  world = await openWorld({ clock, environment: { DATABASE_URL: postgres.url } });
});

afterAll(async () => {
  await world?.close();
  await postgres?.stop();
});

async function readiness(baseUrl: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/readyz`);
  await answer.body?.cancel();
  return answer.status;
}

it("PostgreSQL restarted under load: connections come back by themselves, readiness tells the truth", {
  timeout: 90_000 + CRASHES * 30_000,
}, async () => {
  const startedAt = performance.now();
  const shop = await aShop(world, clock);
  const [web, worker] = await Promise.all([
    openSecondProcess(world, { role: "web", environment: SHORT_LEASES }),
    openSecondProcess(world, { role: "worker", environment: SHORT_LEASES }),
  ]);
  const customers = shop.open({ customers: CUSTOMERS, url: () => web.baseUrl });
  let longest = 0;
  for (let round = 0; round < CRASHES; round++) {
    const until = shop.figures.answers + ANSWERS_BETWEEN;
    while (shop.figures.answers < until) {
      customers.check();
      await pause(5);
    }
    await pause(randomInt(200));
    const goneAt = performance.now();
    await crash(postgres.dataDir);
    // The embedded server restarts after a second: until then connections are refused.
    expect(await readiness(web.baseUrl)).toBe(503);
    while ((await readiness(web.baseUrl)) !== 200) {
      expect(performance.now() - goneAt).toBeLessThan(BACK_WITHIN_MS);
      await pause(50);
    }
    longest = Math.max(longest, performance.now() - goneAt);
  }
  await customers.stop();
  // The processes never ended: those of the beginning get their signal now.
  expect(await web.terminate()).toBe(0);
  expect(await worker.terminate()).toBe(0);
  await shop.verify();
  tell("PostgreSQL restarted", {
    restarts: CRASHES,
    ...shop.figures,
    subscriptions: shop.promised.subscriptions.length,
    "longest until ready, ms": Math.round(longest),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
});
