import { defineConfig } from "@playwright/test";

/** For the tests of the runner: the same for Playwright, without a browser. */
export default defineConfig({
  testMatch: "*.browser-sample.ts",
  outputDir: `${process.env.SAMPLE_STATE}/results`,
  workers: 1,
  reporter: [["list"], ["json", { outputFile: process.env.E2E_REPORT }], ["../reporter.mjs"]],
  projects: [
    { name: "first", testMatch: "first.browser-sample.ts" },
    { name: "later", testIgnore: "first.browser-sample.ts", dependencies: ["first"] },
  ],
});
