import { itWith } from "../../server/testing/it.ts";
import { aService } from "./histories/a-service.ts";
import { kindsWithout, report, run } from "./histories/run.ts";

// Random histories of customers, compared with the model after each step: 40 without invoices in `npm test`, 500 in
// `npm run test:long`, any number by `node long/money/play-histories.ts`. The seed is printed.

const it = itWith({ isWorker: true });
const {
  USHER_MONEY_HISTORIES = "40",
  USHER_MONEY_SEED,
  USHER_MONEY_WITHOUT = "",
  USHER_MONEY_SHRUNK = "3",
} = process.env;
const SEED = Number(USHER_MONEY_SEED ?? Date.now() % 2 ** 31);

it("histories of customers agree with the model", { timeout: 3_600_000 }, async ({ world }) => {
  const outcome = await run(await aService(world), {
    histories: Number(USHER_MONEY_HISTORIES),
    seed: SEED,
    kinds: kindsWithout(USHER_MONEY_WITHOUT.split(",").filter(Boolean)),
    shrunk: Number(USHER_MONEY_SHRUNK),
  });
  const lines = report(SEED, outcome).join("\n");
  process.stdout.write(`${lines}\n`);
  // The lines name the figures that differ, and the steps that lead to them.
  if (outcome.mismatches > 0) throw new Error(lines);
});
