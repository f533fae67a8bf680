import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

/** Node 18 has the language of 2022: https://node.green/#ES2022. TypeScript says of what came later that the library must change. */
const LANGUAGE = "es2022";
const CAME_LATER = /^.*error TS(?:2550|2568|2583|2585): .*$/gm;

/** What `npm run` starts is run by the Node of the machine, before there is ours, and so is all that it imports. */
function whatNpmRuns() {
  const { engines, scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(engines.node).toBe(">=18");
  const commands = Object.values<string>(scripts);
  return commands.flatMap((command) => /^node (scripts\/\S+\.mjs)$/.exec(command)?.[1] ?? []);
}

function laterThanTheLanguage(files: readonly string[]) {
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const modules = ["--module", "nodenext", "--target", LANGUAGE, "--lib", LANGUAGE, "--types", "node"];
  const checked = [
    "--noEmit",
    "--allowJs",
    "--checkJs",
    "--skipLibCheck",
    "--strict",
    "false",
    "--ignoreConfig",
  ];
  const { stdout } = spawnSync(process.execPath, [tsc, ...modules, ...checked, ...files], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return stdout.match(CAME_LATER) ?? [];
}

test("what npm runs uses only the language of the oldest Node that is supported", () => {
  const files = whatNpmRuns();
  expect(files).toContain("scripts/start.mjs");
  expect(files).toContain("scripts/test-long.mjs");
  expect(laterThanTheLanguage(files)).toEqual([]);
});

test("the check finds what came later", () => {
  const folder = mkdtempSync(join(tmpdir(), "usher-oldest-node-"));
  try {
    const file = join(folder, "later.mjs");
    writeFileSync(file, "Object.groupBy([1], String); [1].toSorted(); Promise.withResolvers();");
    expect(laterThanTheLanguage([file])).toHaveLength(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
