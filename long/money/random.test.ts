import { it } from "vitest";
import { report } from "./histories/run.ts";
import { runInParts } from "./histories/run-in-parts.ts";

// Random histories of customers, compared with the model after each step: a few in `npm test`, 150 in `npm run test:long`. The seed
// stays the same, so that each change is judged by the same histories; `node long/money/play-histories.ts` draws new ones.

const {
  USHER_MONEY_HISTORIES = "12",
  USHER_MONEY_PROCESSES = "1",
  USHER_MONEY_SEED,
  USHER_MONEY_WITHOUT = "",
  USHER_MONEY_SHRUNK = "3",
} = process.env;
const SEED = Number(USHER_MONEY_SEED ?? 124838210);

it("histories of customers agree with the model", { timeout: 3_600_000 }, async () => {
  const outcome = await runInParts(Number(USHER_MONEY_PROCESSES), {
    histories: Number(USHER_MONEY_HISTORIES),
    seed: SEED,
    without: USHER_MONEY_WITHOUT.split(",").filter(Boolean),
    shrunk: Number(USHER_MONEY_SHRUNK),
  });
  const lines = report(SEED, outcome).join("\n");
  process.stdout.write(`${lines}\n`);
  // The lines name the figures that differ, and the steps that lead to them.
  if (outcome.mismatches > 0) throw new Error(lines);
});
