import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { LONGEST_WAIT } from "./limits.ts";

const dataDir = process.env.E2E_DATA_DIR ?? ".usher";

test("the doctor finds nothing wrong with the demo tenant", () => {
  const main = join(import.meta.dirname, "..", "server", "doctor", "main.ts");
  const env = { ...process.env, USHER_DATA_DIR: dataDir };
  const { stdout, stderr, status } = spawnSync(process.execPath, [main], {
    encoding: "utf8",
    env,
    timeout: LONGEST_WAIT,
  });
  expect(stdout, stderr).toMatch(/^✓ \d+ invariants hold/m);
  expect(status).toBe(0);
});

test("the server logged no error", () => {
  const file = join(dataDir, "errors.log");
  expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe("");
});
