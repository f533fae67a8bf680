// npm run test:long: what takes long or needs more than npm packages and Chromium: the tests in long/, those named *.long.test.ts and
// *.long.spec.ts, those tagged long, the browser tests tagged @long, and the faults a few times each. The programs of others that use
// the sandbox have packages of their own, which are installed and checked by tsc here. long/needs.mjs names what they need; a test whose
// need is missing is never left out.
// npm run test:long -- clients                only the files whose names hold a word, of those without a browser and faults
// npm run test:long -- --shard=3/8            the third of eight parts of about equal time
// npm run test:long -- --measure              writes how long each file took to long/seconds.json, by which the parts are made
// node scripts/test-long.mjs [--shard=3/8] --missing-packages    prints the Debian packages that are missing, for .ci/run
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { missingNeeds } from "../long/needs.mjs";
import { findOrInstallChromium } from "./find-chromium.mjs";
import { prepareToTest } from "./prepare.mjs";
import { longUnits, NEVER_RUN, readSeconds, SECONDS_FILE } from "./testing/long-suite.mjs";
import { debianPackages, runLong, unitsAskedFor } from "./testing/run-long.mjs";
import { Session } from "./testing/session.mjs";
import { keyOf } from "./testing/shards.mjs";
import { say } from "./testing/summary.mjs";

/** When what still runs is ended, in minutes. */
const MINUTES = 180;

const { values, positionals: words } = parseArgs({
  options: {
    shard: { type: "string" },
    measure: { type: "boolean", default: false },
    "missing-packages": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const units = unitsAskedFor({ shard: values.shard, words });
if (values["missing-packages"]) say(debianPackages(missingNeeds(units.map(({ file }) => file))));
else await run();

async function run() {
  const session = new Session({ minutes: MINUTES });
  const prepared = await session.part("Packages, database client and pages", async () => {
    const { node, pages } = await prepareToTest({ pages: true });
    await pages;
    return { node };
  });
  if (prepared !== null) {
    const needsBrowser = units.some(({ part }) => part.endsWith("browser"));
    session.use({ ...prepared, chromium: needsBrowser ? findOrInstallChromium() : undefined });
    await runLong(session, units, { isShard: values.shard !== undefined });
  }
  const left = longUnits().length - units.length;
  const notRun = [...(left > 0 ? [`${left} files of long tests and faults`] : []), "npm test", NEVER_RUN];
  const results = await session.end({ notRun });
  if (values.measure) writeSeconds(results);
}

/** Keeps the seconds of files that this run had no part in. */
function writeSeconds(results) {
  const keys = new Set(longUnits().map(keyOf));
  const measured = results.flatMap(({ run, files }) =>
    files.map(({ file, seconds }) => [keyOf({ part: run.name, file }), Math.ceil(seconds)]),
  );
  const all = Object.entries({ ...readSeconds(), ...Object.fromEntries(measured) });
  const known = all.filter(([key]) => keys.has(key)).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(SECONDS_FILE, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
}
