import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

test("the doctor finds nothing wrong with the demo tenant", () => {
  const main = join(import.meta.dirname, "..", "server", "doctor", "main.ts");
  const env = { ...process.env, USHER_DATA_DIR: process.env.E2E_DATA_DIR ?? ".usher" };
  expect(execFileSync(process.execPath, [main], { encoding: "utf8", env })).toMatch(
    /^✓ \d+ invariants hold/m,
  );
});
