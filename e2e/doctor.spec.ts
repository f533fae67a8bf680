import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const dataDir = process.env.E2E_DATA_DIR ?? ".usher";

test("the doctor finds nothing wrong with the demo tenant", () => {
  const main = join(import.meta.dirname, "..", "server", "doctor", "main.ts");
  const env = { ...process.env, USHER_DATA_DIR: dataDir };
  expect(execFileSync(process.execPath, [main], { encoding: "utf8", env })).toMatch(
    /^✓ \d+ invariants hold/m,
  );
});

test("the server logged no error", () => {
  const file = join(dataDir, "errors.log");
  expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe("");
});
