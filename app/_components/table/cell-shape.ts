import { cn } from "../../_lib/cn.ts";
import { type Column, widthOf } from "./column.ts";

// What a cell of a column looks like, be its content there or still loading.

type Shape = Omit<Column<never>, "cell">;

/** The attributes of a column's heading. */
export const headShape = (column: Shape) => ({
  "data-sorts": column.sort === undefined ? undefined : "",
  // Cards are sorted by what they do not show, too.
  className: cn(
    column.className,
    widthOf({ ...column, onCard: true }),
    column.align === "right" && "text-right",
  ),
});

function partOf({ header, isAside, isMark }: Shape): "mark" | "actions" | "aside" | "fact" {
  if (isMark) return "mark";
  if (header === "") return "actions";
  return isAside ? "aside" : "fact";
}

/** The attributes of a column's cell: what it is on a phone's card (theme.css), and its classes. */
export const cellShape = (column: Shape, isFirst: boolean) => ({
  "data-cell": isFirst ? "title" : partOf(column),
  "data-label": column.isPlain ? undefined : column.header,
  className: cn(
    isFirst && "max-w-64 min-w-0 xl:max-w-96",
    column.className,
    widthOf(column),
    column.align === "right" && "text-right tabular-nums sm:whitespace-nowrap",
  ),
});
