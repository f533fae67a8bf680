import { expect, test } from "vitest";
import { splitCsv } from "./csv.ts";

test("a file is cut between records, each part with the header, and lines can be told from the whole", () => {
  const text = 'email,name\na@x.example,"Two\nlines"\nb@x.example,B\nc@x.example,C';
  expect(splitCsv(text, 2)).toEqual([
    { csv: 'email,name\na@x.example,"Two\nlines"\nb@x.example,B\n', linesBefore: 0, records: 2 },
    { csv: "email,name\nc@x.example,C\n", linesBefore: 3, records: 1 },
  ]);
  expect(splitCsv("email\n", 2)).toEqual([{ csv: "email\n", linesBefore: 0, records: 0 }]);
});
