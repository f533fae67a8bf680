import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "{server,app,faults,packages,examples}/**/*.test.ts",
      // As many histories as a minute has time for; more in `npm run test:long`.
      "long/money/random.test.ts",
    ],
    globalSetup: ["server/testing/global-setup.ts"],
    pool: "forks",
    maxWorkers: 3,
    // Files share what they import, which takes longer to load than most of them take: each opens a world of its own.
    isolate: false,
    // Limits for what hangs, far above what a busy machine takes. Timings are measured by `npm run bench`.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Left to `npm run test:long`: takes seconds, as processes that start and are killed do.
    tags: [{ name: "long", timeout: 180_000 }],
    retry: 0,
    // A test that leaves a process behind must not hold up the others.
    teardownTimeout: 10_000,
  },
});
