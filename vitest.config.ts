import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { reachDirectly } from "./server/testing/reach-directly.ts";

reachDirectly();

/** Small files that take long. Vitest begins with the largest files: these would run last, with nothing left to run beside them. */
const LONG_RUNNING = ["long/money/corrections.test.ts", "server/jobs/queue.test.ts"];

class LongRunningFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongRunning = ({ moduleId }: TestSpecification) =>
      LONG_RUNNING.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongRunning), ...sorted.filter((file) => !isLongRunning(file))];
  }
}

export default defineConfig({
  test: {
    include: [
      "{server,app,prisma,faults,packages,examples,scripts}/**/*.test.ts",
      // A few of its histories; more in `npm run test:long`.
      "long/money/corrections.test.ts",
    ],
    globalSetup: ["server/testing/global-setup.ts"],
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: LongRunningFirst },
    // Files share what they import, which takes longer to load than most of them take: each opens a world of its own.
    isolate: false,
    // Limits for what hangs, far above what a busy machine takes. Timings are measured by `npm run bench`.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Left to `npm run test:long`: takes seconds, as processes that start and are killed do.
    tags: [
      { name: "long", timeout: 300_000 },
      // Never run again when it fails (scripts/testing/strict.mjs).
      { name: "strict" },
      // A file that begins with "// @module-tag ci" is left to `.ci/run` and `npm test -- --all` (docs/testing.md).
      { name: "ci" },
    ],
    retry: 0,
    // A test that leaves a process behind must not hold up the others.
    teardownTimeout: 10_000,
  },
});
