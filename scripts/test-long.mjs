// npm run test:long: what takes long or needs more than npm packages and Chromium: the tests in long/, those named *.long.test.ts and
// *.long.spec.ts, those tagged long, and the browser tests tagged @long. The programs of others that use the sandbox have packages of their
// own, which are installed and checked by tsc here. long/needs.mjs names what they need; a test whose need is missing is never left out.
// npm run test:long -- clients                      only the files whose names hold a word node scripts/test-long.mjs --missing-packages
// prints the Debian packages that are missing, for .ci/run
import { spawn } from "node:child_process";
import { join } from "node:path";
import { missingNeeds } from "../long/needs.mjs";
import { counted, longRuns, SANDBOX_CLIENTS, summaryOf } from "./bootstrap/checks.mjs";
import { arePackagesCurrent, installPackages } from "./bootstrap/packages.mjs";
import { describeChromium, findOrInstallChromium, findOrInstallOtherChromium } from "./find-chromium.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const missing = missingNeeds();
const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))];
if (process.argv.includes("--missing-packages")) say(packages.join(" "));
else if (missing.length > 0) {
  const paths = missing.map(({ path }) => path).join(", ");
  say(`These programs are missing: ${paths}. The long tests need them.`);
  say(`On Debian: apt-get update && apt-get install --no-install-recommends ${packages.join(" ")}`);
  end({ passed: 0, failed: 1 });
} else end(await runAll(longRuns(process.argv.slice(2))));

async function runAll(stages) {
  const work = await runner();
  const chromium = await findOrInstallChromium();
  const hasOther = stages.flat().some(({ inOtherChromium }) => inOtherChromium);
  const other = hasOther ? await findOrInstallOtherChromium(chromium) : undefined;
  for (const path of [chromium, other]) if (path) say(await describeChromium(path));
  const results = [];
  for (const runs of stages) {
    const outcomes = runs.map((run) => {
      const browser = run.needsChromium ? { CHROMIUM_PATH: run.inOtherChromium ? other : chromium } : {};
      return counted(run, ({ args, env }) => work({ args, env: { ...env, ...browser } }));
    });
    results.push(...(await Promise.all(outcomes)));
  }
  for (const line of summaryOf(results)) say(line);
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

async function runner() {
  const node = await prepare({ pages: true, includeDev: true });
  const clients = join(ROOT, SANDBOX_CLIENTS);
  if (!arePackagesCurrent(clients, { includeDev: true }))
    await installPackages(clients, { includeDev: true });
  return ({ args, env }) =>
    new Promise((resolve) => {
      const child = spawn(node, args, {
        cwd: ROOT,
        env: { ...process.env, ...env },
        stdio: ["ignore", "inherit", "inherit"],
      });
      child.once("exit", (code) => resolve(code ?? 1));
    });
}

function end({ passed, failed }) {
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
