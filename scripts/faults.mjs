// npm run test:faults: the tests in faults/, 200 rounds of each; they are no part of `npm test`.
// npm run test:faults -- --short                 each a few times, as CI does; three minutes
// npm run test:faults -- --rounds=200 killed     so many rounds; only the files whose names hold a word
// npm run test:faults -- --subscriptions=100 killed   killed until so many subscriptions were started and changed
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AT_LEAST_ONCE } from "./bootstrap/checks.mjs";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    subscriptions: { type: "string", default: "0" },
    short: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
// Of deliveries: a thousand with five kills.
const all = ["faults/", AT_LEAST_ONCE];
const files = positionals.length > 0 ? positionals.map((word) => `faults/${word}`) : all;
const node = await prepare({ pages: false, includeDev: true });
// One file at a time: each has processes of its own, and figures that others would spoil.
const args = [join("node_modules", "vitest", "vitest.mjs"), "run", ...files, "--no-file-parallelism"];
const env = {
  NODE_ENV: "test",
  USHER_FAULT_ROUNDS: values.short ? "2" : values.rounds,
  USHER_FAULT_SUBSCRIPTIONS: values.subscriptions,
  USHER_DELIVERIES: "1000",
};
exec(node, args, { cwd: ROOT, env });
