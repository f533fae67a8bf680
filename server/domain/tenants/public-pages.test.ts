import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MAILED_PAGES } from "./schema.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PAGES = join(ROOT, "app/p/[tenant]");
const table = readFileSync(join(ROOT, "docs/public-pages.md"), "utf8").split("\n## ")[0] ?? "";

it("the table of the pages that customers see names each of them", () => {
  const served = readdirSync(PAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(served.length).toBeGreaterThan(5);
  const unnamed = served.filter(({ name }) => !new RegExp(`[/\`]/?${name}[?\`/]`).test(table));
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

it("every page that a mail links to is there, and the text of website_url names it", () => {
  const missing = MAILED_PAGES.filter((page) => !existsSync(join(PAGES, page, "page.tsx")));
  expect(missing).toEqual([]);
  expect(table).toContain(`\`website_url\` (${MAILED_PAGES.map((page) => `\`${page}\``).join(", ")})`);
});
