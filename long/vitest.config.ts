import { dirname } from "node:path";
import { defineConfig } from "vitest/config";
import { reachDirectly } from "../server/testing/reach-directly.ts";

reachDirectly();

/** What `npm run test:long` runs: tests that take long or need more than npm packages and Chromium, one file at a time. */
export default defineConfig({
  root: dirname(import.meta.dirname),
  test: {
    include: [
      "long/**/*.test.ts",
      "{server,app,packages,examples,scripts}/**/*.long.test.ts",
      // With more inputs than in `npm test`.
      "server/domain/billing/entitlements/model.test.ts",
    ],
    // More than in `npm test`, on two cores.
    env: {
      USHER_MONEY_HISTORIES: process.env.USHER_MONEY_HISTORIES ?? "150",
      USHER_MONEY_PROCESSES: process.env.USHER_MONEY_PROCESSES ?? "2",
      USHER_CORRECTIONS_HISTORIES: process.env.USHER_CORRECTIONS_HISTORIES ?? "900",
      USHER_CARD_CORRECTIONS_HISTORIES: process.env.USHER_CARD_CORRECTIONS_HISTORIES ?? "100",
    },
    globalSetup: ["server/testing/global-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    // Never run again when it fails (scripts/testing/strict.mjs).
    tags: [{ name: "strict" }, { name: "ci" }],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    teardownTimeout: 10_000,
  },
});
