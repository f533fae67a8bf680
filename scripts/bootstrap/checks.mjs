import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Kills processes while they deliver webhooks: run with the faults. */
export const AT_LEAST_ONCE = "server/domain/webhooks/deliveries/at-least-once.test.ts";

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
    args: [join("scripts", "migration.ts"), "--check"],
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
    ...vitestRun(["--exclude=faults/**", "--exclude=**/*.long.test.ts", `--exclude=${AT_LEAST_ONCE}`]),
  },
  {
    name: "e2e",
    title: "Browser tests (playwright)",
    needsPages: true,
    needsChromium: true,
    ...playwrightRun({}),
  },
];

/** What `npm run test:long` runs; `words` choose files by name, and then the browser tests are left out. */
export function longRuns(words) {
  const files = vitestRun([`--config=${join("long", "vitest.config.ts")}`, ...words], {
    ATTACK_REQUESTS: "3000",
  });
  return words.length > 0
    ? [files]
    : [files, { needsChromium: true, ...playwrightRun({ E2E_LONG: "true" }) }];
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
    count: ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
    }),
  };
}

function vitestRun(args, env = {}) {
  return {
    command: (report) => ({
      args: [
        bin("vitest", "vitest.mjs"),
        ...["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      ],
      env: { NODE_ENV: "test", ...env },
    }),
    count: (json) => ({
      passed: json.numPassedTests,
      // A file that cannot even be loaded holds no test that could fail.
      failed: json.numFailedTests + json.testResults.filter(isUnloadable).length,
    }),
  };
}

function isUnloadable({ status, assertionResults }) {
  return status === "failed" && assertionResults.length === 0;
}

/** Runs tests with a report file and returns the counts in it; a run without a report counts as one failure. */
export async function counted(run, work) {
  const folder = mkdtempSync(join(tmpdir(), "usher-report-"));
  const report = join(folder, "report.json");
  try {
    const code = await work(run.command(report));
    const counts = read(report, run.count);
    const isSilentFailure = code !== 0 && counts.failed === 0;
    return { ...counts, failed: isSilentFailure ? 1 : counts.failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
