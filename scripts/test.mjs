// npm test: prepares what is missing, then runs the static checks; when they pass, it runs all tests side by side.
// npm test -- --only=vitest,e2e    some of: biome, tsc, knip, depcruise, migration, licences, audit, vitest, e2e
import { spawn } from "node:child_process";
import { join } from "node:path";
import { counted, STATIC_CHECKS, summaryOf, TEST_RUNS } from "./bootstrap/checks.mjs";
import { capture, StepError } from "./bootstrap/step.mjs";
import { typeHints } from "./bootstrap/type-hints.mjs";
import { describeChromium, findOrInstallChromium } from "./find-chromium.mjs";
import { prepare, ROOT } from "./prepare.mjs";

/** Static checks that run at once: they wait on one core each, and small machines have two. */
const PARALLEL = 2;

const started = performance.now();
const only = chosen(process.argv.slice(2));
const isWanted = ({ name }) => only.length === 0 || only.includes(name);
const counts = { passed: 0, failed: 0 };
const results = [];
const parts = [];
const preparing = performance.now();
const node = await prepare({
  pages: TEST_RUNS.some((run) => run.needsChromium && isWanted(run)),
  includeDev: true,
});
// The tests start some dozens of servers and commands: each compiles what another has compiled before in half the time.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, "node_modules", ".cache", "compile");
parts.push({ title: "Preparation (packages, pages)", milliseconds: performance.now() - preparing });

try {
  const isClean = await checkAll(STATIC_CHECKS.filter(isWanted));
  if (isClean) await testAll(TEST_RUNS.filter(isWanted));
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  counts.failed += 1;
  say(error.text);
}
for (const line of summaryOf(results)) say(line);
say("\nTime of each part:");
for (const { title, milliseconds } of parts) say(`  ${duration(milliseconds)}  ${title}`);
say(`\nTotal time: ${duration(performance.now() - started)}`);
say(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function chosen(args) {
  const names = args.flatMap((arg) =>
    arg.startsWith("--only=") ? arg.slice("--only=".length).split(",") : [arg],
  );
  const known = [...STATIC_CHECKS, ...TEST_RUNS].map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  say(`Unknown: ${unknown.join(", ")}. Usage: npm test -- --only=<${known.join("|")}>[,…]`);
  process.exit(2);
}

/** Runs the checks, a few at once, and shows each when it has ended. None starts after one has failed. */
async function checkAll(checks) {
  const waiting = [...checks];
  const worker = async () => {
    while (waiting.length > 0 && counts.failed === 0) {
      const check = waiting.shift();
      const began = performance.now();
      const { code, output } = await capture(node, check.args, { cwd: ROOT });
      const isNotChecked = code !== 0 && code === check.notCheckedCode;
      const verdict = code === 0 ? "passed" : isNotChecked ? "NOT CHECKED" : "FAILED";
      const milliseconds = performance.now() - began;
      parts.push({ title: check.title, milliseconds });
      heading(`${check.title}: ${verdict}, ${duration(milliseconds)}`);
      if (code === 0) continue;
      if (!isNotChecked) counts.failed += 1;
      say(output.trimEnd());
      if (check.name === "tsc") for (const hint of typeHints(output)) say(hint);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return counts.failed === 0;
}

/**
 * Runs all of them at once: each waits often, for leases, timeouts and the browser, and another uses the cores meanwhile. The
 * first is shown while it runs, the others when they have ended.
 */
async function testAll(runs) {
  const chromium = runs.some(({ needsChromium }) => needsChromium)
    ? await findOrInstallChromium()
    : undefined;
  const env = chromium ? { CHROMIUM_PATH: chromium } : {};
  if (chromium) say(await describeChromium(chromium));
  if (runs.length > 0) heading(runs[0].title);
  const outputs = await Promise.all(
    runs.map((run, index) => test(run, index === 0 ? runVisibly : capture, env)),
  );
  for (const [index, output] of outputs.entries()) {
    if (index === 0) continue;
    heading(runs[index].title);
    say(output.trimEnd());
  }
}

/** Adds what the run counted; returns what it printed, where `start` keeps that. */
async function test(run, start, env) {
  let output = "";
  const began = performance.now();
  const result = await counted(run, async (command) => {
    const ended = await start(node, command.args, { cwd: ROOT, env: { ...command.env, ...env } });
    output = ended.output;
    return ended.code;
  });
  counts.passed += result.passed;
  counts.failed += result.failed;
  results.push(result);
  parts.push({ title: run.title, milliseconds: performance.now() - began });
  return output;
}

/** As capture, with what is printed shown as it comes. */
function runVisibly(command, args, { cwd, env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("exit", (code) => resolve({ code: code ?? 1, output: "" }));
  });
}

function heading(text) {
  say(`\n── ${text}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
