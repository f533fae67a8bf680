"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { useTell } from "../../_components/toaster.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { Select } from "../../_components/ui/select.tsx";
import type { Api } from "../../_lib/api.ts";
import { downloadCsv } from "../../_lib/csv.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount } from "../../_lib/format.ts";
import { reasonOf } from "../../_lib/reason.ts";
import { formatMonth, monthAgo } from "./months.ts";

type Name = Parameters<Api["revenue"]["exportPage"]["query"]>[0]["table"];

const FILES: Record<Name, string> = {
  invoices: "Invoices",
  invoice_lines: "Invoice lines",
  payments: "Payments",
  credit_notes: "Credit notes",
  credit_note_lines: "Credit note lines",
  refunds: "Refunds",
  journal: "Journal",
};
const MONTHS = Array.from({ length: 36 }, (_, ago) => monthAgo(ago));

/** Writes a file for the accountant, a month at a time. */
export function ExportCard() {
  const { api } = useDashboard();
  const tell = useTell();
  const [table, setTable] = useState<Name>("invoices");
  const [month, setMonth] = useState(MONTHS[0] ?? "");
  const [read, setRead] = useState<number | null>(null);

  async function write() {
    const parts: string[] = [];
    let [rows, cursor]: [number, string | undefined] = [0, undefined];
    setRead(0);
    try {
      do {
        const part: Awaited<ReturnType<Api["revenue"]["exportPage"]["query"]>> =
          await api.revenue.exportPage.query({
            table,
            from_month: month,
            to_month: month,
            ...(cursor !== undefined && { cursor }),
          });
        parts.push(part.text);
        rows += part.rows;
        cursor = part.next_cursor ?? undefined;
        setRead(rows);
      } while (cursor !== undefined);
      downloadCsv(`${table.replaceAll("_", "-")}-${month}.csv`, parts);
      tell(`${formatCount(rows)} ${rows === 1 ? "row" : "rows"} exported.`);
    } catch (error) {
      tell(error instanceof Error ? reasonOf(error) : "The export failed.", "negative");
    } finally {
      setRead(null);
    }
  }

  return (
    <Card aria-label="Files for the accountant" className="p-4">
      <h2 className="text-[0.8125rem] font-medium text-muted">Files for the accountant</h2>
      <p className="mt-0.5 text-xs text-muted">
        CSV by month (UTC): what was issued, and what was booked. Amounts are decimals with their currency.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <div className="w-40 space-y-1">
          <Label htmlFor="export-table">File</Label>
          <Select
            id="export-table"
            value={table}
            // The options are the keys of FILES.
            onChange={(event) => setTable(event.target.value as Name)}
          >
            {Object.entries(FILES).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <div className="w-40 space-y-1">
          <Label htmlFor="export-month">Month</Label>
          <Select id="export-month" value={month} onChange={(event) => setMonth(event.target.value)}>
            {MONTHS.map((one) => (
              <option key={one} value={one}>
                {formatMonth(one)}
              </option>
            ))}
          </Select>
        </div>
        <Button disabled={read !== null} onClick={() => void write()}>
          <Download aria-hidden />
          {read === null ? "Export" : `${formatCount(read)} rows…`}
        </Button>
      </div>
    </Card>
  );
}
