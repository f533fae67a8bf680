import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CATALOGUE } from "./catalogue.ts";
import { withErrorTables } from "./docs.ts";

const text = await readFile(join(import.meta.dirname, "../../docs/errors.md"), "utf8");

it("docs/errors.md lists every error as the catalogue defines it (node scripts/error-docs.ts rewrites it)", () => {
  expect(text).toBe(withErrorTables(text));
  const documented = [...text.matchAll(/^\| (K\d{4}) \| (\w+) \| (\d{3}) \|/gm)].map(
    ([, code, name, status]) => [code, name, Number(status)],
  );
  const known = Object.entries(CATALOGUE).map(([name, { code, status }]) => [code, name, status]);
  expect(documented.toSorted()).toEqual(known.toSorted());
});
