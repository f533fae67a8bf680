import type { ReactNode } from "react";

/**
 * A column of a list: its title, its cell, and the server's sort key. On a phone a row is a card: the first column is its title,
 * the column without a title its actions, the others facts.
 */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's sort key for this column. */
  sort?: string;
  /** The width from which the table has room for the column; every width when left out. */
  from?: keyof typeof FROM;
  /** Whether a phone's card shows the column although a narrow table does not: two or three facts that matter. */
  onCard?: true;
  /** Whether it stands beside the card's title, without its name: an amount, a status, a moment. */
  isAside?: true;
  /** Whether it ends the last line of the card: a status, or what can be done. */
  isMark?: true;
  /** Whether it says by itself what it is, so that a phone's card leaves out its name. */
  isPlain?: true;
  /** How many lines its cells mostly have on a phone's card, where that is not one: as high are the placeholders while they load. */
  lines?: 2;
  className?: string;
  align?: "right";
}

/** The least widths, and the classes of a column that a phone's card leaves out, and of one that it shows. */
const FROM = {
  sm: { off: "max-sm:hidden", on: "" },
  md: { off: "max-md:hidden", on: "sm:max-md:hidden" },
  lg: { off: "max-lg:hidden", on: "sm:max-lg:hidden" },
};

/** The classes that hide a column where there is no room for it. */
export function widthOf({ from, onCard }: Pick<Column<never>, "from" | "onCard">): string {
  return from === undefined ? "" : FROM[from][onCard ? "on" : "off"];
}
