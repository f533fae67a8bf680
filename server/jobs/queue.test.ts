// @module-tag ci
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInBackground } from "../platform/background.ts";
import { createLog } from "../platform/log.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { type JobHandlers, openQueue, type Queue } from "./queue.ts";

const WAITING = 100;
/** How many callbacks one process handles at once. */
const AT_ONCE = 4;

let queue: Queue;
const done: string[] = [];
let atOnce = 0;
let maxAtOnce = 0;
let inBackgroundAll = true;

beforeAll(async () => {
  queue = await openQueue({
    connectionString: await ownDatabase(),
    isWorker: true,
    log: createLog("silent"),
  });
});

afterAll(() => queue.stop());

describe("what has waited while no worker was there", () => {
  test("is carried out without a pause, several at a time, and what fails is tried again", async () => {
    const ids = Array.from({ length: WAITING }, (_, index) => `event ${index}`);
    for (const id of ids) await queue.send("provider-event", { tenantId: "tenant", id });
    const failing = new Set([ids[7]]);
    const none = async () => undefined;
    // Each of the first few ends when all of them have begun: one worker after another would never finish.
    const together = Promise.withResolvers<void>();
    await queue.work({
      "provider-event": async ({ id }) => {
        maxAtOnce = Math.max(maxAtOnce, ++atOnce);
        if (atOnce === AT_ONCE) together.resolve();
        await together.promise;
        atOnce -= 1;
        if (failing.delete(id)) throw new Error("not now");
        inBackgroundAll &&= isInBackground();
        done.push(id);
      },
      ...({
        "pack-migration": none,
        erasure: none,
        recover: none,
        "lapse-invitations": none,
        "close-periods": none,
        "manual-invoicing": none,
        "tell-ahead": none,
        "move-clocks": none,
        "seal-audit": none,
        reconcile: none,
        tidy: none,
      } satisfies Omit<JobHandlers, "provider-event">),
    });
    await expect.poll(() => done.length, { timeout: 45_000, interval: 50 }).toBe(WAITING);
    expect(new Set(done)).toEqual(new Set(ids));
    expect(maxAtOnce).toBe(AT_ONCE);
    // Requests to the card provider that somebody waits for go before theirs.
    expect([inBackgroundAll, isInBackground()]).toEqual([true, false]);
  });

  test("is carried out at once when it comes while a worker rests", async () => {
    await pause(500);
    await queue.send("provider-event", { tenantId: "tenant", id: "late" });
    await expect.poll(() => done.includes("late"), { timeout: 4_000, interval: 10 }).toBe(true);
  });
});
