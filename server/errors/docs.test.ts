import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CATALOGUE } from "./catalogue.ts";
import { withErrorTables } from "./docs.ts";

const text = await readFile(join(import.meta.dirname, "../../docs/errors.md"), "utf8");

it("docs/errors.md tells every error as the catalogue has it (node scripts/error-docs.ts mends it)", () => {
  expect(text).toBe(withErrorTables(text));
  const told = [...text.matchAll(/^\| (K\d{4}) \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  const known = Object.entries(CATALOGUE).map(([code, { status }]) => [code, status]);
  expect(told.toSorted()).toEqual(known.toSorted());
});
