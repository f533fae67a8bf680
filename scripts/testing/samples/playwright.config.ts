import { defineConfig } from "@playwright/test";

/** For the tests of the runner: the same for Playwright, without a browser. */
export default defineConfig({
  testMatch: "*.browser-sample.ts",
  outputDir: `${process.env.SAMPLE_STATE}/results`,
  workers: 1,
  reporter: [["list"], ["json", { outputFile: process.env.E2E_REPORT }], ["../reporter.mjs"]],
  projects: [
    { name: "first", testMatch: "first.browser-sample.ts", teardown: "last" },
    { name: "later", testMatch: "later.browser-sample.ts", dependencies: ["first"] },
    { name: "last", testMatch: "last.browser-sample.ts" },
  ],
});
