import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../server/platform/clock.ts";
import { ownDatabase } from "../server/testing/own-database.ts";
import { openSecondProcess } from "../server/testing/second-process.ts";
import { openWorld, type World } from "../server/testing/world.ts";
import { isLong, oneIn, tell } from "./rounds.ts";
import { aShop } from "./shop.ts";

// The clocks of a web process and of a worker are set forward and back under way, each by itself; the database's stays.

const CUSTOMERS = 4;
const STEPS = isLong ? oneIn(10) : 4;
const ANSWERS_BETWEEN = 6;
/** Long enough for a purchase and a change of it. */
const BETWEEN_MS = 1_000;
const MINUTE = 60_000;
/** Tokens live for fifteen minutes: further ahead a web process would rightly refuse them. */
const FURTHEST = { web: 10 * MINUTE, worker: 180 * MINUTE };

let world: World;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock, environment: { DATABASE_URL: await ownDatabase() } });
});

afterAll(() => world.close());

it("clocks that jump forward and back lose and double nothing", {
  timeout: 60_000 + STEPS * 15_000,
}, async () => {
  const startedAt = performance.now();
  const shop = await aShop(world, clock);
  const modules = [join(import.meta.dirname, "stepping-clock.ts")];
  const [web, worker] = await Promise.all([
    openSecondProcess(world, { role: "web", modules }),
    openSecondProcess(world, { role: "worker", modules }),
  ]);
  const customers = shop.open({ customers: CUSTOMERS, url: () => web.baseUrl });
  for (let step = 0; step < STEPS; step++) {
    const until = { answers: shop.figures.answers + ANSWERS_BETWEEN, moment: performance.now() + BETWEEN_MS };
    while (shop.figures.answers < until.answers || performance.now() < until.moment) {
      customers.check();
      await pause(5);
    }
    web.tell({ stepTo: randomInt(-FURTHEST.web, FURTHEST.web) });
    worker.tell({ stepTo: randomInt(-FURTHEST.worker, FURTHEST.worker) });
  }
  web.tell({ stepTo: 0 });
  worker.tell({ stepTo: 0 });
  // What was leased until a time to come is free when that time has come.
  let isOver = false;
  const stopped = customers.stop().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await shop.letLeasesRunOut();
    await Promise.race([stopped, pause(500)]);
  }
  await stopped;
  expect(await web.terminate()).toBe(0);
  expect(await worker.terminate()).toBe(0);
  // Some of what was written is dated in the time to come: the comparison is made after it.
  clock.moveTo(new Date(Date.now() + FURTHEST.worker));
  await shop.verify();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  tell("clocks set", { steps: 2 * STEPS, ...shop.figures, seconds });
});
