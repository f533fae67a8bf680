import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{server,app,faults,packages,examples}/**/*.test.ts"],
    globalSetup: ["server/testing/global-setup.ts"],
    pool: "forks",
    maxWorkers: 3,
    // Files share what they import, which takes longer to load than most of them take: each opens a world of its own.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
    // A test that leaves a process behind must not hold up the others.
    teardownTimeout: 10_000,
  },
});
