"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import type { CsvRow } from "../../_lib/csv.ts";
import { downloadCsv } from "../../_lib/download.ts";
import { explainFailure } from "../../_lib/explain-failure.ts";
import { pagesOf, readParts } from "../../_lib/pages.ts";
import { countOf } from "../../_lib/units.ts";
import { useTell } from "../toaster.tsx";
import { Button } from "../ui/button.tsx";
import type { FilePart, Page } from "./list.ts";

const AT_ONCE = 200;
const MOST = 100_000;

/** Where the file comes from: parts that an operation writes, or the rows of the list. */
export type Source<Row> =
  | { part: (cursor: string | null) => Promise<FilePart> }
  | { page: (cursor: string | null, limit: number) => Promise<Page<Row>>; row: (row: Row) => CsvRow };

interface Props<Row> {
  name: string;
  source: Source<Row>;
}

/** Exports the filtered list, all pages, as a CSV file. */
export function ExportButton<Row>({ name, source }: Props<Row>) {
  const [read, setRead] = useState<number | null>(null);
  const tell = useTell();

  async function write() {
    setRead(0);
    try {
      const { parts, rows } = await readFile(source, setRead);
      downloadCsv(`${name.replaceAll(" ", "-")}.csv`, parts);
      tell(`${countOf(rows, name)} exported.`);
    } catch (error) {
      tell(error instanceof Error ? await explainFailure(error) : "The export failed.", "negative");
    } finally {
      setRead(null);
    }
  }

  return (
    <Button variant="secondary" size="small" disabled={read !== null} onClick={() => void write()}>
      <Download aria-hidden />
      {read === null ? <span className="max-sm:sr-only">Export</span> : `${read}…`}
    </Button>
  );
}

/** The file, with how many rows it has; onRows is told how many were read so far. */
async function readFile<Row>(source: Source<Row>, onRows: (rows: number) => void) {
  if ("part" in source) return readParts(source.part, onRows);
  const rows: CsvRow[] = [];
  for await (const { data } of pagesOf((cursor) => source.page(cursor, AT_ONCE))) {
    rows.push(...data.map(source.row));
    onRows(rows.length);
    if (rows.length >= MOST) break;
  }
  const { toCsv } = await import("../../_lib/csv.ts");
  return { parts: [toCsv(rows)], rows: rows.length };
}
