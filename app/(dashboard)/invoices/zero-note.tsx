"use client";

import type { List } from "../../_components/table/table-parts.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { formatCount } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { filterOf, leavesOutZero, ZERO_FILTER } from "./invoice-filter.ts";

/** How many invoices of 0 the list leaves out, with a button that shows them. */
export function ZeroNote({ list }: { list: List }) {
  const filter = { ...filterOf(list.state), is_zero: true };
  const isLeftOut = leavesOutZero(list.state);
  const { data } = useLoaded(
    "invoice totals",
    filter,
    (api, signal) => api.invoices.sum.query(filter, { signal }),
    { isWanted: isLeftOut, keepsPrevious: true },
  );
  if (!isLeftOut || !data || data.count === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-t px-4 py-1.5 text-xs text-muted">
      {data.count === 1
        ? "1 invoice of 0, such as that of a trial, is not shown."
        : `${formatCount(data.count)} invoices of 0, such as those of trials, are not shown.`}
      <Button
        variant="ghost"
        size="small"
        className="-ml-1 h-7 px-1.5 text-xs text-link"
        onClick={() => list.filter(ZERO_FILTER.name, "true")}
      >
        {data.count === 1 ? "Show it" : "Show them"}
      </Button>
    </p>
  );
}
