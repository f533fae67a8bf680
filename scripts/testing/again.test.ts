import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

interface Ended {
  /** Everything that the run printed. */
  output: string;
  /** The last line: what CI reads. */
  closing: string | undefined;
  code: number;
  /** How often each sample ran. */
  times: Record<string, number>;
}

/** Runs samples in the runner of `npm test`, as a process of its own. */
async function runSamples(
  kind: "vitest" | "browser",
  samples: string[],
  env = {},
  minutes = 30,
): Promise<Ended> {
  const state = mkdtempSync(join(tmpdir(), "usher-samples-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const args = ["scripts/testing/samples/run.mjs", String(minutes), kind, ...samples];
  const { output, code } = await new Promise<{ output: string; code: number }>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env, SAMPLE_STATE: state, NO_COLOR: "1" } };
    execFile(process.execPath, args, options, (error, stdout) =>
      resolve({ output: stdout, code: error === null ? 0 : Number(error.code) }),
    );
  });
  const files = readdirSync(state, { withFileTypes: true }).filter((entry) => entry.isFile());
  const times = files.map(({ name }) => [name, readFileSync(join(state, name)).length] as const);
  return { output, code, times: Object.fromEntries(times), closing: output.trimEnd().split("\n").at(-1) };
}

const options = { tags: ["long"] };

it(
  "a test that passes twice when it runs again is listed as unstable, and the run passes",
  options,
  async () => {
    const { output, closing, code, times } = await runSamples("vitest", ["unstable"]);
    expect({ closing, code, times }).toEqual({
      closing: "2 passed, 0 failed",
      code: 0,
      times: { unstable: 3 },
    });
    const listed = output.slice(output.indexOf("Unstable:"));
    expect(listed).toContain(
      "scripts/testing/samples/unstable.sample.ts › a part (of a page) > fails the first time",
    );
    expect(listed).toContain("expected 1 to be greater than 1");
    expect(output).toContain("unstable: 1.");
  },
);

it("a test that fails again fails the run", options, async () => {
  const { output, closing, code } = await runSamples("vitest", ["always", "unstable"]);
  expect({ closing, code }).toEqual({ closing: "2 passed, 1 failed", code: 1 });
  expect(output).toContain(
    "FAILED: scripts/testing/samples/always.sample.ts › fails each time (failed again",
  );
});

it("a test that fails the second time that it runs again fails the run", options, async () => {
  const { closing, code, times } = await runSamples("vitest", ["third"]);
  expect({ closing, code, times }).toEqual({ closing: "0 passed, 1 failed", code: 1, times: { third: 3 } });
});

it("four unstable tests fail the run", options, async () => {
  const { output, closing, code } = await runSamples("vitest", ["four"]);
  expect({ closing, code }).toEqual({ closing: "4 passed, 1 failed", code: 1 });
  for (const number of [1, 2, 3, 4]) expect(output).toContain(`first time, number ${number} of four\n`);
  expect(output).toContain("4 tests are unstable, more than 3");
});

it.for([
  ["strict", "fails the first time, and is strict"],
  ["not-loaded", "This file does not load the first time."],
  ["killed", "exited unexpectedly"],
])("a failure of the kind %s is never run again", options, async ([sample = "", said]) => {
  const { output, closing, code, times } = await runSamples("vitest", [sample]);
  expect({ closing, code, times }).toEqual({
    closing: "0 passed, 1 failed",
    code: 1,
    times: { [sample]: 1 },
  });
  expect(output.slice(output.indexOf("FAILED:"))).toContain(said);
});

it("a hook that fails is not made good by a test beside it that passes again", options, async () => {
  const { output, closing, code, times } = await runSamples("vitest", ["hook"]);
  expect({ closing, code }).toEqual({ closing: "1 passed, 1 failed", code: 1 });
  expect(times).toEqual({ hook: 1, "hook-test": 3 });
  expect(output).toContain("This hook fails the first time.");
});

// Of a test that keeps its process busy, Vitest knows no more than the file.
it.for([
  ["hanging", "scripts/testing/samples/hanging.sample.ts › never ends"],
  ["looping", "scripts/testing/samples/looping.sample.ts"],
])(
  "a run whose time is over is ended, and says what was running: %s",
  options,
  async ([sample = "", running]) => {
    const { output, closing, code } = await runSamples("vitest", [sample], {}, 0.5);
    expect({ closing, code }).toEqual({ closing: "0 passed, 1 failed", code: 1 });
    expect(output).toContain("ended, because the time was over");
    expect(output.slice(output.indexOf("It was running:"))).toContain(`${running}\n`);
  },
);

it("a browser test that passes twice when it runs again is listed as unstable", options, async () => {
  const { output, closing, code, times } = await runSamples("browser", []);
  expect({ closing, code, times }).toEqual({ closing: "5 passed, 0 failed", code: 0, times: { later: 3 } });
  expect(output.slice(output.indexOf("Unstable:"))).toContain(
    "scripts/testing/samples/later.browser-sample.ts › a part (of a page) › fails the first time",
  );
});

it(
  "browser tests that are strict, and those whose process is killed, are never run again",
  options,
  async () => {
    const env = { SAMPLE_STRICT: "fails", SAMPLE_KILLED: "true" };
    const { closing, code, times } = await runSamples("browser", [], env);
    expect({ closing, code }).toEqual({ closing: "3 passed, 2 failed", code: 1 });
    expect(times).toEqual({ later: 3, strict: 1, killed: 1 });
  },
);

it(
  "browser tests that did not run fail the run, though what they waited for passes again",
  options,
  async () => {
    const { output, closing, code } = await runSamples("browser", [], { SAMPLE_FIRST: "fails" });
    expect({ closing, code }).toEqual({ closing: "2 passed, 1 failed", code: 1 });
    expect(output).toContain("3 tests did not run");
  },
);
