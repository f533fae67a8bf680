"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import type { CsvRow } from "../../_lib/csv.ts";
import { downloadCsv } from "../../_lib/download.ts";
import { explainFailure } from "../../_lib/explain-failure.ts";
import { countOf } from "../../_lib/units.ts";
import { useTell } from "../toaster.tsx";
import { Button } from "../ui/button.tsx";
import type { Page } from "./list.ts";

const AT_ONCE = 200;
const MOST = 100_000;

interface Props<Row> {
  name: string;
  page: (cursor: string | null, limit: number) => Promise<Page<Row>>;
  row: (row: Row) => CsvRow;
}

/** Exports the filtered list, all pages, as a CSV file. */
export function ExportButton<Row>({ name, page, row }: Props<Row>) {
  const [read, setRead] = useState<number | null>(null);
  const tell = useTell();

  async function write() {
    const rows: CsvRow[] = [];
    let cursor: string | null = null;
    setRead(0);
    try {
      do {
        const answer: Page<Row> = await page(cursor, AT_ONCE);
        rows.push(...answer.data.map(row));
        cursor = answer.next_cursor;
        setRead(rows.length);
      } while (cursor !== null && rows.length < MOST);
      const { toCsv } = await import("../../_lib/csv.ts");
      downloadCsv(`${name.replaceAll(" ", "-")}.csv`, [toCsv(rows)]);
      tell(`${countOf(rows.length, name)} exported.`);
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
