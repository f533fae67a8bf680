import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { withoutApostrophe } from "./formula.ts";
import { writeCsv } from "./write.ts";

const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const pieces = fc.constantFrom(
  ...["=", "+", "-", "@", "＝", "＋", "－", "＠", "'", '"', ",", ";", "|", "\t", "\n", "\r", "\r\n", " "],
  ...["a", "1+1", "cmd|' /C calc'!A0", "\u00a0", "\u2028", "Zoë"],
);
const text = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));
const rows = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 });

/** The cells for a program that separates by another sign: quotes within a line open nothing, and it leaves out what comes first. */
const readBy = (csv: string, delimiter: string) =>
  csv
    .split(/[\r\n]/)
    .flatMap((line) => line.split(delimiter))
    .map((cell) => cell.replace(/^[\s"]+/, ""));

it("what is written is read back as it was", () => {
  fc.assert(
    fc.property(rows, (given) => {
      const found: string[][] = parse(writeCsv(given), { relax_column_count: true });
      expect(found.map((cells) => cells.map(withoutApostrophe))).toEqual(given);
    }),
    { numRuns: 500 },
  );
});

it("no cell begins a formula, whichever sign separates", () => {
  fc.assert(
    fc.property(rows, (given) => {
      const csv = writeCsv(given);
      const cells: string[][] = parse(csv, { relax_column_count: true });
      for (const cell of cells.flat()) expect(cell).not.toMatch(FORMULA);
      for (const delimiter of [";", "\t", "|"])
        for (const cell of readBy(csv, delimiter)) expect(cell).not.toMatch(FORMULA);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["Bob;=1+1", `"Bob;'=1+1"\n`],
  ["=1", "'=1\n"],
  ["'=1", "''=1\n"],
  ["a-b@c.example", "a-b@c.example\n"],
  ["two\n+1", `"two\n'+1"\n`],
  [`{"a":[1,-2]}`, `"{""a"":[1,-2]}"\n`],
])("%j is written as %j", (cell, csv) => expect(writeCsv([[cell]])).toBe(csv));

it("figures and what is empty are written as they are", () =>
  expect(writeCsv([[-1, { figure: "-2.50" }, true, false, null, undefined, ""]])).toBe(
    "-1,-2.50,true,false,,,\n",
  ));
