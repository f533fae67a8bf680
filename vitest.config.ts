import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{server,app,faults,clients,examples}/**/*.test.ts"],
    globalSetup: ["server/testing/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
    // Every file gets a process of its own; a test that leaves one behind must not hold up the others.
    teardownTimeout: 10_000,
  },
});
