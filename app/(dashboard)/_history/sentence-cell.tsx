"use client";

import type { ReactNode } from "react";
import { Moment } from "../../_components/moment.tsx";
import { RowName } from "../../_components/table/row-name.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { WindowButton } from "../../_components/window-button.tsx";
import type { Grouped, HistoryEntry } from "./group-entries.ts";

interface Props<Row> {
  row: Grouped<Row>;
  details: (row: Row) => ReactNode;
}

/** What happened, in a sentence, and to what; opens the details, of each time where it happened several times. */
export function SentenceCell<Row extends HistoryEntry>({ row, details }: Props<Row>) {
  const all = [row, ...(row.others ?? [])];
  return (
    <WindowButton
      title={row.sentence}
      description={all.length === 1 ? <Moment iso={row.created_at} isExact /> : `${all.length} times`}
      label={
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="min-w-0">
            <RowName name={row.sentence} also={row.object_name} />
          </span>
          {all.length > 1 && <Badge className="shrink-0">{all.length} times</Badge>}
        </span>
      }
    >
      {() =>
        all.length === 1
          ? details(row)
          : all.map((one) => <OneTime key={one.id} row={one} details={details} isOpen={one === row} />)
      }
    </WindowButton>
  );
}

interface OneTimeProps<Row> extends Props<Row> {
  isOpen: boolean;
}

/** One of several times, in a fold. */
function OneTime<Row extends HistoryEntry>({ row, details, isOpen }: OneTimeProps<Row>) {
  return (
    <details className="rounded-md border" open={isOpen}>
      <summary className="min-h-9 cursor-pointer rounded-md px-3 py-2 text-[0.8125rem] font-medium">
        <Moment iso={row.created_at} isExact />
      </summary>
      <div className="space-y-3 border-t p-3">{details(row)}</div>
    </details>
  );
}
