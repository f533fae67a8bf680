import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../server/platform/clock.ts";
import { ownDatabase } from "../server/testing/own-database.ts";
import { openSecondProcess, type SecondProcess } from "../server/testing/second-process.ts";
import { openWorld, type World } from "../server/testing/world.ts";
import { ROUNDS, SUBSCRIPTIONS, tell } from "./rounds.ts";
import { aShop, SHORT_LEASES } from "./shop.ts";

// The web process or the worker is killed with SIGKILL at a random moment, round after round, while customers buy.

const CUSTOMERS = 8;
/** Processes are killed some milliseconds after so many answers: by work, not by time, so that slow machines progress, too. */
const MAX_ANSWERS = 15;
const MAX_PAUSE_MS = 250;
/** The long form says how far it is after so many rounds. */
const REPORT_EVERY = 20;

let world: World;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock, environment: { DATABASE_URL: await ownDatabase() } });
});

afterAll(() => world.close());

/** A machine so busy that a database connection is not made in time ends a start; whatever starts processes does so again. */
const STARTS = 5;
let failedStarts = 0;

async function start(role: "web" | "worker", starts = STARTS): Promise<SecondProcess> {
  try {
    return await openSecondProcess(world, { role, environment: SHORT_LEASES });
  } catch (error) {
    const wasLate = error instanceof Error && /timeout/i.test(error.message);
    if (!wasLate || starts === 1) throw error;
    failedStarts++;
    return start(role, starts - 1);
  }
}

/** Starts processes ahead of need: a start takes longer than a kill. */
function aSpare(role: "web" | "worker") {
  let coming: Promise<SecondProcess> | undefined;
  const next = () => {
    coming = start(role);
    // The caller that awaits it gets its failure.
    coming.catch(() => undefined);
  };
  next();
  const take = async () => {
    const taken = await coming;
    next();
    if (!taken) throw new Error("No request was in flight.");
    return taken;
  };
  return Object.assign(take, { close: async () => (await coming)?.close() });
}

it("web process and worker killed at any moment lose and double nothing", {
  timeout: 60_000 + (ROUNDS + SUBSCRIPTIONS) * 60_000,
}, async () => {
  const startedAt = performance.now();
  const shop = await aShop(world, clock);
  const spare = { web: aSpare("web"), worker: aSpare("worker") };
  const living = { web: await spare.web(), worker: await spare.worker() };
  let isServed = true;
  const customers = shop.open({
    customers: CUSTOMERS,
    url: () => (isServed ? living.web.baseUrl : null),
    ...(SUBSCRIPTIONS > 0 && { only: "subscribes" }),
  });
  const isOver = (round: number) =>
    SUBSCRIPTIONS > 0 ? shop.promised.subscriptions.length >= SUBSCRIPTIONS : round >= ROUNDS;
  const kills = { web: 0, worker: 0 };
  for (let round = 0; !isOver(round); round++) {
    const until = shop.figures.answers + randomInt(1, MAX_ANSWERS);
    while (shop.figures.answers < until) {
      customers.check();
      await pause(2);
    }
    await pause(randomInt(MAX_PAUSE_MS));
    const role = round % 2 === 0 ? "web" : "worker";
    isServed = role !== "web";
    await living[role].kill();
    kills[role]++;
    living[role] = await spare[role]();
    isServed = true;
    if ((round + 1) % REPORT_EVERY === 0) tell("killing", { rounds: round + 1, ...shop.figures });
  }
  await customers.stop();
  await Promise.all([living.web.close(), living.worker.close()]);
  await Promise.all([spare.web.close(), spare.worker.close()]);
  await shop.verify();
  expect(shop.figures.operations).toBeGreaterThan(0);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  tell("killed", {
    "web processes killed": kills.web,
    "workers killed": kills.worker,
    "starts repeated": failedStarts,
    ...shop.figures,
    subscriptions: shop.promised.subscriptions.length,
    seconds,
  });
});
