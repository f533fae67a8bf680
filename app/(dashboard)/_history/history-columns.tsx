import type { ReactNode } from "react";
import { Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import type { Grouped, HistoryEntry } from "./group-entries.ts";
import { kindLabel } from "./kind-filter.ts";
import { SentenceCell } from "./sentence-cell.tsx";

interface Parts<Row> {
  /** The type of what happened, such as plan.updated. */
  typeOf: (row: Row) => string;
  /** What the window of one entry shows. */
  details: (row: Row) => ReactNode;
  /** Whether a phone's card has the time on its second line, with what else stands there. */
  isTimeBelow?: boolean;
  /** Columns between what happened and when. */
  more?: Column<Grouped<Row>>[];
}

/** The columns of a history: what happened, what it is about, and when. */
export const historyColumns = <Row extends HistoryEntry>({
  typeOf,
  details,
  isTimeBelow = false,
  more = [],
}: Parts<Row>): Column<Grouped<Row>>[] => [
  {
    id: "sentence",
    header: "What happened",
    className: "sm:max-w-md xl:max-w-2xl",
    cell: (row) => <SentenceCell row={row} details={details} />,
  },
  {
    id: "about",
    header: "About",
    from: "md",
    className: "text-muted whitespace-nowrap",
    cell: (row) => kindLabel(typeOf(row)),
  },
  ...more,
  {
    id: "when",
    header: "When",
    ...(isTimeBelow ? { isMark: true } : { isAside: true }),
    align: "right",
    className: "max-sm:text-xs",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];
