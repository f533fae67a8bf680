import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Of what a failed test said, the lines that the summary repeats. */
const FAILURE_LINES = 15;

const SLOWEST_FILES = 5;

/** Kills processes while they deliver webhooks: run with the faults. */
export const AT_LEAST_ONCE = "server/domain/webhooks/deliveries/at-least-once.test.ts";

/** Vitest's report has no errors from outside of the tests: this one writes them, for the summary. */
const ERRORS_REPORTER = join("scripts", "bootstrap", "errors-reporter.mjs");

/** The checks that do not run the product. args: the command after `node`. */
export const STATIC_CHECKS = [
  {
    name: "biome",
    title: "Format and lint (biome check)",
    args: [bin("@biomejs/biome", "bin", "biome"), "check", "--error-on-warnings"],
  },
  {
    name: "tsc",
    title: "Types (tsc --noEmit)",
    // Next writes the types of routes while it builds.
    needsPages: true,
    args: [bin("typescript", "bin", "tsc"), "--noEmit"],
  },
  { name: "knip", title: "Unused code and packages (knip)", args: [bin("knip", "bin", "knip.js")] },
  {
    name: "depcruise",
    title: "Import rules (depcruise)",
    args: [
      bin("dependency-cruiser", "bin", "dependency-cruiser.mjs"),
      "server",
      "app",
      "packages",
      "prisma",
      "proxy.ts",
    ],
  },
  {
    name: "migration",
    title: "Schema matches the migrations (migration --check)",
    args: ["--disable-warning=ExperimentalWarning", join("scripts", "migration.ts"), "--check"],
  },
  {
    name: "licences",
    title: "Licences of the packages (docs/licences.md)",
    args: [join("scripts", "licences.mjs"), "--check"],
  },
  {
    name: "audit",
    title: "Known vulnerabilities of the packages (npm audit)",
    args: [join("scripts", "audit.mjs")],
    /** Exit code of a check that could not run, as without a network: it is shown, and nothing fails. */
    notCheckedCode: 3,
  },
];

/** The test runs. Each writes its counts to a report file of its own. */
export const TEST_RUNS = [
  {
    name: "vitest",
    title: "Tests (vitest)",
    // Faults have processes of their own, for which the cores are few enough: `npm run test:faults`, with at-least-once.
    ...vitestRun([
      "--exclude=faults/**",
      "--exclude=**/*.long.test.ts",
      `--exclude=${AT_LEAST_ONCE}`,
      "--tagsFilter=!long",
    ]),
  },
  {
    name: "e2e",
    title: "Browser tests (playwright)",
    needsPages: true,
    needsChromium: true,
    ...playwrightRun({}),
  },
];

/** The test files in which some tests have the tag "long", alone or with others. */
function taggedFiles() {
  return ["server", "app", "packages", "examples"]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
    .filter((file) => readFileSync(file, "utf8").match(/tags: \[[^\]]*"long"/) !== null);
}

/** Random histories and their models. */
const HISTORIES = join("long", "money");

/** Programs of others that use Stripe, run against the sandbox, and their own package.json: `npm test` neither needs nor checks them. */
export const SANDBOX_CLIENTS = join("packages", "stripe-sandbox", "clients");

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

/**
 * What `npm run test:long` runs: stages one after the other, each of runs side by side. One run waits often, and leaves most of two
 * cores idle. `words` choose files by name, and then browser tests are left out.
 */
export function longRuns(words) {
  const longFiles = (args) =>
    vitestRun([`--config=${join("long", "vitest.config.ts")}`, ...args], {
      // The same requests each time, so that each change is judged by the same ones.
      ATTACK_REQUESTS: "3000",
      ATTACK_SEED: "20261121",
      USHER_MODEL_RUNS: "200",
    });
  const types = typesRun(SANDBOX_CLIENTS);
  const tagged = (files) => vitestRun(["--tagsFilter=long", ...files]);
  if (words.length > 0) {
    const files = taggedFiles().filter((file) => words.some((word) => file.includes(word)));
    if (files.length === 0) return [[types], [longFiles(words)]];
    return [[types], [longFiles(["--passWithNoTests", ...words])], [tagged(files)]];
  }
  return [
    [types],
    [longFiles([`--exclude=${HISTORIES}/**`]), longFiles([`${HISTORIES}/`])],
    [{ needsChromium: true, ...playwrightRun({ E2E_LONG: "true" }) }, tagged(taggedFiles())],
    [{ needsChromium: true, inOtherChromium: true, ...playwrightRun(ANOTHER_MACHINE) }],
  ];
}

/** Checks the types of a folder that is outside of the root's tsconfig.json. It counts as one test. */
function typesRun(folder) {
  return {
    name: `Types of ${folder} (tsc)`,
    command: (report) => ({
      args: [join("scripts", "check-types.mjs"), folder, report],
      env: {},
    }),
    read: ({ output }) => ({
      passed: output === "" ? 1 : 0,
      failed: output === "" ? 0 : 1,
      failures: output === "" ? [] : [failure(`types of ${folder}`, [output])],
      files: [],
    }),
  };
}

