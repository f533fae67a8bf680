import type { ReactNode } from "react";
import { ColumnHead, Table, TableRow } from "../../_components/ui/table.tsx";

/** A small table of amounts, each with what it is for; `name` is its accessible name, `head` the first column's. */
export function AmountTable({ name, head, children }: { name: string; head: string; children: ReactNode }) {
  return (
    <div className="scroll-hint overflow-x-auto rounded-md border">
      <Table aria-label={name}>
        <thead>
          <TableRow>
            <ColumnHead>{head}</ColumnHead>
            <ColumnHead className="text-right">Amount</ColumnHead>
          </TableRow>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}
