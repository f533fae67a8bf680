import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
/** Declarations (`*.d.ts`) are those of other packages. */
const NAME = /`([\w./[\]()-]+(?<!\.d)\.(?:tsx?|mjs|sql|prisma))`/g;

it("every source file that a page of documentation names is there", () => {
  const pages = files.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");
  const named = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(NAME)].map(([, name = ""]) => ({ page, name })),
  );
  const missing = named.filter(({ name }) => {
    const end = name.replace(/^(\.\.?\/)+/, "");
    return !files.some((file) => file === end || file.endsWith(`/${end}`));
  });
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(300);
});
