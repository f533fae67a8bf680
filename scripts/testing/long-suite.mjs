import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AT_LEAST_ONCE } from "./checks.mjs";
import { CODE, filesUnder, playwrightRun, typesRun, vitestRun } from "./kinds.mjs";
import { shardOf } from "./shards.mjs";

/** Programs of others that use Stripe, run against the sandbox, and their own package.json: `npm test` neither needs nor checks them. */
export const SANDBOX_CLIENTS = "packages/stripe-sandbox/clients";

/** Measured seconds of each part's files, for shards of equal length: written by `npm run test:long -- --measure`. */
export const SECONDS_FILE = join("long", "seconds.json");

/** Random histories and their models. */
const HISTORIES = "long/money/";

/** With more inputs than in `npm test`. */
const MODEL = "server/domain/billing/entitlements/model.test.ts";

/** Rounds of a fault in the suite, and in `npm run test:faults -- --short`. */
export const SHORT_ROUNDS = "2";

/** What no run of tests runs, for its last lines. */
export const NEVER_RUN = "Stripe's own test mode (npm run test:stripe); benchmarks (npm run bench)";

/**
 * What differs between machines, for the ordinary browser tests a second time: they run in the kind of Chromium that `npm test` does not
 * use, too. A locale that the machine does not have is C to its programs; Node has them all. Nothing listens on port 9.
 */
const ANOTHER_MACHINE = {
  TZ: "Asia/Kolkata",
  LANG: "de_DE.UTF-8",
  LC_ALL: "tr_TR.UTF-8",
  ...Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, "http://127.0.0.1:9"]),
  ),
};

/** Random histories that a shard plays: a third of what the whole suite does, so that no shard is much longer than the others. */
const HISTORIES_OF_A_SHARD = {
  USHER_MONEY_HISTORIES: "50",
  USHER_CORRECTIONS_HISTORIES: "300",
  USHER_CARD_CORRECTIONS_HISTORIES: "30",
};

/** The parts of the long suite: which files belong to it, and how they are run. */
const PARTS = {
  long: {
    files: () => [...filesUnder(["long"], ".test.ts"), ...filesUnder(CODE, ".long.test.ts"), MODEL],
    run: ({ isShard, ...facts }) =>
      vitestRun({
        ...facts,
        args: [`--config=${join("long", "vitest.config.ts")}`],
        env: {
          // The same requests each time, so that each change is judged by the same ones.
          ATTACK_REQUESTS: "3000",
          ATTACK_SEED: "20261121",
          USHER_MODEL_RUNS: "200",
          USHER_PAIRS_DRAWN: "40",
          USHER_PAIRS_TRIPLES: "8",
          ...(isShard ? HISTORIES_OF_A_SHARD : {}),
        },
      }),
  },
  tagged: {
    files: () =>
      filesUnder(CODE, ".test.ts").filter(
        (file) =>
          !file.endsWith(".long.test.ts") && file !== AT_LEAST_ONCE && has(file, /tags: \[[^\]]*"long"/),
      ),
    run: (facts) => vitestRun({ ...facts, args: ["--tagsFilter=long"] }),
  },
  browser: {
    files: () =>
      filesUnder(["e2e"], ".spec.ts").filter((file) => file.endsWith(".long.spec.ts") || has(file, /@long/)),
    run: (facts) => playwrightRun({ ...facts, needsChromium: true, env: { E2E_LONG: "true" } }),
  },
  "other browser": {
    files: () => filesUnder(["e2e"], ".spec.ts").filter((file) => !file.endsWith(".long.spec.ts")),
    run: (facts) =>
      playwrightRun({
        ...facts,
        needsChromium: true,
        inOtherChromium: true,
        env: { E2E_CI: "true", ...ANOTHER_MACHINE },
      }),
  },
  faults: {
    files: () => [...filesUnder(["faults"], ".test.ts"), AT_LEAST_ONCE],
    run: (facts) => faultsRun({ ...facts, rounds: SHORT_ROUNDS }),
  },
};

/**
 * Tests that kill processes and cut connections, each of them `rounds` times. One file at a time: each has processes of its own, and
 * figures that others would spoil.
 */
export function faultsRun({ rounds, subscriptions = "0", ...facts }) {
  return vitestRun({
    ...facts,
    args: ["--no-file-parallelism"],
    env: {
      USHER_FAULT_ROUNDS: rounds,
      USHER_FAULT_SUBSCRIPTIONS: subscriptions,
      // A thousand with five kills.
      USHER_DELIVERIES: "1000",
    },
  });
}

/** All files of the long suite and the faults: [{ part, file }]. */
export function longUnits() {
  return Object.entries(PARTS).flatMap(([part, { files }]) => files().map((file) => ({ part, file })));
}

/**
 * The files that are asked for: of a shard "3/8"; whose names hold one of some words, browser tests and faults left out; or all.
 * Throws an Error where there is none.
 */
export function chosenUnits({ shard, words }) {
  const units = longUnits();
  if (shard) return shardOf(shard, units, readSeconds());
  if (words.length === 0) return units;
  const isChosen = ({ part, file }) =>
    ["long", "tagged"].includes(part) && words.some((word) => file.includes(word));
  const chosen = units.filter(isChosen);
  if (chosen.length > 0) return chosen;
  throw new Error(`No file of the long suite has a name with ${words.join(" or ")}.`);
}

/** Do some of these files need the packages of the sandbox's clients? */
export function usesClients(units) {
  return units.some(({ file }) => file.startsWith(`${SANDBOX_CLIENTS}/`));
}

/**
 * Their runs: stages one after the other, each of runs side by side. One run waits often, and leaves most of two cores idle. isShard:
 * they are a shard of the suite.
 */
export function longStages(units, { isShard }) {
  const run = (part, title, isWanted = () => true) => {
    const files = units.filter((unit) => unit.part === part && isWanted(unit.file)).map(({ file }) => file);
    return files.length === 0 ? [] : [PARTS[part].run({ name: part, title, files, isShard })];
  };
  const isHistory = (file) => file.startsWith(HISTORIES);
  const types = typesRun(SANDBOX_CLIENTS, { name: "types", title: `Types of ${SANDBOX_CLIENTS} (tsc)` });
  const stages = [
    usesClients(units) ? [types] : [],
    [...run("long", "Long tests", (file) => !isHistory(file)), ...run("long", "Random histories", isHistory)],
    [...run("browser", "Long browser tests"), ...run("tagged", 'Tests tagged "long"')],
    run("other browser", "Browser tests in the other kind of Chromium, as on another machine"),
    run("faults", "Faults"),
  ];
  return stages.filter((runs) => runs.length > 0);
}

/** Seconds of each unit (keyOf), as they were measured last. */
export function readSeconds() {
  return JSON.parse(readFileSync(SECONDS_FILE, "utf8"));
}

function has(file, pattern) {
  return pattern.test(readFileSync(file, "utf8"));
}
