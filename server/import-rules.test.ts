import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Side {
  path?: string | string[];
  pathNot?: string | string[];
}

interface Rule {
  name: string;
  from: Side;
  to: Side;
}

const ROOT = join(import.meta.dirname, "..");

/** The folders that rules name; the packages in node_modules are listed by name. */
const FOLDERS = ["server", "app", "packages", "prisma", "e2e", "bench", "faults", "long", "scripts"];

const { forbidden } = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as { forbidden: Rule[] };

test("every path of an import rule names files that exist", () => {
  const files = allFiles();
  expect(forbidden.flatMap((rule) => unmatchedPaths(rule, files))).toEqual([]);
});

test("a path that names no file is found, even as one alternative of several", () => {
  const rule: Rule = {
    name: "moved",
    from: { path: "^server/(http|moved)/.+\\.ts$|^app/", pathNot: ["^server/moved\\.ts$"] },
    to: { path: "^server/platform/(?!moved)", pathNot: "^packages/$1/src/" },
  };
  expect(unmatchedPaths(rule, allFiles())).toEqual([
    "moved: ^server/moved/.+\\.ts$",
    "moved: ^server/moved\\.ts$",
  ]);
});

/** The paths of a rule that match no file. Such a rule forbids less than it says, as when a file has moved. */
function unmatchedPaths({ name, from, to }: Rule, files: string[]): string[] {
  return [from.path, from.pathNot, to.path, to.pathNot]
    .flatMap((path) => path ?? [])
    .flatMap(alternatives)
    .filter((path) => !files.some((file) => new RegExp(path).test(file)))
    .map((path) => `${name}: ${path}`);
}

/** "^a/(b|c)/" as "^a/b/" and "^a/c/". Lookaheads stay; $1, a part of the importing file's path, stands for any name. */
function alternatives(pattern: string): string[] {
  const group = /\((?!\?[!=<])(?:\?:)?([^()]*)\)/.exec(pattern);
  if (!group) return pattern.replaceAll("$1", "[^/]+").split("|");
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + group[0].length);
  const paths = (group[1] ?? "").split("|").flatMap((part) => alternatives(before + part + after));
  return [...new Set(paths)];
}

function allFiles(): string[] {
  const own = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => !file.includes("/node_modules/")),
  );
  const packages = readdirSync(join(ROOT, "node_modules")).map((name) => `node_modules/${name}/`);
  return [...readdirSync(ROOT), ...own, ...packages];
}
