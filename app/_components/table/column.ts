import type { ReactNode } from "react";

/** A column of a list: its title, what it shows of a row, and the order that the server has for it. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the order by this column. */
  sort?: string;
  className?: string;
  align?: "right";
}
