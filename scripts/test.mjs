// npm test: prepares what is missing, and runs the static checks and all tests but the long ones, side by side.
// npm test -- --only=vitest,e2e    some of: biome, tsc, knip, depcruise, migration, licences, audit, vitest, e2e
// npm test -- --all                with the files that are marked for CI, too (docs/testing.md)
// npm test -- --shard=3/8          all, and after them the third of eight parts of the long tests and the faults, as .ci/run does
import { parseArgs } from "node:util";
import { findOrInstallChromium } from "./find-chromium.mjs";
import { prepareToTest } from "./prepare.mjs";
import { STATIC_CHECKS, testRuns } from "./testing/checks.mjs";
import { ciFiles } from "./testing/kinds.mjs";
import { longUnits, NEVER_RUN } from "./testing/long-suite.mjs";
import { runLong, unitsAskedFor } from "./testing/run-long.mjs";
import { Session } from "./testing/session.mjs";
import { say } from "./testing/summary.mjs";

/** When what still runs is ended, in minutes. CI has 35 for all that it does. */
const MINUTES = { alone: 60, withShard: 33 };

const { only, shard, all } = options();
const everyRun = testRuns({ all });
const isWanted = ({ name }) => only.length === 0 || only.includes(name);
const checks = STATIC_CHECKS.filter(isWanted);
const runs = everyRun.filter(isWanted);
const units = shard ? unitsAskedFor({ shard }) : [];
const session = new Session({ minutes: shard ? MINUTES.withShard : MINUTES.alone });

const needsPages = shard || [...checks, ...runs].some((one) => one.needsPages);
const prepared = await session.part("Packages and database client", () =>
  prepareToTest({ pages: Boolean(needsPages) }),
);
if (prepared !== null) await runAll(prepared);
await session.end({ notRun: notRun() });

async function runAll({ node, pages }) {
  const needsBrowser = shard || runs.some((run) => run.needsChromium);
  session.use({ node, chromium: needsBrowser ? findOrInstallChromium() : undefined });
  const built = session.part("Pages, beside the tests", () => pages);
  // Tests wait often, for leases, timeouts and the browser: others use the cores meanwhile. The first are shown while they run.
  await Promise.all([
    session.check(checks, built),
    ...runs.map(async (run, index) => {
      if (run.needsPages && (await built) === null) return;
      await session.test(run, { isShown: index === 0 });
    }),
  ]);
  if (shard && (await built) !== null) await runLong(session, units, { isShard: true });
}

function notRun() {
  const left = [...STATIC_CHECKS, ...everyRun].filter((one) => !isWanted(one)).map(({ name }) => name);
  return [
    ...(left.length > 0 ? [`${left.join(", ")} (npm test)`] : []),
    ...(all ? [] : [`${ciFiles().length} files of further tests (npm test -- --all)`]),
    `${longUnits().length - units.length} files of long tests and faults (npm run test:long)`,
    NEVER_RUN,
  ];
}

function options() {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      shard: { type: "string" },
      all: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const names = [...values.only, ...positionals].flatMap((text) => text.split(","));
  const known = [...STATIC_CHECKS, ...testRuns({ all: true })].map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0)
    return { only: names, shard: values.shard, all: values.all || values.shard !== undefined };
  say(`Unknown: ${unknown.join(", ")}. Usage: npm test -- --only=<${known.join("|")}>[,…]`);
  process.exit(2);
}
