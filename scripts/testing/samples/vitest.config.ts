import { defineConfig } from "vitest/config";

/** For the tests of the runner: samples of tests that fail in every way. */
export default defineConfig({
  test: {
    include: ["scripts/testing/samples/*.sample.ts"],
    tags: [{ name: "strict" }],
    pool: "forks",
  },
});
