import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Of what a failed test said, the summary repeats this many lines from its beginning, and as many from its end. */
const FAILURE_LINES = 10;

/** Where tests stand beside the code. */
export const CODE = ["server", "app", "packages", "examples", "scripts"];

const REPORTER = join("scripts", "testing", "reporter.mjs");

/** Such a test was running in a process that ended; Playwright's report has no field for it. */
const CRASH = /worker process exited unexpectedly/;

/**
 * Tests run by Vitest. args: its options; files: filters of files, all when there is none.
 * `again(test, paths)` is the command for one test of it alone.
 */
export function vitestRun({ args = [], files = [], env = {}, ...facts }) {
  const command = (filters, { report, journal }) => ({
    args: [
      bin("vitest", "vitest.mjs"),
      ...["run", ...args, ...filters, "--reporter=default", `--reporter=${REPORTER}`],
      ...["--reporter=json", `--outputFile.json=${report}`],
    ],
    env: { NODE_ENV: "test", RUN_JOURNAL: journal, ...env },
  });
  return {
    ...facts,
    command: (paths) => command(files, paths),
    again: ({ file, name }, paths) => command([file, `--testNamePattern=^${escapeRegExp(name)}$`], paths),
    read: readVitest,
  };
}

function readVitest({ numPassedTests, numFailedTests, testResults }, errors) {
  const failures = testResults.flatMap(({ name: path, assertionResults }) => {
    const file = relative(process.cwd(), path);
    return assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ ancestorTitles, title, tags, failureMessages }) => {
        // As Vitest joins them for --testNamePattern.
        const name = [...ancestorTitles, title].join(" > ");
        return failure(`${file} › ${name}`, failureMessages, { file, name, tags });
      });
  });
  // Such a file failed, and nothing says of what. An error without a file is that of its process, which ended.
  const silent = testResults.filter(
    ({ name, status, assertionResults }) =>
      status === "failed" &&
      !assertionResults.some((test) => test.status === "failed") &&
      !errors.some(({ file }) => file === name || file === undefined),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + silent.length,
    failures: [
      ...failures,
      ...silent.map(({ name, message }) => failure(relative(process.cwd(), name), [message])),
    ],
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/** The test files that `.ci/run` and the long suite run, and a plain `npm test` does not. A Vitest tag; playwright.config.ts reads it, too. */
export function ciFiles() {
  const files = [...filesUnder([...CODE, "long"], ".test.ts"), ...filesUnder(["e2e"], ".spec.ts")];
  return files.filter((file) => readFileSync(file, "utf8").startsWith("// @module-tag ci\n"));
}

/** Tests in a browser, run by Playwright. files: filters of files, all when there is none. */
export function playwrightRun({ files = [], args = [], env = {}, ...facts }) {
  const command = (filters, { report, journal }) => ({
    args: [bin("@playwright", "test", "cli.js"), "test", ...args, ...filters],
    env: { ...env, E2E_REPORT: report, RUN_JOURNAL: journal },
  });
  return {
    ...facts,
    command: (paths) => command(files, paths),
    again: ({ path }, paths) => {
      writeFileSync(paths.list, `${path.join(" › ")}\n`);
      return command(["--no-deps", `--test-list=${paths.list}`], paths);
    },
    read: readPlaywright,
  };
}

function readPlaywright({ stats, errors, suites, config }) {
  const specs = suites.flatMap((suite) => specsOf(suite));
  const folder = relative(process.cwd(), config.rootDir);
  const failed = specs.filter(({ ok }) => !ok);
  const unrun = specs.filter(({ isUnrun }) => isUnrun);
  return {
    passed: stats.expected,
    failed: failed.length + errors.length + (unrun.length > 0 ? 1 : 0),
    failures: [
      ...failed.map((spec) => {
        const file = join(folder, spec.file);
        const name = spec.titles.join(" › ");
        const path = [`[${spec.project}]`, spec.file, ...spec.titles];
        const isCrash = spec.messages.some((message) => CRASH.test(message));
        return failure(`${file} › ${name}`, spec.messages, { file, name, tags: spec.tags, path, isCrash });
      }),
      ...errors.map(({ message }) => failure("outside of a test", [message])),
      ...(unrun.length > 0 ? [failure(`${unrun.length} tests did not run`, unrun.map(titleOf))] : []),
    ],
    files: filesOf(specs, folder),
  };
}

/** All tests of a suite, those of the suites in it included. titles: those of the suites in a file, and the test's own. */
function specsOf(suite, outer = null) {
  const titles = outer === null ? [] : [...outer, suite.title];
  const own = (suite.specs ?? []).flatMap(({ title, tags, tests }) =>
    tests.map(({ projectName, status, expectedStatus, results }) => ({
      file: suite.file,
      titles: [...titles, title],
      tags,
      project: projectName,
      ok: status !== "unexpected" && status !== "flaky",
      // As Playwright's own summary decides it; a test that is skipped on purpose has a result that says so.
      isUnrun: status === "skipped" && (results.length === 0 || expectedStatus !== "skipped"),
      messages: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, titles))];
}

function titleOf({ file, titles }) {
  return [file, ...titles].join(" › ");
}

function filesOf(specs, folder) {
  const seconds = new Map();
  for (const spec of specs) seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + spec.seconds);
  return [...seconds].map(([file, total]) => ({ file: join(folder, file), seconds: total }));
}

/** Checks the types of a folder that is outside of the root's tsconfig.json. It counts as one test. */
export function typesRun(folder, facts) {
  return {
    ...facts,
    command: ({ report }) => ({ args: [join("scripts", "check-types.mjs"), folder, report], env: {} }),
    read: ({ output }) => ({
      passed: output === "" ? 1 : 0,
      failed: output === "" ? 0 : 1,
      failures: output === "" ? [] : [failure(`types of ${folder}`, [output])],
      files: [],
    }),
  };
}

/** A failure: its title, and what it said, of a long text its beginning and its end. test: the test that failed, where it was one. */
export function failure(title, messages, test = null) {
  const lines = stripVTControlCharacters(messages.join("\n")).trim().split("\n");
  const isLong = lines.length > 2 * FAILURE_LINES;
  const said = isLong ? [...lines.slice(0, FAILURE_LINES), "[…]", ...lines.slice(-FAILURE_LINES)] : lines;
  return { title, text: said.join("\n"), test };
}

/** The files of some folders whose names end in `ending`, those of packages left out. Paths have slashes. */
export function filesUnder(folders, ending) {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(ending) && !file.includes("node_modules"))
    .sort();
}

export function bin(...parts) {
  return join("node_modules", ...parts);
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
