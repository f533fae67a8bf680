import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const LEFT_OUT = ["node_modules", ".git", ".next", ".usher", ".demo", "test-results"];
const copy = mkdtempSync(join(tmpdir(), "usher-new-operation-"));

beforeAll(() => {
  for (const name of readdirSync(ROOT).filter((name) => !LEFT_OUT.includes(name)))
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: (path) => basename(path) !== "node_modules",
    });
  for (const folder of ["", ...readdirSync(join(ROOT, "packages")).map((name) => join("packages", name))]) {
    const modules = join(ROOT, folder, "node_modules");
    if (existsSync(modules)) symlinkSync(modules, join(copy, folder, "node_modules"));
  }
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

it.each([
  ["subscriptions", "addNote", "POST", "/v1/billing/subscriptions/{id}/notes"],
  ["invitations", "countCodes", "GET", "/v1/invitations/count"],
])(
  "npm run new-operation -- %s %s writes files that pass the checks",
  (...names) => {
    const { status, output } = run("scripts/new-operation/main.ts", ...names);
    expect([status, output]).toEqual([0, expect.stringContaining("Left to do")]);
    const form = run("node_modules/@biomejs/biome/bin/biome", "check", "server/domain");
    expect([form.status, form.output]).toEqual([0, expect.stringContaining("No fixes applied")]);
    const types = run("node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false");
    expect([types.status, types.output]).toEqual([0, ""]);
  },
  300_000,
);
