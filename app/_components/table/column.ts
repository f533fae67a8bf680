import type { ReactNode } from "react";

/** A column of a list: its title, its cell, and the server's sort key. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's sort key for this column. */
  sort?: string;
  className?: string;
  align?: "right";
}
