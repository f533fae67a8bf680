// npm run test:money: random histories of customers, held against the models of long/money (its README says what is compared).
// npm run test:money -- --histories=5000            so many of each suite; 1,000 without it
// npm run test:money -- --suite=corrections         one of: sales, corrections, cards
// npm run test:money -- --seed=7                    the histories of a seed, which every run prints; new ones without it
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const SUITES = {
  sales: "long/money/random.test.ts",
  corrections: "long/money/corrections.test.ts",
  cards: "long/money/corrections-on-cards.test.ts",
};

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    suite: { type: "string" },
  },
});
const files = values.suite === undefined ? Object.values(SUITES) : [SUITES[values.suite]];
if (files.includes(undefined)) {
  process.stderr.write(`There is no suite ${values.suite}: ${Object.keys(SUITES).join(", ")}.\n`);
  process.exit(2);
}
const node = await prepare({ pages: false, includeDev: true });
const vitest = [join("node_modules", "vitest", "vitest.mjs"), "run", "--config", "long/vitest.config.ts"];
exec(node, [...vitest, "--reporter=dot", ...files], {
  cwd: ROOT,
  env: {
    NODE_ENV: "test",
    USHER_MONEY_HISTORIES: values.histories,
    USHER_MONEY_SEED: values.seed,
    USHER_CORRECTIONS_HISTORIES: values.histories,
    USHER_CORRECTIONS_SEED: values.seed,
    USHER_CARD_CORRECTIONS_HISTORIES: values.histories,
    USHER_CARD_CORRECTIONS_SEED: values.seed,
  },
});
