import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FILES: Record<string, string> = {
  P: "parameters.test.ts",
  L: "limits.test.ts",
  I: "idempotency.test.ts",
  W: "wire.test.ts",
  G: "ignored-parameters.test.ts",
};

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, path), "utf8");
}

test("every row of docs/strictness-c.md has a source and names tests that exist, or says that it has none", () => {
  const rows = read("../docs/strictness-c.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| behaviour |"));
  expect(rows.length).toBeGreaterThan(20);
  const wrong = rows.flatMap((row) => {
    const [behaviour = "", source = "", tests = ""] = row.slice(2, -2).split(" | ");
    // The file's letter stands before the first of its tests.
    const names = [...tests.matchAll(/(?:([PLIWG]) )?"([^"]+)"/g)];
    let file = "";
    const missing = names.filter(([, letter, name = ""]) => {
      file = letter ? read(String(FILES[letter])) : file;
      return !file.includes(name);
    });
    const isNamed = names.length > 0 || tests === "none";
    return source === "" || !isNamed || missing.length > 0 ? [behaviour] : [];
  });
  expect(wrong).toEqual([]);
});
