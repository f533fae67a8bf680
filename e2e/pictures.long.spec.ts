import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { expect, test } from "@playwright/test";

const ROOT = join(import.meta.dirname, "..");
const SCREENSHOTS = join(ROOT, "docs", "screenshots");
const MAX_BYTES = 260_000;

/** The pictures of docs/screenshots that a page of the docs shows. */
function shown(): string[] {
  const pages = [
    ...["README.md", "CONTRIBUTING.md"],
    ...["docs", "examples"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".md") && !path.includes("node_modules"))
        .map((path) => join(folder, path)),
    ),
  ];
  const names = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\(([^)\s]+\.png)\)/g)]
      .map(([, path = ""]) => resolve(ROOT, dirname(page), path))
      .filter((path) => dirname(path) === SCREENSHOTS)
      .map((path) => basename(path)),
  );
  return [...new Set(names)].sort();
}

test("every picture of the docs is there, and each is shown", () => {
  expect(shown()).toContain("home.png");
  expect(readdirSync(SCREENSHOTS).sort()).toEqual(shown());
});

test("every picture of the docs can be taken anew, of pages without errors that have something to show", async () => {
  const folder = await mkdtemp(join(tmpdir(), "usher-new-pictures-"));
  try {
    const script = join(ROOT, "scripts", "pictures.mjs");
    const made = spawnSync(process.execPath, [script, folder], { cwd: ROOT, encoding: "utf8" });
    expect(made.status, `${made.stderr}\n${made.stdout}`).toBe(0);
    for (const name of shown()) {
      const path = join(folder, name);
      expect(existsSync(path), `${name} was not taken`).toBe(true);
      expect(statSync(path).size, name).toBeLessThan(MAX_BYTES);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