function bin(...parts) {
  return join("node_modules", ...parts);
}

function playwrightRun(env) {
  return {
    command: (report) => ({
      args: [bin("@playwright", "test", "cli.js"), "test"],
      env: { ...env, E2E_REPORT: report },
    }),
    read: ({ stats, errors, suites }) => {
      const specs = suites.flatMap((suite) => specsOf(suite));
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + errors.length,
        failures: [
          ...specs.filter(({ ok }) => !ok).map((spec) => failure(spec.title, spec.messages)),
          ...errors.map(({ message }) => failure("outside of a test", [message])),
        ],
        files: filesOf(specs),
      };
    },
  };
}

/** All tests of a suite, those of the suites in it included. Titles begin with the file's name. */
function specsOf(suite, titles = []) {
  const path = [...titles, suite.title];
  const own = (suite.specs ?? []).map((spec) => {
    const results = spec.tests.flatMap(({ results }) => results);
    return {
      file: suite.file,
      title: [...path, spec.title].join(" › "),
      ok: spec.ok,
      messages: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    };
  });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, path))];
}

function filesOf(specs) {
  const seconds = new Map();
  for (const spec of specs) seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + spec.seconds);
  return [...seconds].map(([file, total]) => ({ file: `e2e/${file}`, seconds: total }));
}

function vitestRun(args, env = {}) {
  return {
    command: (report) => ({
      args: [
        bin("vitest", "vitest.mjs"),
        ...["run", ...args, "--reporter=default", `--reporter=${ERRORS_REPORTER}`],
        ...["--reporter=json", `--outputFile.json=${report}`],
      ],
      env: { NODE_ENV: "test", ERRORS_REPORT: errorsOf(report), ...env },
    }),
    read: ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      // Such a file holds no test that failed.
      failed: numFailedTests + testResults.filter(isUnloadable).length,
      failures: testResults.flatMap((file) =>
        isUnloadable(file)
          ? [failure(relative(process.cwd(), file.name), [file.message])]
          : file.assertionResults
              .filter(({ status }) => status === "failed")
              .map((test) =>
                failure(`${relative(process.cwd(), file.name)} › ${test.fullName}`, test.failureMessages),
              ),
      ),
      files: testResults.map(({ name, startTime, endTime }) => ({
        file: relative(process.cwd(), name),
        seconds: (endTime - startTime) / 1000,
      })),
    }),
  };
}

/** A file that failed outside of its tests: it does not load, or what runs before or after them failed. */
function isUnloadable({ status, assertionResults }) {
  return status === "failed" && !assertionResults.some((test) => test.status === "failed");
}

/** A failed test: its name, and the beginning of what it said. */
function failure(title, messages) {
  const text = stripVTControlCharacters(messages.join("\n")).trim();
  return { title, text: text.split("\n").slice(0, FAILURE_LINES).join("\n") };
}

/**
 * Runs tests with a report file and returns what is in it: { passed, failed, failures: [{ title, text }], files:
 * [{ file, seconds }] }. A run without a report counts as one failure.
 */
export async function counted(run, work) {
  const folder = mkdtempSync(join(tmpdir(), "usher-report-"));
  const report = join(folder, "report.json");
  try {
    const code = await work(run.command(report));
    const result = read(report, run.read);
    const outside = readErrors(errorsOf(report));
    const failed = result.failed + outside.length;
    const failures = [...result.failures, ...outside];
    if (code === 0 || failed > 0) return { ...result, failed, failures };
    return { ...result, failed: 1, failures: [failure(`${run.name ?? "tests"}: exit code ${code}`, [])] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(report, readReport) {
  try {
    return readReport(JSON.parse(readFileSync(report, "utf8")));
  } catch (error) {
    return { passed: 0, failed: 1, failures: [failure("no report", [error.message])], files: [] };
  }
}

const errorsOf = (report) => `${report}.errors`;

/** The errors that were thrown outside of any test, each as a failure. */
function readErrors(path) {
  if (!existsSync(path)) return [];
  return JSON.parse(readFileSync(path, "utf8")).map(({ file, text }) =>
    failure(`outside of a test${file ? `, while ${relative(process.cwd(), file)} ran` : ""}`, [text]),
  );
}

/** Lines for the end of the output, where a reader looks first: the slowest files, then each failure. */
export function summaryOf(results) {
  const files = results.flatMap(({ files }) => files).sort((one, other) => other.seconds - one.seconds);
  const slowest = files
    .slice(0, SLOWEST_FILES)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1)} s  ${file}`);
  const failures = results.flatMap(({ failures }) => failures);
  return [
    ...(slowest.length > 0 ? ["", "Slowest files:", ...slowest] : []),
    ...failures.flatMap(({ title, text }) => ["", `FAILED: ${title}`, text]),
  ];
}
