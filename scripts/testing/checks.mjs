import { join } from "node:path";
import { bin, playwrightRun, vitestRun } from "./kinds.mjs";

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
  {
    name: "knip",
    title: "Unused code and packages (knip)",
    args: [bin("knip", "bin", "knip.js")],
    // It loads Playwright's configuration, which would look for a browser; there may be none yet.
    env: { CHROMIUM_PATH: "none" },
  },
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

/**
 * The test runs. Each writes its counts to a report file of its own. all: with the files that are marked for CI (docs/testing.md), as
 * `.ci/run` and the long suite run them.
 */
export const testRuns = ({ all }) => [
  vitestRun({
    name: "vitest",
    title: "Tests (vitest)",
    // Faults have processes of their own, for which the cores are few enough: `npm run test:faults`, with at-least-once.
    args: [
      "--exclude=faults/**",
      "--exclude=**/*.long.test.ts",
      `--exclude=${AT_LEAST_ONCE}`,
      all ? "--tagsFilter=!long" : "--tagsFilter=!long and !ci",
    ],
  }),
  playwrightRun({
    name: "e2e",
    title: "Browser tests (playwright)",
    needsPages: true,
    needsChromium: true,
    env: all ? { E2E_CI: "true" } : {},
  }),
];
