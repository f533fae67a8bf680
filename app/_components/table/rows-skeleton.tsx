import { Skeleton } from "../ui/skeleton.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../ui/table.tsx";
import { cellShape, headShape } from "./cell-shape.ts";
import type { Column } from "./column.ts";

interface Props {
  columns: Omit<Column<never>, "cell">[];
  /** Whether rows are selectable. */
  hasChoice: boolean;
}

/** A list whose rows are loading: its headings, and placeholders where the cells will be, so that nothing moves when they come. */
export function RowsSkeleton({ columns, hasChoice }: Props) {
  return (
    <div role="status" aria-label="Loading">
      <Table aria-hidden className="cards">
        <thead>
          <TableRow>
            {hasChoice && (
              <ColumnHead data-sorts="" className="w-10 pr-0">
                <span className="block size-4" />
              </ColumnHead>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.id} {...headShape(column)}>
                {column.header}
              </ColumnHead>
            ))}
          </TableRow>
        </thead>
        <tbody>
          {["a", "b", "c", "d", "e", "f", "g", "h"].map((row) => (
            <TableRow key={row}>
              {hasChoice && (
                <TableCell data-cell="choice" className="w-10 pr-0">
                  <span className="block size-4" />
                </TableCell>
              )}
              {columns.map((column, index) => (
                <TableCell key={column.id} {...cellShape(column, index === 0)}>
                  {column.header !== "" && <CellSkeleton column={column} isFirst={index === 0} />}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** As high as the lines of the cell: 20 px, and 16 px for a second one on a phone. */
function CellSkeleton({ column, isFirst }: { column: Props["columns"][number]; isFirst: boolean }) {
  const side = column.align === "right" ? "ml-auto" : "";
  return (
    <>
      <span className="flex h-5 items-center">
        <Skeleton className={`h-3 max-w-full ${isFirst ? "w-36" : "w-16"} ${side}`} />
      </span>
      {column.lines === 2 && (
        <span className="flex h-4 items-center sm:hidden">
          <Skeleton className={`h-2.5 max-w-full ${isFirst ? "w-48" : "w-20"} ${side}`} />
        </span>
      )}
    </>
  );
}
