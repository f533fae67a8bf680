"use client";

import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import type { Route } from "next";
import { type ReactNode, useMemo, useState } from "react";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import type { CsvRow } from "../../_lib/csv.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { Empty } from "../empty.tsx";
import { Link } from "../link.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../ui/table.tsx";
import { ExportButton } from "./export-button.tsx";
import type { Filter, Page, PageInput } from "./list.ts";
import { type ListState, useListState } from "./list-state.ts";
import { ColumnTitle, Pager } from "./table-parts.tsx";
import { Toolbar } from "./toolbar.tsx";

const features = tableFeatures({});

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name of the order by this column. */
  sort?: string;
  className?: string;
  align?: "right";
}

interface Props<Row> {
  /** What it lists, in the plural: "customers". */
  name: string;
  columns: Column<Row>[];
  load: (api: Api, state: ListState, page: PageInput, signal?: AbortSignal) => Promise<Page<Row>>;
  href?: (row: Row) => Route;
  search?: string;
  filters?: Filter[];
  initialSort?: { sort: string; order: "asc" | "desc" };
  /** Choosing rows, and what can be done with them. */
  bulk?: (rows: Row[], clear: () => void) => ReactNode;
  csv?: (row: Row) => CsvRow;
  empty: ReactNode;
  refetchInterval?: number | false;
  actions?: ReactNode;
}

const PAGE = 50;
const NEWEST = { sort: "", order: "desc" } as const;

/** A list of the tenant's things: searched, filtered, sorted and paged by the server, its state in the address. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { name, columns, load, href, search, filters = [], initialSort = NEWEST, bulk, csv, empty } = props;
  const { api } = useDashboard();
  const list = useListState(
    filters.map((filter) => filter.name),
    initialSort,
  );
  const { state } = list;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch, isPlaceholderData } = useLoaded(
    name,
    state,
    (from, signal) =>
      load(from, state, { limit: PAGE, ...(state.cursor && { cursor: state.cursor }) }, signal),
    { keepsPrevious: true, refetchInterval: props.refetchInterval ?? false },
  );
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          header: column.header,
          cell: ({ row }) => column.cell(row.original),
        }),
      ),
    [columns],
  );
  const rows = data?.data ?? NONE;
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: (row) => row.id,
  });
  const chosenRows = (rows as Row[]).filter(({ id }) => chosen.has(id));
  const clear = () => setChosen(new Set());
  const hasToolbar = Boolean(search ?? props.actions ?? csv) || filters.length > 0;
  const columnOf = (id: string) => columns.find((column) => column.id === id);

  return (
    <Card aria-label={capital(name)} className="relative">
      {hasToolbar && (
        <Toolbar
          list={list}
          filters={filters}
          {...(search && { search })}
          actions={
            <>
              {props.actions}
              {csv && rows.length > 0 && (
                <ExportButton
                  name={name}
                  row={csv}
                  page={(cursor, limit) => load(api, state, { limit, ...(cursor && { cursor }) })}
                />
              )}
            </>
          }
        />
      )}
      {bulk && chosenRows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b bg-notice-ground px-4 py-2">
          <span className="mr-2 text-[0.8125rem] font-medium text-notice">{chosenRows.length} chosen</span>
          {bulk(chosenRows, clear)}
          <Button variant="ghost" size="small" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what={`The ${name}`} error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <TableSkeleton columns={columns.length} />
      ) : rows.length === 0 ? (
        list.isNarrowed ? (
          <Empty
            title={`No ${name} match`}
            action={
              <Button variant="secondary" size="small" onClick={list.clear}>
                Clear search and filters
              </Button>
            }
          >
            Try fewer words or another filter.
          </Empty>
        ) : (
          empty
        )
      ) : (
        <div
          className={cn("relative overflow-x-auto transition-opacity", isPlaceholderData && "opacity-60")}
          aria-busy={isPlaceholderData}
        >
          <Table aria-label={capital(name)}>
            <thead>
              {table.getHeaderGroups().map((group) => (
                <TableRow key={group.id}>
                  {bulk && (
                    <ColumnHead className="w-10 pr-0">
                      <Checkbox
                        aria-label={`Choose all ${name} on this page`}
                        checked={
                          chosenRows.length === 0 ? false : chosenRows.length === rows.length || "some"
                        }
                        onCheckedChange={(isOn) =>
                          setChosen(isOn ? new Set(rows.map(({ id }) => id)) : new Set())
                        }
                      />
                    </ColumnHead>
                  )}
                  {group.headers.map((header) => {
                    const column = columnOf(header.column.id);
                    const isSorted = column?.sort !== undefined && state.sort === column.sort;
                    return (
                      <ColumnHead
                        key={header.id}
                        className={cn(column?.className, column?.align === "right" && "text-right")}
                        aria-sort={
                          isSorted ? (state.order === "asc" ? "ascending" : "descending") : undefined
                        }
                      >
                        <ColumnTitle column={column} list={list}>
                          <table.FlexRender header={header} />
                        </ColumnTitle>
                      </ColumnHead>
                    );
                  })}
                </TableRow>
              ))}
            </thead>
            <tbody>
              {table.getRowModel().rows.map((row) => (
                <TableRow key={row.id} className="relative transition-colors hover:bg-subtle/60">
                  {bulk && (
                    <TableCell className="w-10 pr-0">
                      <span className="relative z-10 flex">
                        <Checkbox
                          aria-label={`Choose ${row.id}`}
                          checked={chosen.has(row.id)}
                          onCheckedChange={(isOn) => setChosen(toggled(chosen, row.id, isOn))}
                        />
                      </span>
                    </TableCell>
                  )}
                  {row.getAllCells().map((cell, index) => {
                    const column = columnOf(cell.column.id);
                    const content = <table.FlexRender cell={cell} />;
                    return (
                      <TableCell
                        key={cell.id}
                        className={cn(
                          index === 0 && "max-w-64 min-w-0 max-sm:max-w-40",
                          // Actions stand under one another where they do not fit side by side.
                          column?.header === "" && "max-sm:*:flex-wrap",
                          column?.className,
                          column?.align === "right" && "text-right tabular-nums",
                        )}
                      >
                        {index === 0 && href ? (
                          // The link covers its row; what can be pressed besides lies above it.
                          <Link
                            href={href(row.original)}
                            className="block min-w-0 rounded after:absolute after:inset-0"
                          >
                            {content}
                          </Link>
                        ) : (
                          content
                        )}
                      </TableCell>
                    );
                  })}
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {data && (!list.isFirst || data.next_cursor) && (
        <Pager name={name} list={list} next={data.next_cursor} isLoading={isPlaceholderData} />
      )}
    </Card>
  );
}

const NONE: never[] = [];

function toggled(chosen: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Rows before they are there. */
export function TableSkeleton({ columns = 4 }: { columns?: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => (
        <div key={name} className="flex h-11 items-center gap-6 px-4">
          {Array.from({ length: Math.min(columns, 5) }, (_, index) => (
            <Skeleton
              key={`${name}${String(index)}`}
              className={cn("h-4", index === 0 ? "w-48" : "w-20 max-sm:hidden")}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
