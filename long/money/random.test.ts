import fc from "fast-check";
import { expect } from "vitest";
import { itWith } from "../../server/testing/it.ts";
import { type Kind, lives, play } from "./histories/random.ts";
import type { Service } from "./histories/service.ts";
import { aService } from "./histories/stage.ts";

// Random lives of customers, held against the model after each step. USHER_MONEY_RUNS says how many, USHER_MONEY_SEED repeats.

const it = itWith({ isWorker: true });
const RUNS = Number(process.env.USHER_MONEY_RUNS ?? 25);
const SEED = Number(process.env.USHER_MONEY_SEED ?? Date.now() % 2 ** 31);

async function hold(service: Service, kinds: Kind[]): Promise<void> {
  const sums = { lives: 0, steps: 0, checks: 0 };
  process.stderr.write(`seed ${SEED}, ${RUNS} lives of ${kinds.join(", ")}\n`);
  await fc.assert(
    fc.asyncProperty(lives(new Set(kinds)), async (life) => {
      const history = await play(service, life);
      sums.lives++;
      sums.steps += history.steps.length;
      sums.checks += history.checks;
      expect(history.differences, history.steps.join("\n")).toEqual([]);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  process.stderr.write(`${JSON.stringify(sums)}\n`);
}

it("uses, held units and renewals agree with the model", { timeout: 3_600_000 }, async ({ world }) => {
  await hold(await aService(world), ["use", "advance"]);
});

it("upgrades and ends agree with the model", { timeout: 3_600_000 }, async ({ world }) => {
  await hold(await aService(world), ["use", "advance", "upgrade", "cancel"]);
});

it("pauses and second products agree with the model", { timeout: 3_600_000 }, async ({ world }) => {
  await hold(await aService(world), ["use", "advance", "upgrade", "cancel", "pause", "resume", "second"]);
});
