"use client";

import { Download, FolderArchive } from "lucide-react";
import { useState } from "react";
import { useTell } from "../../_components/toaster.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { Select } from "../../_components/ui/select.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { downloadCsv, downloadZip } from "../../_lib/download.ts";
import { formatCount } from "../../_lib/format.ts";
import { reasonOf } from "../../_lib/reason.ts";
import { countOf } from "../../_lib/units.ts";
import { FILES, type FileName, readAll, readFile } from "./export-files.ts";
import { formatMonth, recentMonths } from "./months.ts";

/** Writes a file for the accountant, or all of them, a month at a time. */
export function ExportControls() {
  const { api } = useDashboard();
  const tell = useTell();
  const [table, setTable] = useState<FileName>("invoices");
  const months = recentMonths();
  const [month, setMonth] = useState(months[0] ?? "");
  const [read, setRead] = useState<number | null>(null);

  async function write(work: () => Promise<number>) {
    setRead(0);
    try {
      tell(`${countOf(await work(), "row")} exported.`);
    } catch (error) {
      tell(error instanceof Error ? reasonOf(error) : "The export failed.", "negative");
    } finally {
      setRead(null);
    }
  }
  const reading = { api, month, onRows: setRead };
  const one = () =>
    write(async () => {
      const { name, parts, rows } = await readFile(reading, table);
      downloadCsv(name, parts);
      return rows;
    });
  const all = () =>
    write(async () => {
      const { name, parts, rows } = await readAll(reading);
      downloadZip(name, parts);
      return rows;
    });

  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-40 space-y-1">
        <Label htmlFor="export-month">Month</Label>
        <Select id="export-month" value={month} onChange={(event) => setMonth(event.target.value)}>
          {months.map((one) => (
            <option key={one} value={one}>
              {formatMonth(one)}
            </option>
          ))}
        </Select>
      </div>
      <Button disabled={read !== null} onClick={() => void all()}>
        <FolderArchive aria-hidden />
        {read === null ? "Download all (ZIP)" : `${formatCount(read)}…`}
      </Button>
      <div className="w-40 space-y-1">
        <Label htmlFor="export-table">One file</Label>
        <Select
          id="export-table"
          value={table}
          // The options are the keys of FILES.
          onChange={(event) => setTable(event.target.value as FileName)}
        >
          {Object.entries(FILES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <Button variant="secondary" disabled={read !== null} onClick={() => void one()}>
        <Download aria-hidden />
        Export
      </Button>
    </div>
  );
}
