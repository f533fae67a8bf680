import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** A file of tests and the names of some of them: `file.test.ts`: "name", "name". */
const NAMED = /`([\w-]+\.test\.ts)`: ("(?:[^"]+)"(?:, "[^"]+")*)/g;

test("every row of docs/strictness.md has a source and names tests that exist, or says that it has none", () => {
  const rows = read("../docs/strictness.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| behaviour |"));
  expect(rows.length).toBeGreaterThan(150);
  const wrong = rows.filter((row) => {
    const [, source = "", tests = "", ...more] = row.slice(2, -2).split(" | ");
    const isRead = tests === "none" || tests.replaceAll(NAMED, "").replaceAll("; ", "") === "";
    return source.trim() === "" || !isRead || more.length > 0 || missingOf(tests).length > 0;
  });
  expect(wrong).toEqual([]);
});

/** The tests that a cell names and that are not there. */
function missingOf(cell: string): string[] {
  return [...cell.matchAll(NAMED)].flatMap(([, file = "", names = ""]) => {
    const text = existsSync(join(import.meta.dirname, file)) ? read(file) : "";
    return [...names.matchAll(/"([^"]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !text.includes(`"${name}"`));
  });
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, path), "utf8");
}
