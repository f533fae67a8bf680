import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
const PAGES = files.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");
/** Declarations (`*.d.ts`) are those of other packages. */
const NAME = /`([\w./[\]()-]+(?<!\.d)\.(?:tsx?|mjs|sql|prisma))`/g;

it("every source file that a page of documentation names is there", () => {
  const named = PAGES.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(NAME)].map(([, name = ""]) => ({ page, name })),
  );
  const missing = named.filter(({ name }) => filesNamed(name).length === 0);
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(300);
});

it("every function that a page of documentation places in a file is there", () => {
  const placed = PAGES.flatMap((page) =>
    [
      ...readFileSync(join(ROOT, page), "utf8").matchAll(/`(\w+)` in `([\w./-]+\.(?:tsx?|mjs|sql|prisma))`/g),
    ].map(([, name = "", file = ""]) => ({ page, name, file })),
  );
  const missing = placed.filter(
    ({ name, file }) =>
      !filesNamed(file).some((one) =>
        new RegExp(`\\b${name}\\b`).test(readFileSync(join(ROOT, one), "utf8")),
      ),
  );
  expect(missing).toEqual([]);
  expect(placed.length).toBeGreaterThan(20);
});

/** The files that a page may mean by a name or the end of a path. */
function filesNamed(name: string): string[] {
  const end = name.replace(/^(\.\.?\/)+/, "");
  return files.filter((file) => file === end || file.endsWith(`/${end}`));
}

/** "| `rules.ts`: `roomFor`, `accessLimit`; `carry-over.ts` | … |": the first cell's files, each with the functions named after it. */
const ENTRIES = /`([\w./-]+\.ts)`(?:: ((?:`\w+`(?:, )?)+))?/g;

it("every way into a folder of billing is a function that the file in its README exports", () => {
  const pages = files.filter((file) => /^server\/domain\/billing\/[\w-]+\/README\.md$/.test(file));
  const ways = pages.flatMap((page) =>
    readFileSync(join(ROOT, page), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(ENTRIES)])
      .flatMap(([, name = "", functions = ""]) => {
        const file = join(dirname(page), name);
        return ["", ...functions.matchAll(/\w+/g)].map((found) => ({ file, name: String(found) }));
      }),
  );
  const missing = ways.filter(({ file, name }) => !exportsName(file, name));
  expect(missing).toEqual([]);
  expect(ways.length).toBeGreaterThan(100);
});

/** Whether a file is there, and exports a function or constant of that name; any, without one. */
function exportsName(file: string, name: string): boolean {
  if (!existsSync(join(ROOT, file))) return false;
  const text = readFileSync(join(ROOT, file), "utf8");
  return name === "" || new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, "m").test(text);
}
