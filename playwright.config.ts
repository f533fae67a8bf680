import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { defineConfig } from "@playwright/test";
import getPort from "get-port";
import { LONGEST_WAIT } from "./e2e/limits.ts";
import { ciFiles } from "./scripts/testing/kinds.mjs";
import { reachDirectly } from "./server/testing/reach-directly.ts";

reachDirectly();
// Workers read this file again and inherit the environment: what is chosen once is kept there.
process.env.E2E_PORT ??= String(await getPort());
process.env.E2E_DATA_DIR ??= newDataDir();
process.env.CHROMIUM_PATH ??= chromium();
const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const report = process.env.E2E_REPORT;

/** Files and single tests that take long: thorough looks, and every way through a page. `npm run test:long` has them. */
const LONG = /@long|\.long\.spec\.ts/;

/** Files that are marked for CI (docs/testing.md), where this run leaves them out. */
const leftOut = process.env.E2E_LONG || process.env.E2E_CI ? [] : ciFiles();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Ends a test that hangs. The long ones go through every page, list or form, one after the other.
  timeout: process.env.E2E_LONG ? 300_000 : 180_000,
  expect: { timeout: LONGEST_WAIT, toPass: { timeout: LONGEST_WAIT } },
  reporter: [
    ["list"],
    ...(report
      ? [["json", { outputFile: report }] as const, ["./scripts/testing/reporter.mjs"] as const]
      : []),
  ],
  use: {
    baseURL,
    // Events, too, such as a download.
    actionTimeout: LONGEST_WAIT,
    navigationTimeout: LONGEST_WAIT,
    browserName: "chromium",
    // What is looked at stands still: a colour halfway between two themes is nobody's.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: ["--disable-background-networking", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    },
    screenshot: "only-on-failure",
    // A fifth of the time, for a trace of each test that passes. When one fails: `--trace=retain-on-failure`.
    trace: "off",
  },
  // The README is for a fresh installation; the doctor examines what all the others leave behind, also when one has failed.
  projects: [
    { name: "readme", testMatch: "readme.spec.ts", teardown: "doctor" },
    {
      name: "pages",
      testIgnore: ["readme.spec.ts", "doctor.spec.ts", ...leftOut.map((file) => basename(file))],
      dependencies: ["readme"],
      ...(process.env.E2E_LONG ? { grep: LONG } : { grepInvert: LONG }),
    },
    { name: "doctor", testMatch: "doctor.spec.ts" },
  ],
  webServer: {
    command: `"${process.execPath}" scripts/e2e-server.mjs`,
    url: `${baseURL}/readyz`,
    // It migrates a new database and makes the demo tenant while other tests start beside it.
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: {
      HOST: "127.0.0.1",
      PORT: process.env.E2E_PORT,
      // The sandbox of the demo tenant may send to receivers of the tests.
      USHER_WEBHOOKS_TO_PRIVATE: "true",
      USHER_DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: "warn",
    },
    stdout: "ignore",
    stderr: "pipe",
  },
});

/** The path of the machine's Chromium; "" when there is none: static checks read this file before a browser is installed. */
function chromium(): string {
  return spawnSync(process.execPath, ["scripts/find-chromium.mjs"], { encoding: "utf8" }).stdout.trim();
}

/** Under root, PostgreSQL runs as another account, which has to walk through. */
function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "usher-e2e-"));
  chmodSync(dataDir, 0o711);
  return dataDir;
}
