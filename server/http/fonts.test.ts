import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FONTS } from "../../app/_lib/head.ts";
import { entryOf } from "./entry-gate.ts";
import { readFonts } from "./fonts.ts";

const THEME = readFileSync(join(import.meta.dirname, "..", "..", "app", "theme.css"), "utf8");

it("every font that the pages name is served, in the version that is installed", () => {
  const named = [...THEME.matchAll(/url\("(\/fonts\/[^"]+)"\)/g)].map(([, path = ""]) => path);
  const served = readFonts().map(([path]) => path);
  expect(named.toSorted()).toEqual(served.toSorted());
  expect(named).toEqual(expect.arrayContaining(Object.values(FONTS)));
  for (const path of served) expect([path, entryOf(path)]).toEqual([path, "files"]);
});
