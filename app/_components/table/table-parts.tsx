import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import type { useListState } from "./list-state.ts";

export type List = ReturnType<typeof useListState>;

interface ColumnTitleProps {
  column: { header: string; sort?: string } | undefined;
  list: List;
  children: ReactNode;
}

/** A column's title; a click sorts the list by it where the server can. */
export function ColumnTitle({ column, list, children }: ColumnTitleProps) {
  if (column?.header === "") return <span className="sr-only">Actions</span>;
  const sort = column?.sort;
  if (sort === undefined) return children;
  const Arrow = list.state.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => list.sortBy(sort)}
      className="inline-flex min-h-6 items-center gap-1 rounded hover:text-foreground"
    >
      {children}
      {list.state.sort === sort && <Arrow aria-hidden className="size-3" />}
    </button>
  );
}

interface PagerProps {
  name: string;
  list: List;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  isLoading: boolean;
}

/** The buttons to the previous and the next page. */
export function Pager({ name, list, next, isLoading }: PagerProps) {
  return (
    <nav aria-label={`Pages of ${name}`} className="flex items-center justify-end gap-2 border-t px-3 py-2">
      <Button variant="secondary" size="small" disabled={list.isFirst} onClick={list.backward}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Button
        variant="secondary"
        size="small"
        disabled={!next || isLoading}
        onClick={() => next && list.forward(next)}
      >
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
